"""The door to the formats: picks the reader of a file by its name and turns text into a Document."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from chunklint.documents.model import Block, Document
    from chunklint.text.positions import LineIndex

# File name endings, lower case, and the format that reads them.
FORMATS = {".md": "markdown", ".markdown": "markdown", ".mdx": "mdx", ".ipynb": "notebook"}
# Files known by their whole name, lower case: the index of a site's pages for language models, and all pages in one.
LLMS_TXT = "llms.txt"
LEGAL_TEXTS = frozenset({"license", "licence", "licenses", "licences", "copying", "notice", "notices", "unlicense"})
# Characters at the head of a page in which programs say that they wrote it.
_HEAD = 500
_GENERATED = (
    r"(?:<!--|\{/\*|\[//\]:)[^>}\]]*?(?:@generated|do not (?:edit|modify|change)|(?:auto|automatically )-?generated|"
    r"generated (?:by|from|file)|自动生成|请勿(?:手动|直接)?(?:修改|编辑))"
)
NAMES = {LLMS_TXT: "markdown", "llms-full.txt": "markdown"}


class Reader(Protocol):
    """Reads one format; ``blocks`` are top-level blocks in source order with every character accounted for."""

    format: str

    def read(self, text: str, lines: LineIndex) -> tuple[Block, ...]:
        """The blocks of a whole text."""
        ...

    def read_slice(self, text: str, lines: LineIndex, first: int, last: int) -> list[Block]:
        """The blocks of the lines ``first`` to ``last`` (exclusive), read as if nothing stood before them."""
        ...


def format_of(path: str) -> str | None:
    """The format of a file by its name, None for one that chunklint does not read."""
    name = path.rsplit("/", 1)[-1].lower()
    dot = name.rfind(".")
    return NAMES.get(name) or FORMATS.get(name[dot:]) if dot >= 0 else None


def is_page_index(path: str) -> bool:
    """Whether a file is an llms.txt: a list of pages that is read whole, and no page that is cut."""
    return path.rsplit("/", 1)[-1].lower() == LLMS_TXT


def is_legal_text(path: str) -> bool:
    """Whether a file is a licence or a notice by its name: a text that nobody may mend."""
    name = path.rsplit("/", 1)[-1].lower()
    return name.replace("-", ".").replace("_", ".").partition(".")[0] in LEGAL_TEXTS


def is_generated(text: str) -> bool:
    """Whether a comment at a page's head says that a program wrote it: mending it is in vain."""
    head = text[:_HEAD]
    if "<!--" not in head and "{/*" not in head and "[//]:" not in head:
        return False
    import re

    return re.search(_GENERATED, head, re.IGNORECASE) is not None


def reader_for(path: str) -> Reader:
    """The reader for a path; a name of no known format is read as Markdown (standard input, untitled buffers)."""
    from chunklint.documents.markdown import MARKDOWN, MDX

    return MDX if format_of(path) == "mdx" else MARKDOWN


def read_document(text: str, path: str = "-") -> Document:
    """The Document of a text; a byte order mark at its start is taken off.

    The text of a notebook is its JSON. Raises NotebookError, an OSError, where it is none.

    >>> [block.kind for block in read_document("# Title\\n\\nText.").blocks]
    ['heading', 'paragraph']
    """
    from chunklint.documents.model import Document
    from chunklint.text.positions import LineIndex

    has_bom = text.startswith("\ufeff")
    text = text[has_bom:]
    if format_of(path) == "notebook":
        from chunklint.documents.notebook import read_notebook

        return read_notebook(text, path, has_bom=has_bom)
    reader = reader_for(path)
    lines = LineIndex(text)
    return Document(path, text, reader, reader.read(text, lines), lines, has_bom=has_bom)
