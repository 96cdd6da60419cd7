"""Cuts as Open WebUI does by default: its text repair, then LangChain's Markdown headers, then LangChain's recursive.

Open WebUI is not imported: it is an application whose packages are pinned. What it calls, and with what, is said here
as its version 0.12 does it for a Markdown file with the settings it comes with, sizes aside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import ftfy
from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request

_HEADERS = [("#" * level, f"Header {level}") for level in range(1, 7)]
# What its database cannot hold.
_NOT_STORED = re.compile("[\x00\ud800-\udfff]")


def markdown(request: Request) -> list[Stored]:
    """The chunks of a page; sizes are characters."""
    # It reads a file as Python does by default, which makes every line end one sign.
    text = re.sub(r"\r\n?", "\n", request.text)
    repaired = ftfy.fix_text(text, unescape_html=False, fix_character_width=False, uncurl_quotes=False)
    sections = MarkdownHeaderTextSplitter(_HEADERS, strip_headers=False).split_text(repaired)
    splitter = RecursiveCharacterTextSplitter(chunk_size=request.size, chunk_overlap=request.overlap)
    return [Stored(_NOT_STORED.sub("", found.page_content)) for found in splitter.split_documents(sections)]
