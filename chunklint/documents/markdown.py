"""Reads Markdown and MDX: turns block tokens into blocks with exact spans; inline text is read elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from chunklint.documents.model import Block

if TYPE_CHECKING:
    from markdown_it.token import Token

    from chunklint.documents.block_parser import Mark
    from chunklint.documents.model import BlockKind
    from chunklint.text.positions import LineIndex

_COMMENT = re.compile(r"(?:<!--(?:(?!-->).)*-->\s*)+", re.DOTALL)
_MDX_COMMENT = re.compile(r"\{\s*/\*(?:(?!\*/).)*\*/\s*\}\s*", re.DOTALL)
_YAML_LINE = re.compile(r"\s*(?:#|-\s|[\w\"'.$-][^:]*:(?:\s|$)|\{)")

# Tokens that open a block with others inside, and the block's kind.
_CONTAINERS: dict[str, BlockKind] = {
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "list_item_open": "item",
    "blockquote_open": "quote",
    "alert_open": "admonition",
    "container_any_open": "admonition",
    "admonition_open": "admonition",
    "footnote_reference_open": "footnote",
    "dl_open": "list",
    "dt_open": "item",
    "dd_open": "item",
}
_FENCED = frozenset({"container_any_open", "admonition_open"})
_CLOSERS = frozenset(name.replace("_open", "_close") for name in _CONTAINERS)
_LEAVES: dict[str, BlockKind] = {
    "paragraph": "paragraph",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "hr": "break",
    "table": "table",
    "math_block": "math",
    "math_block_label": "math",
    "definition": "definition",
    "esm": "esm",
    "jsx": "html",
    "expression": "expression",
}


class MarkdownReader:
    """Reads Markdown as CommonMark and GFM with the flavours that documentation is written in."""

    format = "markdown"
    mdx = False

    def read(self, text: str, lines: LineIndex) -> tuple[Block, ...]:
        """The blocks of a whole text, front matter first."""
        front = front_matter(text, lines)
        if front is None:
            return tuple(self.read_slice(text, lines, 0, len(lines)))
        return (front, *self.read_slice(text, lines, front.end_line, len(lines)))

    def read_slice(self, text: str, lines: LineIndex, first: int, last: int) -> list[Block]:
        """The blocks of the lines ``first`` to ``last`` (exclusive), read as if nothing stood before them."""
        from chunklint.documents.markdown_parser import parse_blocks

        if first >= last:
            return []
        source = text[lines.start(first) : lines.start(last)]
        if "\r" in source:
            source = source.replace("\r\n", "\n").replace("\r", "\n")
        if "\0" in source:
            source = source.replace("\0", "\ufffd")
        tokens, state = parse_blocks(source, mdx=self.mdx)
        if state is None:
            return []
        return _Builder(text, lines, first, state.bMarks, state.marks).build(tokens)


class MdxReader(MarkdownReader):
    """Reads MDX: Markdown with imports, exports, JSX and expressions, without HTML and indented code."""

    format = "mdx"
    mdx = True


MARKDOWN = MarkdownReader()
MDX = MdxReader()


def front_matter(text: str, lines: LineIndex) -> Block | None:
    """The YAML (``---``) or TOML (``+++``) front matter at a text's first line, if it is closed and looks like it."""
    if not text.startswith(("---", "+++")):
        return None
    fence = text[:3]
    if lines.line_text(0).rstrip() != fence:
        return None
    closers = (fence, "...") if fence == "---" else (fence,)
    plausible = False
    for line in range(1, len(lines)):
        content = lines.line_text(line).rstrip()
        if content in closers:
            if not plausible and line > 1:
                return None
            end = lines.start(line) + len(content)
            info = "yaml" if fence == "---" else "toml"
            return Block("front_matter", 0, end, 0, line + 1, info=info)
        if content and not plausible:
            is_toml_table = fence == "+++" and content.startswith("[")
            if not _YAML_LINE.match(content) and "=" not in content and not is_toml_table:
                return None
            plausible = True
    return None


