"""CL605: a directive that another file's text replaces when the site is built, and that is all a source file holds."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator

from chunklint.api import Block, Context, Document, Report, Rule

RULE = Rule(
    code="CL605",
    name="unresolved-include",
    scope="document",
    by_passage=True,
    severity="info",
    summary={
        "en": "The text of another file is missing here until the site is built",
        "zh-CN": "这里要到建站时才填入另一个文件的内容",
    },
    messages={
        "default": {
            "en": "The text of {target} is put in here only when the site is built. Where the source is indexed, a "
            "search finds this line instead of the text. Index the built pages, or include the file before indexing.",
            "zh-CN": "这里要到建站时才会填入 {target} 的内容。若直接收录源文件，读者只能查到这一行，查不到正文。"
            "请收录建好的页面，或在收录之前先展开引用。",
        },
    },
    yields_to=("CL501",),
)


def _file(group: str) -> str:
    """The pattern of a file's name, in quotes or not, as a named group."""
    return rf"[\"']?(?P<{group}>(?<=[\"'])[^\"'\n]+|[^\s\"'<>{{}}%()\[\]|]+)[\"']?"


# Each way of writing it with the site builder that reads it; what is named like a file is the target.
_DIRECTIVES = (
    r"-{2,}8<-{2,}[ \t]+" + _file("snippets"),  # MkDocs, PyMdown snippets
    r"\{!(?:>)?[ \t]*(?P<markdown_include>[^\s!{}]+)[ \t]*!\}",  # markdown-include
    r"\{%-?[ \t]*(?:include|include_relative|include-markdown|include_cached|remote_include|render)[ \t]+"
    r"(?:file[ \t]*=[ \t]*)?" + _file("liquid") + r"[^\n]{0,300}?%\}",  # Jekyll, Jinja, Liquid, mkdocs-include-markdown
    r"\{%-?[ \t]*data[ \t]+(?P<reusable>(?:reusables|variables\.product|ui)\.[\w.-]+)[ \t]*-?%\}",  # GitHub's docs
    r"\{\{[<%][ \t]*/?\*?[ \t]*(?:include|readfile|snippet|codeblock|code_sample|partial|embed-md|include-md)"
    r"(?:[ \t]+file[ \t]*=|[ \t]+path[ \t]*=)?[ \t=]*" + _file("hugo") + r"[^\n]{0,300}?\}\}",  # Hugo
    r"\{\{[ \t]*#(?:include|rustdoc_include|playground|example|template)[ \t]+(?P<mdbook>[^\s{}]+)[^{}\n]*\}\}",
    r"\[!INCLUDE[ \t]*(?:\[[^\[\]\n]*\])?[ \t]*\((?P<docfx>[^()\n]+)\)\]",  # DocFX, Microsoft Learn
    r"<!--[ \t]*@include:[ \t]*(?P<vitepress>\S+?)[ \t]*-->",  # VitePress
    r"<<<[ \t]*(?P<vitepress_code>@?[./][^\s{}\[\]]+)",  # VitePress and VuePress
    r"@\[?(?:include|code)\]?\((?P<vuepress>[^()\n]+)\)",  # VuePress Theme Hope
    r"\[[^\[\]\n]*\]\((?P<docsify>[^()\n'\"]+?)[ \t]+['\"]:include[^()\n]*\)",  # docsify
    r"include::(?P<asciidoc>[^\s\[\]]+)\[[^\[\]\n]*\]",  # AsciiDoc
    r"\.\.[ \t]+(?:include|literalinclude)::[ \t]+(?P<rst>\S+)",  # reStructuredText
    r"@import[ \t]+\"(?P<enhanced>[^\"\n]+)\"",  # Markdown Preview Enhanced
    r"!!!?include[ \t]*\((?P<plugin>[^()\n]+)\)!*",  # markdown-it-include
    r"!\[\[(?P<obsidian>[^\[\]\n]+)\]\]",  # Obsidian
)
_ANY = re.compile("|".join(_DIRECTIVES), re.IGNORECASE)
# Each of them holds one of these, and most pages none. They begin with a single sign, since one that is nowhere is seen
# to be so a hundred times as fast as a few characters together; compiled when there is such a sign.
_HINTS = {
    "{": r"\{[%{!]",
    "@": r"@(?:\[?(?:include|code)|import)",
    "!": r"!(?:include|INCLUDE|\[\[)",
    "<": r"<(?:<<|(?<=8<)-)",
    ":": r":(?:include|:)",
}
_WHOLE_LINE = frozenset({"vitepress_code", "asciidoc", "rst", "enhanced"})
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp[34]|pdf|webm)\b", re.IGNORECASE)
# Pieces of a page that are no text of it.
_NO_TEXT = re.compile(
    r"(?:nav|banners?|contributors?|links|setup|footer|header|sidebar|head|toc|analytics|ads?|scripts?|icon|image|img"
    r"|figure|video|youtube|button|badge)(?:[-_.]\w+)*(?:\.html?)?$",
    re.IGNORECASE,
)
# In these languages a fence shows how a directive is written.
_SHOWS_SYNTAX = frozenset(
    {"md", "markdown", "mdx", "text", "txt", "html", "vue", "rst", "asciidoc", "adoc"}
    | {"jinja", "jinja2", "liquid", "django", "handlebars", "hbs", "twig"}
)
_PARTIAL = re.compile(
    r"^import[ \t]+(?P<name>[A-Z]\w*)[ \t]+from[ \t]+[\"'](?P<file>[^\"'\n]+\.mdx?)[\"']", re.MULTILINE
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each such directive in running text, and in code that consists of nothing else."""
    text = document.text
    hints = _hints(text)
    if hints:
        for block in document.walk():
            if bisect_left(hints, block.start) == bisect_left(hints, block.end):
                continue
            if block.kind in ("paragraph", "html", "comment", "definition"):
                yield from _in_text(block, context)
            elif block.kind == "code":
                yield from _in_code(block, context)
    if document.format == "mdx" and "import" in text:
        yield from _partials(document)


def _hints(text: str) -> list[int]:
    """Where the hints of a text stand, in order."""
    found: list[int] = []
    for sign, pattern in _HINTS.items():
        if sign in text:
            found += [match.start() for match in re.finditer(pattern, text)]
    return sorted(found)


def _in_text(block: Block, context: Context) -> Iterator[Report]:
    is_paragraph = block.kind == "paragraph"
    content = block.content if is_paragraph else context.document.text[block.start : block.end]
    code = [(run.start, run.end) for run in context.visible(block).runs if run.kind == "code"] if is_paragraph else []
    for match in _ANY.finditer(content):
        start, end = match.span()
        if any(first <= start < last for first, last in code) or not _is_include(match, content):
            continue
        if is_paragraph:
            offset = context.document.content_offset
            yield _report(offset(block, start), offset(block, end - 1) + 1, match)
        else:
            yield _report(block.start + start, block.start + end, match)


def _is_include(match: re.Match[str], content: str) -> bool:
    """Whether a directive brings text, not a picture, navigation or a script."""
    kind, target = match.lastgroup or "", _target(match)
    if _PICTURE.search(target) or _NO_TEXT.search(target):
        return False
    if kind in _WHOLE_LINE:
        before = content[content.rfind("\n", 0, match.start()) + 1 : match.start()]
        return not before.strip(" \t>")
    return True


def _in_code(block: Block, context: Context) -> Iterator[Report]:
    """Code that is nothing but directives has no code: a builder puts it there."""
    if context.code_language(block) in _SHOWS_SYNTAX or not context.code_language(block):
        return
    document = context.document
    lines = document.text[block.start : block.end].splitlines()
    inner = [line.strip() for line in (lines[1:-1] if block.fence else lines) if line.strip()]
    matches = [_ANY.fullmatch(line.lstrip("/#; ").rstrip(" ;")) for line in inner]
    if not matches or not all(matches):
        return
    first = matches[0]
    if first is None or not _is_include(first, first[0]):
        return
    start = document.text.index(first[0], block.start)
    yield _report(start, start + len(first[0]), first)


def _report(start: int, end: int, match: re.Match[str]) -> Report:
    return Report(start, end, {"target": _target(match)}, anchor=match[0])


def _target(match: re.Match[str]) -> str:
    return (match[match.lastgroup] if match.lastgroup else match[0]).strip()


def _partials(document: Document) -> Iterator[Report]:
    """Components that are other Markdown files: an import of such a file, reported where it is used."""
    files: dict[str, str] = {}
    for block in document.blocks:
        if block.kind == "esm":
            source = document.text[block.start : block.end]
            files |= {match["name"]: match["file"] for match in _PARTIAL.finditer(source)}
    if not files:
        return
    use = re.compile(rf"<({'|'.join(map(re.escape, files))})(?=[\s/>])[^<>]*/?>")
    for block in document.walk():
        if block.kind not in ("html", "paragraph"):
            continue
        source = document.text[block.start : block.end]
        for match in use.finditer(source):
            yield Report(
                block.start + match.start(), block.start + match.end(), {"target": files[match[1]]}, anchor=match[0]
            )
