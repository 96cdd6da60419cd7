"""What ``eval``, ``tune`` and ``questions`` say in terminals and pages, in English and Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.model import filled

if TYPE_CHECKING:
    from chunklint.engine.model import Language

WORDS: dict[str, tuple[str, str]] = {
    # Questions that cannot be measured
    "not json": (
        "{path}:{line:d}: this line is no JSON, so it is left out; each line holds one object.",
        "{path}:{line:d}：此行不是有效的 JSON，已跳过；每行应为一个对象。",
    ),
    "not an object": (
        "{path}:{line:d}: this line is JSON but no object, so it is left out.",
        "{path}:{line:d}：此行是 JSON，但不是对象，已跳过。",
    ),
    "key missing": (
        '{path}:{line:d}: the question has no "{key}" (a text), so it is left out.',
        "{path}:{line:d}：此问题缺少“{key}”（须为文本），已跳过。",
    ),
    "not a text": (
        '{path}:{line:d}: "{key}" must be a text; the question is left out.',
        "{path}:{line:d}：“{key}”须为文本；此问题已跳过。",
    ),
    "no gold": (
        '{path}:{line:d}: the question has no "gold" (the text that answers it), so it is left out.',
        "{path}:{line:d}：此问题没有“gold”（答案所在的原文），已跳过。",
    ),
    "gold malformed": (
        '{path}:{line:d}: "gold" must be a text, a list of texts, or a list of [start, end]; the question is left out.',
        "{path}:{line:d}：“gold”须为文本、文本列表或 [起点, 终点] 列表；此问题已跳过。",
    ),
    "same id": (
        "{path}:{line:d}: the id '{id}' is that of line {first:d} too; the question is left out.",
        "{path}:{line:d}：id“{id}”与第 {first:d} 行重复；此问题已跳过。",
    ),
    "doc unknown": (
        "{path}:{line:d}: the document '{doc}' is not among those given, so the question is left out.",
        "{path}:{line:d}：给出的文档中没有“{doc}”，此问题已跳过。",
    ),
    "doc unclear": (
        "{path}:{line:d}: several documents end with '{doc}' ({found}), so the question is left out; write more of "
        "its path.",
        "{path}:{line:d}：有多个文档以“{doc}”结尾（{found}），此问题已跳过；请写得更完整。",
    ),
    "gold not found": (
        '{path}:{line:d}: the gold text "{gold}" does not stand in {doc}, so the question is left out.',
        "{path}:{line:d}：{doc} 中没有答案原文“{gold}”，此问题已跳过。",
    ),
    "gold outside": (
        "{path}:{line:d}: gold [{start:d}, {end:d}] is no stretch of {doc}, which has {length:d} characters; the "
        "question is left out.",
        "{path}:{line:d}：gold [{start:d}, {end:d}] 不是 {doc}（共 {length:d} 个字符）中的有效区间；此问题已跳过。",
    ),
    "gold changed": (
        "{path}:{line:d}: {doc} has changed, its text at the gold is another than the question's gold_text_sha1 says; "
        "the question is left out.",
        "{path}:{line:d}：{doc} 已变动，gold 处的文字与问题的 gold_text_sha1 不符；此问题已跳过。",
    ),
    "problems more": (
        "{path}: {count:more question is|more questions are} left out for such reasons; the JSON lists them all.",
        "{path}：另有 {count} 个问题因类似原因跳过；完整清单见 JSON 输出。",
    ),
    "no questions": (
        "{path}: there is no question that can be measured.",
        "{path}：没有可以测量的问题。",
    ),
    "questions unreadable": (
        "The questions {path} cannot be read: {reason}.",
        "无法读取问题文件 {path}：{reason}。",
    ),
    "page failed": (
        "{path}: {reason}; its questions count as not found.",
        "{path}：{reason}；此页的问题按没有找到计。",
    ),
    "no documents": ("There is no document to search.", "没有可供检索的文档。"),
    # Other things that go wrong
    "extra missing": (
        "This needs the package {module}; install chunklint with its '{extra}' extra: "
        "pip install 'chunklint-lsp[{extra}]'.",
        "此功能需要 {module} 包；请安装 chunklint 的 {extra} 附加依赖：pip install 'chunklint-lsp[{extra}]'。",
    ),
    "no such metric": (
        "'{metric}' is no metric; there are hit@K, whole@K, mrr, budget and iou.",
        "没有“{metric}”这个指标；可用的有 hit@K、whole@K、mrr、budget、iou。",
    ),
    "bad threshold": (
        "'{value}' is no limit for --fail-under; write METRIC=NUMBER with a number from 0 to 1, such as hit@5=0.8.",
        "“{value}”不能用于 --fail-under；请写成 指标=数值（0 到 1），例如 hit@5=0.8。",
    ),
    "bad number": (
        "'{value}' is no value for {option}: give a whole number from {least:d} to {most:d}.",
        "“{value}”不能用于 {option}：请给出 {least:d} 到 {most:d} 之间的整数。",
    ),
    "run unreadable": ("The stored run {path} cannot be read: {reason}.", "无法读取已保存的结果 {path}：{reason}。"),
    "not a run": (
        "{path} is no run that 'chunklint eval --save' stored.",
        "{path} 不是由“chunklint eval --save”保存的结果。",
    ),
    "run of another version": (
        "{path} was stored by another version of chunklint, whose metrics differ; store it anew with --save.",
        "{path} 由另一版本的 chunklint 保存，指标定义不同；请用 --save 重新保存。",
    ),
    "run with another retriever": (
        "{path} was measured with {retriever} and a budget of {budget:d} tokens: only runs measured alike can be "
        "compared.",
        "{path} 是用 {retriever}、预算 {budget:d} token 测得的；只能比较测法相同的结果。",
    ),
    "nothing to compare": (
        "{path} has no profile and question in common with this run, so there is nothing to compare.",
        "{path} 与这次的切分方案、问题没有交集，无从比较。",
    ),
    "model unusable": (
        "The embedding model {model} cannot be used: {reason}.",
        "无法使用嵌入模型 {model}：{reason}。",
    ),
    # Drafts
    "drafting": ("Drafting", "正在起草"),
    "no drafts": (
        "There is no table, FAQ heading or glossary to draft a question from.",
        "没有可用来起草问题的表格、FAQ 标题或术语表。",
    ),
    "drafted": (
        "Drafted {questions:question|questions} from {documents:document|documents}. Look each over: reword it as a "
        'user would ask, delete what nobody asks, and take "draft" out.',
        "从 {documents} 个文档起草了 {questions} 个问题。请逐个审阅：改成用户的问法，删去没人会问的，并去掉“draft”。",
    ),
    "drafts there": (
        "{path} is there already and may hold edited questions; name another file, or write over it with --force.",
        "{path} 已存在，其中可能有修改过的问题；请换一个文件名，或用 --force 覆盖。",
    ),
    # Progress
    "cutting": ("Cutting", "正在切块"),
    "searching": ("Searching", "正在检索"),
    "sweeping": ("Trying profiles", "正在试各种切分方案"),
    # The report of an evaluation
    "measured": (
        "{questions:question|questions} over {documents:document|documents}, searched with {retriever}.",
        "在 {documents} 个文档上测了 {questions} 个问题，检索方式：{retriever}。",
    ),
    "drafts": (
        "{drafts:of them is a draft|of them are drafts} that nobody has looked over: read the figures accordingly.",
        "其中 {drafts} 个是未经审阅的草稿，数字仅供参考。",
    ),
    "all questions": ("All questions", "全部问题"),
    "natural questions": ("Natural questions (users' own words; they count most)", "自然问题（用户原话，最值得看）"),
    "label": ("{side}: {value}", "{side}：{value}"),
    "side origin": ("Origin", "来源"),
    "side language": ("Language", "语言"),
    "side origin+language": ("Origin, language", "来源、语言"),
    "side kind": ("Kind of answer", "答案类型"),
    "side doc_type": ("Document type", "文档类型"),
    "value missing": ("not said", "未标注"),
    "column profile": ("profile", "切分方案"),
    "column hit@1": ("hit@1", "hit@1"),
    "column hit@5": ("hit@5", "hit@5"),
    "column mrr": ("MRR", "MRR"),
    "column whole@5": ("whole@5", "whole@5"),
    "column budget": ("budget", "budget"),
    "column iou": ("IoU", "IoU"),
    "column chunks": ("chunks", "块数"),
    "column tokens": ("mean/P50/P90", "平均/P50/P90"),
    "column questions": ("questions", "问题数"),
    "by group": ("By group: hit@5 / whole@5 / budget", "分组：hit@5 / whole@5 / budget"),
    "differences": (
        "Against '{reference}', question by question (coloured or *: the 95 % interval excludes 0)",
        "与“{reference}”逐题相比（着色或带 *：95% 区间不含 0）",
    ),
    "explained": (
        "hit@k: one of the first k chunks holds at least half of the answer; whole@5: one of the first 5 holds all of "
        "it; budget: half of it stands in the first {budget} tokens of the results. ± is half the width of the 95 % "
        "interval. 'chunklint eval --definitions' has the exact definitions.",
        "hit@k：前 k 块中有一块含答案的一半以上；whole@5：前 5 块中有一块含完整答案；budget：结果的前 {budget} token 中"
        "已含答案的一半。± 为 95% 区间宽度的一半。精确定义见“chunklint eval --definitions”。",
    ),
    "changes": (
        "Since {path}, question by question",
        "与 {path} 逐题相比",
    ),
    "change dropped": (
        "'{profile}' got worse beyond noise since {path}: {metric} {value:+.3f} [{low:+.3f}, {high:+.3f}].",
        "“{profile}”自 {path} 以来明显变差（超出误差）：{metric} {value:+.3f} [{low:+.3f}, {high:+.3f}]。",
    ),
    "natural change dropped": (
        "'{profile}' got worse beyond noise for natural questions since {path}: {metric} {value:+.3f} [{low:+.3f}, "
        "{high:+.3f}].",
        "“{profile}”自 {path} 以来在自然问题上明显变差（超出误差）：{metric} {value:+.3f} [{low:+.3f}, {high:+.3f}]。",
    ),
    "under": (
        "{metric} under '{profile}' is {value:.3f}, less than the {limit:.10g} required.",
        "“{profile}”的 {metric} 为 {value:.3f}，低于要求的 {limit:.10g}。",
    ),
    "same as before": ("No metric fell beyond noise.", "没有指标明显变差（超出误差）。"),
    "too few to compare": (
        "{questions:question is|questions are} in both runs: too few to tell a fall from chance.",
        "两次结果共有的问题只有 {questions} 个，太少，分不清是变差还是偶然。",
    ),
    "natural count": ("{questions:,d} natural", "自然问题 {questions:,d}"),
    # A sweep
    "tried": (
        "Tried {profiles:profile|profiles} on {documents:document|documents} with {questions:question|questions}, "
        "searched with {retriever}.",
        "用 {questions} 个问题，在 {documents} 个文档上试了 {profiles} 个切分方案，检索方式：{retriever}。",
    ),
    "tried without questions": (
        "Tried {profiles:profile|profiles} on {documents:document|documents}.",
        "在 {documents} 个文档上试了 {profiles} 个切分方案。",
    ),
    "sampled": (
        "These are {documents} of {found} documents ({share} of the text): more take long, and change little.",
        "这是 {found} 个文档中的 {documents} 个（占文字的 {share}）：再多只会更慢，结果变化不大。",
    ),
    "out of time": (
        "The time was up before all profiles had their turn; --time-limit gives more.",
        "时间已到，有些切分方案没有试；可用 --time-limit 延长。",
    ),
    "skipped": (
        "Not tried, for what they need is not here or failed on a page ({profiles}): {names}.",
        "有 {profiles} 个方案缺少所需组件或在某页上失败，没有试：{names}。",
    ),
    "keep": ("Nothing tried is better: keep {profile}, which is in use", "没有更好的方案：请保留现用的 {profile}"),
    "recommended": ("Recommended: {profile}", "推荐：{profile}"),
    "its metrics": (
        "A whole answer stands in one of the first 5 chunks for {whole} of the questions, and {budget} find theirs in "
        "the context.",
        "前 5 块中有一块含完整答案的问题占 {whole}，在上下文内找到答案的占 {budget}。",
    ),
    "its natural metrics": (
        "Over the natural questions alone: {whole} and {budget}.",
        "只看自然问题，分别占 {whole} 和 {budget}。",
    ),
    "against use": (
        "Against '{profile}', which is in use: {whole} in whole@5 and {budget} in budget.",
        "与现用的“{profile}”相比：whole@5 {whole}，budget {budget}。",
    ),
    "ahead of libraries": (
        "In both figures it is ahead of {ahead} of {libraries:library|libraries} left as they come.",
        "在 {libraries} 个库的默认设置中，有 {ahead} 个两项指标都不如它。",
    ),
    "best library": (
        "The best library in {metric}: {profile} with {value} ({other_metric} {other}).",
        "{metric} 最高的库是 {profile}：{value}（{other_metric} 为 {other}）。",
    ),
    "best service": (
        "A service has more in {metric}, if it cuts as its preset says: {profile} with {value} ({other_metric} "
        "{other}).",
        "若按预设所述切分，服务 {profile} 的 {metric} 更高：{value}（{other_metric} 为 {other}）。",
    ),
    "checked": (
        "Chosen on one half of the documents and measured on the other, {choices} times: on average {whole:+.3f} in "
        "whole@5 and {budget:+.3f} in budget against the best library of each.",
        "用一半文档选、在另一半上测，共 {choices} 次：与各项最好的库相比，whole@5 平均 {whole:+.3f}，"
        "budget 平均 {budget:+.3f}。",
    ),
    "two sizes": (
        "It searches chunks of up to {small} tokens and reads the chunk of up to {large} around what is found. A "
        "pipeline that reads what it finds should take {profile}: {whole} and {budget}.",
        "它检索不超过 {small} token 的小块，阅读时取其所在的不超过 {large} token 的大块。若流水线只能读检索到的块，"
        "请用 {profile}：{whole} 和 {budget}。",
    ),
    "least damage": (
        "It damages {damaged:place|places}; its chunks have {p50} (P50) and {p90} (P90) tokens, {tokens} to embed.",
        "它会切坏 {damaged} 处；块的大小 P50 为 {p50}、P90 为 {p90} token，共需嵌入 {tokens} token。",
    ),
    "no model named": (
        "Set embedding-model or model-limit in the settings and run this again: what a model does not read of a chunk "
        "(P90: {p90} tokens) is silently lost, and word search cannot see that.",
        "请在设置中写明 embedding-model 或 model-limit 再运行：块（P90 为 {p90} token）超出模型输入上限的部分会被悄悄"
        "丢掉，而关键词检索看不出来。",
    ),
    "no questions asked": (
        "Damage says nothing of what larger chunks cost in rank: give --questions to measure that ('chunklint "
        "questions' drafts some).",
        "切坏的数量说明不了大块对排名的影响；请用 --questions 实测（“chunklint questions”可起草问题）。",
    ),
    "paste": (
        "Settings to paste at the top of chunklint.toml, in place of 'profile' and 'profiles.tuned' where they stand:",
        "可粘贴到 chunklint.toml 开头的设置（已有 profile 或 profiles.tuned 时替换它们）：",
    ),
    "no answer found": (
        "Nothing can be recommended: no profile finds a whole answer in its first chunks or within the budget. See "
        "whether the questions are about these documents.",
        "无法推荐：没有一个方案在前几块或预算内找到完整答案。请检查问题问的是不是这些文档。",
    ),
    "no damage found": (
        "Nothing can be recommended: no profile damages anything here, so damage cannot tell them apart.",
        "无法推荐：没有一个方案切坏任何内容，按切坏的数量分不出高下。",
    ),
    "few questions": (
        "These are the figures of {questions:question|questions} only: a single one moves them by {share}, so that "
        "the order of the profiles may be chance. Ask at least {enough}.",
        "这些数字只来自 {questions} 个问题：一个问题就能让指标变动 {share}，方案的先后可能出于偶然。"
        "请至少准备 {enough} 个问题。",
    ),
    "tuning explained": (
        "lead: by how much a profile is ahead of the best library in each, in whole@5 or budget, whichever is less, "
        "averaged over bootstrap draws; natural questions weigh twice. Of leads that two questions could turn round, "
        "the one with most in budget is recommended. Services and applications come with a search of their own and "
        "count for no lead. embed: tokens to embed.",
        "领先：某方案在 whole@5 和 budget 上领先各项最好的库多少，取较小者，并在自助抽样上平均；自然问题权重加倍。"
        "两个问题就能颠倒的差距视为并列，推荐其中 budget 最高的。服务和应用自带检索，不计入领先。"
        "嵌入量：需嵌入的 token 数。",
    ),
    "damage explained": (
        "damaged: tables, lead-ins, code blocks and sentences that a cut tears apart, and headings at a chunk's end. "
        "Recommended is the smallest size up to 800 tokens that damages hardly more than the best. embed: tokens to "
        "embed.",
        "切坏：被切断的表格、引导语、代码块和句子，以及落在块尾的标题。推荐的是 800 token 以内、切坏数与最少者相近的"
        "最小块。嵌入量：需嵌入的 token 数。",
    ),
    "column role": ("from", "来源"),
    "column lead": ("lead", "领先"),
    "column damaged": ("damaged", "切坏"),
    "column embed": ("embed", "嵌入量"),
    "role yours": ("in use", "现用"),
    "role library": ("library", "库"),
    "role service": ("service", "服务"),
    "role sweep": ("tried", "试验"),
    "tuning": ("Profiles tried", "试过的切分方案"),
    "damage by size": ("Damaged places by chunk size", "切坏数与块大小"),
    "damage across": ("mean tokens of a chunk", "平均块大小（token）"),
    "damage up": ("damaged places", "切坏数"),
    "better down": ("better ↓", "越靠下越好 ↓"),
    # The page
    "evaluation": ("Retrieval by profile", "各切分方案的检索效果"),
    "plot": (
        "{metric} by profile with 95 % intervals: {values}",
        "各切分方案的 {metric} 及 95% 区间：{values}",
    ),
    "trade-off": ("Whole answers against the budget", "完整答案与预算召回"),
    "trade-off label": (
        "Each profile by whole@5 (across) and budget (up): {values}",
        "各切分方案的 whole@5（横轴）与 budget（纵轴）：{values}",
    ),
    "plot legend": (
        "Ringed: recommended. Orange: libraries, services and applications as they come. Blue: tried or in use.",
        "带边框的点为推荐的方案；橙色为库、服务和应用的默认设置；蓝色为试验的或现用的方案。",
    ),
    "better": ("better ↗", "越靠右上越好 ↗"),
    "against": ("Profile against profile", "方案两两比较"),
    "groups": ("By group", "分组"),
    "left out": ("Questions left out", "跳过的问题"),
    "definitions": ("What the figures mean", "指标含义"),
    "profile": ("Profile", "切分方案"),
    "reference": ("Against", "对比"),
    "group": ("Group", "分组"),
    "sentence": ("Why", "原因"),
}


def said(name: str, language: Language, /, **values: Any) -> str:
    """One text in one language with its placeholders filled; raises KeyError for an unknown name.

    >>> said("no documents", "en"), said("all questions", "zh-CN")
    ('There is no document to search.', '全部问题')
    """
    if language == "zh-CN" and "reason" in values:
        from chunklint.report.chinese import reason_in_chinese

        values["reason"] = reason_in_chinese(str(values["reason"]))
    return filled(WORDS[name][language == "zh-CN"], values)
