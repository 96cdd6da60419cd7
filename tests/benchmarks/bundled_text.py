"""The words that the made-up corpus consists of: sentences with gaps to fill, English and Chinese; no pages."""

from __future__ import annotations

# Sentences of documentation have about 15 to 25 words or 20 to 45 characters; these do once their gaps are filled.
ENGLISH = (
    "When {noun} is larger than the limit, {actor} splits it into parts and writes each of them to {place}.",
    "The value of `{option}` decides how long {actor} waits before it gives up and reports {noun} as missing.",
    "You can read {noun} from {place} at any time, but changes take effect only after {actor} was restarted.",
    "If {actor} finds no entry for {noun}, it asks [the next server](https://example.org/{option}) in the list.",
    "Set `{option}` to **{number}** unless your team stores more than a few thousand records a day in {place}.",
    "{actor_cap} keeps the last {number} versions of {noun}; older ones are removed during the nightly cleanup.",
    "Nothing is sent over the network until {noun} has been checked against the rules that {actor} loads first.",
    "This is useful where {noun} changes often, for example while a team moves from one region to another.",
    "For each request, {actor} looks up {noun} in {place} and returns the first match, or an empty answer.",
    "A failed attempt is repeated after {number} seconds, then after twice as long, until {actor} is told to stop.",
    "Older clients still expect {noun} in {place}, so that both copies have to be kept until the next release.",
    "The order matters: {actor} must be running before {noun} is created, otherwise `{option}` has no effect.",
)
CHINESE = (
    "当{noun}超过上限时，{actor}会把它分成几部分，并依次写入{place}。",
    "`{option}` 的值决定{actor}在放弃并报告{noun}丢失之前等待多长时间。",
    "可以随时从{place}读取{noun}，但修改只有在重启{actor}之后才会生效。",
    "如果{actor}找不到{noun}的记录，就会询问列表中的[下一台服务器](https://example.org/{option})。",
    "除非团队每天在{place}中保存几千条以上的记录，否则请把 `{option}` 设为 **{number}**。",
    "{actor}保留{noun}的最近 {number} 个版本，更早的版本在每晚清理时删除。",
    "在按照{actor}加载的规则检查完{noun}之前，不会通过网络发送任何内容。",
    "在{noun}经常变化的场景中，例如团队从一个地区迁移到另一个地区时，这一点很有用。",
    "对于每个请求，{actor}都会在{place}中查找{noun}，并返回第一个匹配项或空结果。",
    "失败的操作会在 {number} 秒后重试，之后间隔加倍，直到{actor}收到停止的指令。",
    "旧客户端仍然需要{place}中的{noun}，因此在下一个版本发布之前必须保留两份副本。",
    "顺序很重要：必须先运行{actor}，再创建{noun}，否则 `{option}` 不起作用。",
)
NOUNS = {
    "en": ("the index", "a snapshot", "the access log", "a record", "the schema", "an export", "the queue", "a lease"),
    "zh": ("索引", "快照", "访问日志", "数据记录", "表结构", "导出文件", "任务队列", "租约"),
}
ACTORS = {
    "en": ("the scheduler", "the gateway", "the importer", "the storage node", "the planner", "the exporter"),
    "zh": ("调度器", "网关", "导入程序", "存储节点", "规划器", "导出程序"),
}
PLACES = {
    "en": ("the data folder", "the local cache", "the second region", "cold storage", "the archive"),
    "zh": ("数据目录", "本地缓存", "第二个地区", "冷存储", "归档区"),
}
OPTIONS = ("max-wait", "cache.size", "retry_limit", "region", "log.level", "batch_rows", "snapshot-interval")
HEADINGS = {
    "en": ("Install {actor}", "How {noun} is kept", "Limits of {place}", "Configure {actor}", "Recover {noun}"),
    "zh": ("安装{actor}", "{noun}的保存方式", "{place}的限制", "配置{actor}", "恢复{noun}"),
}
LEAD_INS = {"en": "Do the following in {place}:", "zh": "请在{place}中执行以下步骤："}
COLUMNS = {"en": ("Option", "Default", "What it does"), "zh": ("选项", "默认值", "作用")}
CODE = '''```python
def read_{name}(path, limit={number}):
    """Read at most `limit` rows."""
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            rows.append(line.rstrip("\\n").split("\\t"))
            if len(rows) == limit:
                break
    return rows


for row in read_{name}("{name}.tsv"):
    print(row[0], len(row))
```'''
SHELL = """```bash
serve --{option} {number} --data ./data
curl -s localhost:{number}/status | head -n 5
```"""
