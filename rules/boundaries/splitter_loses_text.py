"""CL407: text of the page that none of the splitter's chunks holds."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

RULE = Rule(
    code="CL407",
    name="splitter-loses-text",
    scope="document",
    severity="error",
    summary={
        "en": "The splitter drops text of the page",
        "zh-CN": "切分时丢掉了页面上的文字",
    },
    messages={
        "default": {
            "en": "The splitter leaves {words:word|words} out of every chunk: “{excerpt}”. No search finds them. Move "
            "them into a paragraph of their own, or use another splitter.",
            "zh-CN": "切分时有 {words} 个字词没有进入任何一块：“{excerpt}”。读者怎么查都查不到。"
            "请改成单独的一段，或换用别的切分方式。",
        },
        "heading": {
            "en": "The splitter drops the heading “{excerpt}”. It has no text of its own, so no search finds it. Write "
            "a sentence under it, or use a splitter that keeps headings.",
            "zh-CN": "切分时丢掉了标题“{excerpt}”。它下面没有自己的正文，读者按它查不到。"
            "请在标题下写一句话，或换用保留标题的切分方式。",
        },
        "all": {
            "en": "The splitter stores nothing of this page. No search finds any of it. Write text under its headings, "
            "or use another splitter.",
            "zh-CN": "切分之后，这个页面什么也没有留下。读者查不到其中任何内容。"
            "请在标题下写上正文，或换用别的切分方式。",
        },
        "timeout": {
            "en": "The splitter {splitter} took longer than {seconds:second|seconds} and was stopped. Nothing of this "
            "page is checked, and its pipeline may store nothing of it either. Divide the page, or set a larger "
            "timeout in the profile.",
            "zh-CN": "{splitter} 超过 {seconds} 秒没有切完，已停止。这个页面没有检查，流水线也可能无法处理它。"
            "请把页面拆开，或在切分方案里调大 timeout。",
        },
        "resting": {
            "en": "The splitter {splitter} was not tried: it took too long on the pages before. Nothing of this page "
            "is checked. Find out what it hangs on, or set a larger timeout in the profile.",
            "zh-CN": "没有用 {splitter} 处理这个页面：它在前面的页面上超时。这个页面没有检查。"
            "请查明它卡在哪里，或在切分方案里调大 timeout。",
        },
        "failed": {
            "en": "The splitter {splitter} fails on this page ({error}). Nothing of it is checked, and its pipeline "
            "may store nothing of it either. Look what in the page it stumbles over.",
            "zh-CN": "{splitter} 处理这个页面时出错（{error}）。这个页面没有检查，流水线也可能无法处理它。"
            "请查看是页面中的什么内容引起的。",
        },
        "empty": {
            "en": "The splitter {splitter} gives no text for this page, though it has some. Nothing of it is checked, "
            "or found by a search. Mend the splitter, or use another one.",
            "zh-CN": "页面有内容，{splitter} 却没有给出任何文字。这个页面没有检查，读者也查不到它。"
            "请修正切分程序，或换用别的切分方式。",
        },
        "reordered": {
            "en": "The splitter {splitter} gives chunk {chunk} out of the page's order: “{excerpt}”. So no place can "
            "be told, and nothing of this page is checked. Let it give chunks in the order of the text.",
            "zh-CN": "{splitter} 给出的第 {chunk} 块与页面的先后顺序不符：“{excerpt}”。"
            "因此无法确定位置，这个页面没有检查。请让它按原文顺序给出各块。",
        },
        "foreign": {
            "en": "The splitter {splitter} gives text that is not on this page: “{excerpt}” in chunk {chunk}. Readers "
            "would get answers that nobody wrote. Mend the splitter, or use another one.",
            "zh-CN": "{splitter} 给出了页面上没有的文字：第 {chunk} 块中的“{excerpt}”。"
            "读者会看到没有人写过的内容。请修正切分程序，或换用别的切分方式。",
        },
        "format": {
            "en": "The splitter {splitter} gives no list of texts, but {given}. So nothing of this page is checked. "
            "Let it return a list of strings, or of tables with a text.",
            "zh-CN": "{splitter} 给出的不是文字列表，而是 {given}。因此这个页面没有检查。"
            "请让它返回字符串列表，或含有 text 的字典列表。",
        },
    },
)

# Enough to know the place by.
_EXCERPT = 32
_NOTHING = {"words": 0, "excerpt": "", "splitter": "", "seconds": 0, "error": "", "chunk": 0, "given": ""}


def digest(document: Document, context: Context) -> object:
    """Nothing: a page is followed edit by edit only where our own splitter cuts it, which loses nothing."""
    return ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each lost stretch at its place; a splitter that fails is reported on the first line."""
    failure = context.splitter_failure
    if failure is not None:
        data = {**_NOTHING, **failure.data}
        yield Report(*_first_line(document), {**data, "excerpt": _shortened(data["excerpt"])}, failure.reason)
        return
    for loss in context.losses:
        data = {**_NOTHING, "words": loss.words, "excerpt": _shortened(loss.text)}
        variant = "all" if not context.chunks else "heading" if loss.kind == "heading" else "default"
        yield Report(loss.start, loss.end, data, variant, anchor=loss.text)


def _first_line(document: Document) -> tuple[int, int]:
    line = document.lines.line_of(len(document.text) - len(document.text.lstrip()))
    start, text = document.lines.start(line), document.lines.line_text(line)
    return start, start + len(text.rstrip())


def _shortened(text: str) -> str:
    return text if len(text) <= _EXCERPT else text[:_EXCERPT].rstrip() + "…"
