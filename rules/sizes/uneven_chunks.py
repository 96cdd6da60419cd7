"""CL306: a page whose chunks differ in size so much that its largest ones are over twice its average."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Option, Related, Report, Rule

RULE = Rule(
    code="CL306",
    name="uneven-chunks",
    scope="document",
    severity="off",
    summary={
        "en": "A page's chunks are of very different sizes",
        "zh-CN": "一页的各块大小相差悬殊",
    },
    messages={
        "default": {
            "en": "One chunk in ten of this page has {high:token|tokens} or more, the average only {mean}. Answers are "
            "sometimes a line, sometimes a page. Divide the section on line {line}, and join the small ones.",
            "zh-CN": "本页有一成的块不少于 {high} token，平均却只有 {mean}。查到的内容时而一行，时而一大段。"
            "请拆分第 {line} 行的一节，并合并太小的小节。",
        },
    },
    options={
        "max-ratio": Option(
            2,
            "How many times the average the size may be that one chunk in ten reaches.",
            summary_zh="每十块中最大的一块，最多可以是平均的几倍。",
        ),
        "min-chunks": Option(10, "Pages of fewer chunks are not judged.", summary_zh="不足这么多块的页面不作判断。"),
    },
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the page at its first line, with its largest chunk."""
    chunks = context.chunks
    if len(chunks) < max(1, int(context.options["min-chunks"])):
        return
    sizes = sorted(chunk.tokens for chunk in chunks)
    mean = sum(sizes) / len(sizes)
    # The 90th percentile by nearest rank: the smallest size that nine chunks in ten do not exceed.
    high = sizes[-(-9 * len(sizes) // 10) - 1]
    if high <= int(context.options["max-ratio"]) * mean:
        return
    largest = max(chunks, key=lambda chunk: chunk.tokens)
    first = next((block for block in document.blocks if block.kind != "front_matter"), document.blocks[0])
    end = min(document.lines.end(document.lines.line_of(first.start)), first.end)
    yield Report(
        first.start,
        end,
        {"high": high, "mean": round(mean), "line": context.line(largest.start)},
        related=(Related(largest.start, largest.end, {"en": "the largest chunk", "zh-CN": "最大的一块"}),),
        anchor="uneven-chunks",
    )