class _Open:
    """A container block whose end is not known yet."""

    __slots__ = ("at", "children", "kind", "token")

    def __init__(self, kind: BlockKind, token: Token, at: int) -> None:
        self.kind = kind
        self.token = token
        self.at = at
        self.children: list[Block] = []


class _Builder:
    """Turns one parse's tokens into blocks whose places count from the start of the text."""

    def __init__(
        self, text: str, lines: LineIndex, first_line: int, line_marks: list[int], marks: dict[int, Mark]
    ) -> None:
        self.text = text
        self.lines = lines
        self.first_line = first_line
        self.line_marks = line_marks
        self.marks = marks

    def build(self, tokens: list[Token]) -> list[Block]:
        blocks: list[Block] = []
        into = blocks
        stack: list[_Open] = []
        at, count = 0, len(tokens)
        while at < count:
            token = tokens[at]
            kind = _LEAVES.get(token.type)
            if kind is not None:
                into.append(self._leaf(kind, token, at, nested=bool(stack)))
            elif token.type == "setext":
                into.append(self._heading(token, token.content, at, "setext"))
            elif token.type == "heading_open":
                into.append(self._heading(token, tokens[at + 1].content, at, "atx"))
                at += 2
            elif token.type in _CONTAINERS:
                if token.type == "dd_open":
                    self._leave_out_term(token, into)
                stack.append(_Open(_CONTAINERS[token.type], token, at))
                into = stack[-1].children
            elif token.type in _CLOSERS:
                block = self._container(stack.pop(), nested=bool(stack))
                into = stack[-1].children if stack else blocks
                if (
                    not stack
                    and block.kind == "admonition"
                    and block.fence
                    and any(b.kind == "heading" for b in block.children)
                ):
                    into.extend(self._opened_up(block))
                else:
                    into.append(block)
            elif token.type == "inline" and stack and stack[-1].token.type == "dt_open":
                into.append(self._term(token))
            elif token.type == "alert_title_open" or token.type == "admonition_title_open":
                at += 2
            at += 1
        return blocks

    def _place(self, at: int, token: Token, *, nested: bool) -> tuple[int, int, int, int]:
        """Start, end, line and end line of a token's block, trailing blank lines left out."""
        mark = self.marks.get(at)
        if mark is not None:
            return self._span(mark.start, mark.line, mark.end_line, nested=nested)
        line, end_line = token.map or (0, 1)
        start = self.line_marks[line]
        return self._span(start, line, end_line, nested=nested, indented=True)

    def _span(
        self, mark: int, line: int, end_line: int, *, nested: bool, indented: bool = False
    ) -> tuple[int, int, int, int]:
        lines, text = self.lines, self.text
        start = lines.start(self.first_line + line) + mark - self.line_marks[line]
        blank = " \t>\r\n" if nested else " \t\r\n"
        last = self.first_line + end_line - 1
        while last > self.first_line + line and not text[lines.start(last) : lines.start(last + 1)].strip(blank):
            last -= 1
        end = lines.end(last)
        while end > start and text[end - 1] in " \t":
            end -= 1
        if indented:
            while start < end and text[start] in " \t>":
                start += 1
        return start, max(start, end), self.first_line + line, last + 1

    def _leaf(self, kind: BlockKind, token: Token, at: int, *, nested: bool) -> Block:
        start, end, line, end_line = self._place(at, token, nested=nested)
        if kind == "paragraph":
            return Block(kind, start, end, line, end_line, content=token.content)
        if kind == "code":
            fence = token.markup if token.type == "fence" else ""
            if not fence:
                start = _code_start(self.text, start, token.content)
            closed = not fence or _fence_closed(token)
            return Block(kind, start, end, line, end_line, info=token.info.strip(), fence=fence, closed=closed)
        comment = {"html": _COMMENT, "expression": _MDX_COMMENT}.get(kind)
        if comment is not None and comment.fullmatch(token.content.strip()):
            kind = "comment"
        return Block(kind, start, end, line, end_line, content=token.content if kind == "definition" else "")

    def _leave_out_term(self, token: Token, before: list[Block]) -> None:
        """Let a definition's lines start at its marker: the library counts a term's line to the definition after it."""
        line = cast("list[int]", token.map)
        if before and before[-1].line == self.first_line + line[0]:
            line[0] += 1
            if not self.lines.line_text(self.first_line + line[0]).strip(" \t>"):
                line[0] += 1

    def _term(self, token: Token) -> Block:
        """The text of a term that is defined: it takes one line, and may begin with what looks like a quote mark."""
        line = self.first_line + (token.map or (0, 1))[0]
        first, last = self.lines.start(line), self.lines.end(line)
        term = token.content.replace("\ufffd", "\0") if "\0" in self.text else token.content
        term = term or self.text[first:last].strip(" \t")
        start = max(first, self.text.rfind(term, first, last))
        return Block("paragraph", start, start + len(term), line, line + 1, content=token.content)

    def _heading(self, token: Token, content: str, at: int, style: str) -> Block:
        start, end, line, end_line = self._place(at, token, nested=False)
        return Block("heading", start, end, line, end_line, int(token.tag[1]), style, content)

    def _container(self, opened: _Open, *, nested: bool) -> Block:
        token, children = opened.token, tuple(opened.children)
        mark = self.marks.get(opened.at)
        if mark is not None or (token.map and token.type != "dt_open"):
            start, end, line, end_line = self._place(opened.at, token, nested=nested)
        else:
            start, end = children[0].start, children[-1].end
            line, end_line = children[0].line, children[-1].end_line
        level, info, closed = 0, token.info.strip(), True
        if token.type == "ordered_list_open":
            level = int((token.attrs or {}).get("start", 1))
        if token.type in ("bullet_list_open", "ordered_list_open", "list_item_open"):
            info = token.info + token.markup
        elif token.type == "container_any_open" and token.map and mark is not None:
            closed = mark.end_line > token.map[1]
        # As the source has it: tabs are parsed as admonitions.
        fence = self.text[start : start + len(token.markup)] if token.type in _FENCED else ""
        return Block(opened.kind, start, end, line, end_line, level, info, "", children, fence, closed)

    def _opened_up(self, block: Block) -> list[Block]:
        """A container that holds headings, as its marker lines and what lies between: its headings are the page's.

        The opening line's ``level`` is the number of lines of the whole container.
        """
        lines, last = self.lines, block.end_line - 1
        height = block.end_line - block.line
        opened = [Block("html", block.start, lines.end(block.line), block.line, block.line + 1, height, block.info)]
        has_end = block.closed and block.fence and last > block.line and block.children[-1].end_line <= last
        ends = [child.start for child in block.children[1:]] + [lines.start(last) if has_end else block.end]
        opened += map(self._with_last_marks, block.children, ends)
        if has_end:
            opened.append(Block("html", lines.start(last), block.end, last, last + 1, info=block.info))
        return opened

    def _with_last_marks(self, block: Block, end: int) -> Block:
        """A block that becomes one of the outermost, with the lines of nothing but quote marks at its end."""
        marks = self.text[block.end : end].rstrip(" \t\r\n")
        if not marks:
            return block
        end = block.end + len(marks)
        return block._replace(end=end, end_line=self.lines.line_of(end - 1) + 1)


def _code_start(text: str, start: int, content: str) -> int:
    """Where an indented code block starts: blanks that its first line has beyond the indentation are code."""
    own = len(content) - len(content.lstrip(" "))
    while own and start and text[start - 1] == " ":
        start -= 1
        own -= 1
    return start


def _fence_closed(token: Token) -> bool:
    """Whether a fence has its closing line: the content then has two lines fewer than the block."""
    content = token.content
    line, end_line = cast("list[int]", token.map)
    inside = content.count("\n") + (0 if content.endswith("\n") or not content else 1)
    return inside < end_line - line - 1
