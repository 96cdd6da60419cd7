"""A page with many kinds of problems in two languages, and random edits of it; nothing is checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN

if TYPE_CHECKING:
    import random

_WORDS = "Some words that fill a chunk with text, so that it has to be cut somewhere. "
_HAN = "这些文字用来填满一块，让它不得不在某处切开。"
PAGE = f"""\
# Page

## Empty

#### Skipped

Text with a pass\u200bword, 😀 and 中文 pass\u200bword.

##No heading

## Long

{_WORDS * 12}

{_WORDS * 12}

As mentioned above, {"this is a sentence that goes on and on, " * 9}and ends.

## 长的一节

{_HAN * 12}

如上所述，{"这是一个很长很长的句子，" * 14}到此为止。

{_HAN * 14}

## Table

Values of the settings:

| name | value |
| --- | --- |
{"| a setting with a name | 取值与说明 and a few more words |" + chr(10)}{
    "| a setting with a name | 取值与说明 and a few more words |" + chr(10)
}{("| another setting | its value, with some words about it |" + chr(10)) * 40}
## Code

Run these commands:

```python
{"def function(argument):" + chr(10) + "    return argument + 1" + chr(10) * 2}{
    ("print('some code that is long enough')" + chr(10)) * 60
}```

<!-- chunklint-disable-next-line CL203 -->
## Nothing to switch off

> Quoted text,
> with a pass\u200bword.

1. One

   - two
"""
# Pieces that turn what follows into something else, and words in scripts whose characters differ in width.
PIECES = (
    *PLAIN,
    *EXTENDED,
    *LINE_ENDS,
    *("\n\n# Heading\n\n", "Some words. ", "一句话。", "\u200b", "see above", "😀", "\n", "\n\n"),
    *("<!-- chunklint-disable-next-line CL203 -->\n", "<!-- chunklint-disable -->", "| a | b |\n| - | - |\n"),
    *("word " * 80, "汉字" * 150, "```\n" + "code()\n" * 60 + "```\n", "---\ntitle: x\n---\n"),
)
# An opened fence or a suppression soon hides all that could be found: after so many edits the page is as it was.
EDITS_IN_A_ROW = 8


def random_edit(text: str, number: int, chosen: random.Random, page: str = PAGE) -> tuple[int, int, str]:
    """Start and end (code points) of what an edit replaces, and by what; mostly little."""
    if number % EDITS_IN_A_ROW == 0:
        return (0, len(text), page)
    start = chosen.randrange(len(text) + 1)
    end = min(len(text), start + chosen.choice((0, 0, 0, 1, 5, 40, 400)))
    # Between \r and \n clients have no position.
    if any(text[at - 1 : at + 1] == "\r\n" for at in (start, end) if at):
        return (0, 0, "")
    return (start, end, "".join(chosen.choices(PIECES, k=chosen.randrange(3))))
