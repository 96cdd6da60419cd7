"""The values of preview chunking: a profile says how to cut, a chunk is what would be embedded; nothing is cut here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from chunklint.chunking.code.model import CodeParser
    from chunklint.documents.model import Document
    from chunklint.tokens import TokenCounter

Span: TypeAlias = tuple[int, int]
ChunkKind = Literal["prose", "table", "code", "list", "mixed"]
Merge = Literal["none", "fill", "overfill"]
OptionValue: TypeAlias = "bool | int | str | tuple[str, ...]"

# 400 lies inside the 300-600 tokens that suit most text; of English chunks cut at 512 cl100k tokens 19 % overflow an
# embedding model that reads 512 of its own tokens, at 400 0.6 % do.
DEFAULT_MAX_TOKENS = 400
# What LangChain's and LlamaIndex's semantic splitters cut at by default: the 5 % of places that are least alike.
DEFAULT_CUT_PERCENTILE = 95
DEFAULT_TOKENIZER = "cl100k_base"
# Seconds for one page in somebody else's splitter. The slowest of eleven, unstructured, cuts 0.03 MB a second, and nine
# in ten pages have under 0.05 MB.
DEFAULT_TIMEOUT = 30


@dataclass(frozen=True, slots=True)
class Profile:
    """A splitter with its parameters; sizes are tokens of ``tokenizer`` (characters for ``"characters"``).

    ``overlap`` and ``min_tokens`` follow ``max_tokens`` (an eighth, a quarter) where they are not set, which gives
    50 and 100 at the default of 400. ``separators`` and ``keep_separator`` are for ``recursive`` only: None means its
    own list, which keeps separators at the end of what they close; given ones are kept at the start, as LangChain does.
    """

    name: str = "default"
    splitter: str = "structure"
    tokenizer: str = DEFAULT_TOKENIZER
    max_tokens: int = DEFAULT_MAX_TOKENS
    overlap: int = -1
    min_tokens: int = -1
    heading_path: bool = True
    repeat_table_header: bool = False
    code_parser: CodeParser = "lines"
    embedding: str = "lexical"
    cut_percentile: int = DEFAULT_CUT_PERCENTILE
    cut_similarity: int | None = None
    parent_max_tokens: int = -1
    separators: tuple[str, ...] | None = None
    keep_separator: Literal["start", "end", "none"] | None = None
    delimiters: tuple[str, ...] = ()
    merge: Merge = "fill"
    clean: tuple[str, ...] = ()
    heading_depth: int = 0
    splitter_options: tuple[tuple[str, OptionValue], ...] = ()
    python: str | None = None
    timeout: int = DEFAULT_TIMEOUT
    embedding_model: str | None = None
    model_limit: int | None = None

    def __post_init__(self) -> None:
        if self.overlap < 0:
            object.__setattr__(self, "overlap", self.max_tokens // 8)
        if self.min_tokens < 0:
            object.__setattr__(self, "min_tokens", self.max_tokens // 4)
        if self.parent_max_tokens < 0:
            object.__setattr__(self, "parent_max_tokens", 4 * self.max_tokens)

    @property
    def cuts_at_structure(self) -> bool:
        """Whether the splitter looks at headings and blocks first, and at sizes second."""
        return self.splitter in ("structure", "semantic", "parents")


class Chunk:
    """One chunk of a document under a profile.

    ``spans`` are the chunk's own body in the source (code points, ends exclusive), ``overlap`` the span repeated from
    the chunk before, ``prefix`` and ``suffix`` what the splitter adds. ``text`` is what would be embedded, ``tokens``
    its size in the profile's unit; both are made when first asked for.
    """

    __slots__ = (
        "_text",
        "_tokens",
        "code_parser",
        "counter",
        "document",
        "heading_path",
        "index",
        "kind",
        "overlap",
        "parent_id",
        "prefix",
        "spans",
        "suffix",
    )

    def __init__(
        self,
        index: int,
        document: Document,
        counter: TokenCounter,
        spans: tuple[Span, ...],
        *,
        prefix: str = "",
        suffix: str = "",
        overlap: Span | None = None,
        heading_path: tuple[str, ...] = (),
        kind: ChunkKind = "prose",
        parent_id: str | None = None,
        text: str | None = None,
        tokens: int = -1,
        code_parser: CodeParser = "lines",
    ) -> None:
        self.index = index
        self.document = document
        self.counter = counter
        self.spans = spans
        self.prefix = prefix
        self.suffix = suffix
        self.overlap = overlap
        self.heading_path = heading_path
        self.kind = kind
        self.parent_id = parent_id
        self._text = text
        self._tokens = tokens
        self.code_parser = code_parser

    def __repr__(self) -> str:
        return f"Chunk({self.index}, {self.spans}, {self.kind})"

    @property
    def start(self) -> int:
        """Where the body starts in the source (code points)."""
        return self.spans[0][0]

    @property
    def end(self) -> int:
        """Where the body ends in the source (code points, exclusive)."""
        return self.spans[-1][1]

    @property
    def text(self) -> str:
        """The text as it would be embedded: prefix, overlap, body and suffix."""
        if self._text is None:
            source = self.document.text
            parts = [source[start:end] for start, end in self.spans]
            if self.overlap is not None:
                first, last = self.overlap
                parts[0] = source[first:last] + joint(source[last : self.spans[0][0]]) + parts[0]
            self._text = self.prefix + "\n\n".join(parts) + self.suffix
        return self._text

    @property
    def tokens(self) -> int:
        """The size of ``text`` in the profile's unit."""
        if self._tokens < 0:
            self._tokens = self.counter.count(self.text)
        return self._tokens

    def moved(self, document: Document, index: int, offset: int) -> Chunk:
        """The same chunk in a document where its text stands further down by some code points."""
        overlap = self.overlap
        return Chunk(
            index,
            document,
            self.counter,
            tuple([(start + offset, end + offset) for start, end in self.spans]),
            prefix=self.prefix,
            suffix=self.suffix,
            overlap=None if overlap is None else (overlap[0] + offset, overlap[1] + offset),
            heading_path=self.heading_path,
            kind=self.kind,
            parent_id=self.parent_id,
            text=self._text,
            tokens=self._tokens,
        )

    @property
    def metadata(self) -> dict[str, object]:
        """What is stored beside the text: document type and id, section, place, and what tables and code add."""
        from chunklint.chunking.metadata import describe

        return describe(self)


def joint(between: str) -> str:
    """What joins two stretches of source in a chunk: what stands between them, or a blank line in place of a gap block.

    >>> joint("\\n> "), joint("\\n\\n<!-- hidden -->\\n\\n")
    ('\\n> ', '\\n\\n')
    """
    return between if not between.strip(" \t\r\n>") else "\n\n"
