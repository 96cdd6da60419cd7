"""The words of the reports that are web pages, in English and Chinese; what terminals say is in ``phrases``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.model import filled

if TYPE_CHECKING:
    from chunklint.engine.model import Language

WORDS: dict[str, tuple[str, str]] = {
    "report": ("chunklint report", "chunklint 检查报告"),
    "statistics": ("Chunk sizes", "块大小统计"),
    "preview": ("Chunks", "分块预览"),
    "preview explained": (
        "Each card is the text that would be embedded; what the splitter adds or repeats is grey.",
        "每张卡片是一块嵌入时的文字，其中灰色的是切分时添加或重复的部分。",
    ),
    "chunk count": ("{count:chunk|chunks}", "{count} 块"),
    "compared": (
        "{equal:chunk is|chunks are} the same under both; {both} of {cuts:cut|cuts} are made by both.",
        "两边相同的块有 {equal} 个；切点共 {cuts} 个，其中 {both} 个两边都有。",
    ),
    "problems": ("{count:problem|problems}, {infos} info", "{count} 个问题，{infos} 条提示"),
    "skip": ("Skip to the findings", "跳到问题列表"),
    "files": ("files", "文件"),
    "errors": ("errors", "错误"),
    "warnings": ("warnings", "警告"),
    "infos": ("info", "提示"),
    "error": ("{count:error|errors}", "{count} 个错误"),
    "warning": ("{count:warning|warnings}", "{count} 个警告"),
    "info": ("{count} info", "{count} 条提示"),
    "sizes": ("Chunk sizes: {profile}", "块大小：{profile}"),
    "by rule": ("By rule", "按规则"),
    "by folder": ("By folder", "按文件夹"),
    "by page": ("Pages with most to mend", "问题最多的页面"),
    "top folder": ("(top folder)", "（顶层）"),
    "other folders": ("{count:other folder|other folders}", "其他 {count} 个文件夹"),
    "findings": ("Findings", "问题列表"),
    "rules": ("What the rules say", "规则说明"),
    "severity": ("Severity", "级别"),
    "rule": ("Rule", "规则"),
    "place": ("Place", "位置"),
    "problem": ("Problem", "问题"),
    "search": ("Search", "搜索"),
    "search hint": ("words, rule, file ( / )", "文字、规则、文件（按 /）"),
    "shown": ("% of {total} shown", "显示 %/{total} 条"),
    "fix safe": ("safe fix", "可安全修复"),
    "fix unsafe": ("fix that needs a look", "可修复，需检查"),
    "nothing found": ("There is nothing to mend.", "没有需要修改的地方。"),
    # Sizes
    "budget": ("limit", "上限"),
    "limit": ("Limit", "上限"),
    "histogram tokens": (
        "Sizes of {chunks:chunk|chunks} under profile {profile}: P50 {p50}, P90 {p90}, largest {maximum}, "
        "limit {budget} tokens",
        "切分方案 {profile} 下 {chunks} 块的大小：P50 {p50}，P90 {p90}，最大 {maximum}，上限 {budget} token",
    ),
    "histogram characters": (
        "Sizes of {chunks:chunk|chunks} under profile {profile}: P50 {p50}, P90 {p90}, largest {maximum}, "
        "limit {budget} characters",
        "切分方案 {profile} 下 {chunks} 块的大小：P50 {p50}，P90 {p90}，最大 {maximum}，上限 {budget} 字符",
    ),
    "bin tokens": ("{interval} tokens: {chunks:chunk|chunks}", "{interval} token：{chunks} 块"),
    "bin characters": ("{interval} characters: {chunks:chunk|chunks}", "{interval} 字符：{chunks} 块"),
    "profile": ("Profile", "切分方案"),
    "documents": ("Documents", "文档"),
    "chunks": ("Chunks", "块数"),
    "mean": ("Mean", "平均"),
    "largest": ("Largest", "最大"),
    "over": ("Over the limit", "超出上限"),
    "fragments": ("Fragments", "碎块"),
    "tokens": ("tokens", "token"),
    "characters": ("characters", "字符"),
    "size": ("Size", "大小"),
    "largest chunks": ("Largest chunks", "最大的块"),
    "explained": (
        "Sizes are those of the text as embedded, with heading path and overlap. A percentile is the smallest size "
        "that so many per cent of the chunks do not exceed. A fragment's own text is smaller than min-tokens.",
        "大小按嵌入时的文字计算，含标题路径与重叠。百分位数指：不超过该值的块至少占相应百分比。"
        "碎块指自身文字少于 min-tokens 的块。",
    ),
}


def word(name: str, language: Language, /, **values: Any) -> str:
    """A text of a page in one language with its placeholders filled; raises KeyError for an unknown name.

    >>> word("error", "en", count=2), word("by rule", "zh-CN")
    ('2 errors', '按规则')
    """
    return filled(WORDS[name][language == "zh-CN"], values)
