"""Calls the libraries as their users do, without chunklint; run by the Python that has the library installed.

``python oracles.py NAME`` reads JSON, a line each: first the settings (size, overlap, a ``.tiktoken``
file), then texts.
For each text it writes a line: ``{"chunks": [...]}``, or ``{"failed": ...}`` with what the library raised.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from io import BytesIO
from typing import Any


def main() -> None:
    """Answer requests until the input ends."""
    cut = globals()[sys.argv[1].replace("-", "_")]
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    settings = json.loads(sys.stdin.buffer.readline())
    encoding = _encoding(settings["vocabulary"], settings["pattern"]) if settings["vocabulary"] else None
    for line in sys.stdin.buffer:
        try:
            answer = {"chunks": cut(json.loads(line), settings["size"], settings["overlap"], encoding)}
        except Exception as error:
            answer = {"failed": f"{type(error).__name__}: {error}"[:300]}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _encoding(file: str, pattern: str) -> Any:
    import tiktoken

    ranks = {}
    with open(file, "rb") as lines:  # noqa: PTH123
        for line in lines:
            token, rank = line.split()
            ranks[base64.b64decode(token)] = int(rank)
    return tiktoken.Encoding("cl100k_base", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def _count(encoding: Any) -> Any:
    return lambda text: len(encoding.encode(text, disallowed_special=()))


def langchain_recursive(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from langchain_text_splitters import RecursiveCharacterTextSplitter as Splitter

    return Splitter(chunk_size=size, chunk_overlap=overlap, length_function=_count(encoding)).split_text(text)


def langchain_markdown(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from langchain_text_splitters import MarkdownTextSplitter as Splitter

    return Splitter(chunk_size=size, chunk_overlap=overlap, length_function=_count(encoding)).split_text(text)


def langchain_markdown_header(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from langchain_text_splitters import MarkdownHeaderTextSplitter as Splitter

    headers = [("#", "Header 1"), ("##", "Header 2"), ("###", "Header 3")]
    return [document.page_content for document in Splitter(headers_to_split_on=headers).split_text(text)]


def langchain_markdown_header_recursive(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

    headers = [("#", "Header 1"), ("##", "Header 2"), ("###", "Header 3")]
    by_headers = MarkdownHeaderTextSplitter(headers_to_split_on=headers).split_text(text)
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap, length_function=_count(encoding))
    return [document.page_content for document in splitter.split_documents(by_headers)]


def open_webui(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    import ftfy
    from langchain_core.documents import Document
    from langchain_text_splitters import MarkdownHeaderTextSplitter, RecursiveCharacterTextSplitter

    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = ftfy.fix_text(text, unescape_html=False, fix_character_width=False, uncurl_quotes=False)
    headers = [("#" * level, f"Header {level}") for level in range(1, 7)]
    sections = MarkdownHeaderTextSplitter(headers_to_split_on=headers, strip_headers=False).split_text(text)
    pages = [Document(page_content=section.page_content) for section in sections]
    splitter = RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=overlap, add_start_index=True)
    return [document.page_content.replace("\x00", "") for document in splitter.split_documents(pages)]


def llamaindex_sentence(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from llama_index.core import Document
    from llama_index.core.node_parser import SentenceSplitter

    encode = lambda text: encoding.encode(text, disallowed_special=())  # noqa: E731
    splitter = SentenceSplitter(chunk_size=size, chunk_overlap=overlap, tokenizer=encode)
    return [node.get_content() for node in splitter.get_nodes_from_documents([Document(text=text)])]


def llamaindex_markdown(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from llama_index.core import Document
    from llama_index.core.node_parser import MarkdownNodeParser

    return [node.get_content() for node in MarkdownNodeParser().get_nodes_from_documents([Document(text=text)])]


def chonkie_recursive(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from chonkie import RecursiveChunker

    return [chunk.text for chunk in RecursiveChunker(tokenizer=encoding, chunk_size=size)(text)]


def chonkie_sentence(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from chonkie import SentenceChunker

    return [chunk.text for chunk in SentenceChunker(tokenizer=encoding, chunk_size=size, chunk_overlap=overlap)(text)]


def semantic_text_splitter(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from semantic_text_splitter import MarkdownSplitter

    return list(MarkdownSplitter.from_tiktoken_model("gpt-4", size, overlap=overlap).chunks(text))


def docling_hybrid(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from docling.datamodel.base_models import DocumentStream
    from docling.document_converter import DocumentConverter
    from docling_core.transforms.chunker.hybrid_chunker import HybridChunker
    from docling_core.transforms.chunker.tokenizer.openai import OpenAITokenizer

    document = DocumentConverter().convert(DocumentStream(name="page.md", stream=BytesIO(text.encode()))).document
    chunker = HybridChunker(tokenizer=OpenAITokenizer(tokenizer=encoding, max_tokens=size))
    return [chunker.contextualize(chunk) for chunk in chunker.chunk(document)]


def unstructured_by_title(text: str, size: int, overlap: int, encoding: Any) -> list[str]:
    from unstructured.chunking.title import chunk_by_title
    from unstructured.partition.md import partition_md

    return [chunk.text for chunk in chunk_by_title(partition_md(text=text), max_characters=size, overlap=overlap)]


if __name__ == "__main__":
    main()
