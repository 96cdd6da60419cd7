"""Where sentences end, as examples: a title, and a text with ``|`` at every expected end."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklint.text.sentences import sentence_spans
from tests.shared_material import shared

ENGLISH = [
    ("two plain sentences", "Open the lid.| Close it again.|"),
    ("question and exclamation", "Is it on? |Yes! |Go on.|"),
    ("no mark at the end", "It stops.| and then nothing"),
    ("soft wrap is no end", "This line\ngoes on\nto here.| Next."),
    ("blank line is an end", "No stop here|\n\nNew paragraph"),
    ("blank line with spaces", "No stop here|\n  \nNew paragraph"),
    ("title before a name", "Ask Dr. Smith first.| Then wait."),
    ("e.g. and i.e.", "Use a shell, e.g. Bash, i.e. the default.| Done."),
    ("etc. in the middle", "Cats, dogs, etc. are fine.| Birds too."),
    ("etc. at the end", "Cats, dogs, etc.| Birds are not."),
    ("etc. before an all-capital word", "Fix models, etc.| PR 12 follows."),
    ("vs. never ends", "This is A vs. B in short.| Yes."),
    ("U.S. in the middle", "The office in the U.S. opens early.| Yes."),
    ("U.S. before a name", "The U.S. Congress met.| It voted."),
    ("U.S. at the end", "She moved to the U.S.| The rest stayed."),
    ("figure reference", "See Fig. 3 and Eq. (2).| They agree."),
    ("number reference", "Take No. 5 off the shelf.| Good."),
    ("no as an answer", "The answer is no.| The other one is yes."),
    ("volume and page", "See vol. 4, pp. 3-9.| It is short."),
    ("p.m. in the middle", "We close at 5 p.m. every day.| Always."),
    ("p.m. before a weekday", "We met at 5 p.m. Monday.| It rained."),
    ("p.m. at the end", "We close at 5 p.m.| The door locks."),
    ("initials", "J. R. Smith wrote it.| He knew."),
    ("initial after a name", "Ask John F. Kennedy about it.| He knew."),
    ("single letter at the end", "Follow plan B.| The first one failed."),
    ("letters of a diagram", "A reset lies between C and D.| Similar resets follow."),
    ("two capitals at the end", "It was made by NG.| The next one was not."),
    ("initials after a name", "It is by Krueger F, Andrews SR.| Bismark aligns reads."),
    ("et al.", "See the part by Lee et al. (2020) for details.| Then go."),
    ("company", "It is sold by Foo Inc. in Ohio.| Yes."),
    ("month", "On Jan. 5 it began.| Later it ended."),
    ("decimal", "It costs 3.14 units.| Not more."),
    ("version", "Use v1.2.3 or later.| Older ones fail."),
    ("version at the end", "Use v1.2.| Older ones fail."),
    ("year at the end", "It began in 2019.| In 2020 it ended."),
    ("number after a year", "It began in 2019.| 30 people came."),
    ("file name", "Edit foo.md now.| Then edit bar.md.| Done."),
    ("domain", "Visit example.com.| Come back."),
    ("address of a machine", "It runs on 10.0.0.1 here.| Yes."),
    ("URL", "See https://a.b/c?d=e.f for more.| Then stop."),
    ("URL before the stop", "See https://a.b/c.| Then stop."),
    ("relative path", "Run ./build.sh or ../run.sh now.| Then stop."),
    ("lower case after a stop", "Stop the server first.| kubectl then restarts it."),
    ("ellipsis in the middle", "Wait ... then go on.| Good."),
    ("ellipsis at the end", "And so on...| The rest is easy."),
    ("quote with a question", '"Is it ok?" she said.| He nodded.'),
    ("quote at the end", 'He said "go."| Then he left.'),
    ("curly quote, lower case after it", "It says “not in PATH.” and stops.| Install it."),
    ("bracket at the end", "It works (most of the time).| Try it."),
    ("sentence in brackets", "It works.| (See the manual.)| Try it."),
    ("sentences in brackets stay together", "It works.| (It is new. It is fast.)| Try it."),
    ("emphasis around the stop", "**Stop here.**| Then go."),
    ("emphasis of a word", "Press *Enter*.| Then go."),
    ("stop in a code span", "Run `a. B` and `c? D` now.| Then go."),
    ("double backticks", "Run ``a ` b. C`` now.| Then go."),
    ("stop in a formula", "Take $x. Y$ as given.| Then go."),
    ("prices are no formula", "It costs $5.| The other costs $6."),
    ("stop in a link target", "See [text](http://a.b/c?d=e. f) now.| Then go."),
    ("stop in a link's text", "See [This one. That one](a.md) now.| Then go."),
    ("link with the stop inside", "[See the docs.](a.md)| Then go."),
    ("stop in a tag", 'See <img alt="A. B"> here.| Then go.'),
    ("closing tag after the stop", "<b>Stop here.</b>| Then go."),
    ("footnote after the stop", "It is known.[^1]| Then go."),
    ("superscript after the stop", "It is known.<sup>1</sup>| Then go."),
    ("marker at the start", "1. Install it.| 2. Run it.|"),
    ("marker on a later line", "Do this:\n1. Install it.| Done."),
    ("letter marker", "a. Install it.| b. Run it.|"),
    ("caption", "Table 1. Sizes of all parts.| They vary."),
    ("quoted lines", "> It stops.\n|> It goes on."),
    ("emoji after a stop", "Fix it.| 🐛 Bugs are gone."),
]

CHINESE = [
    ("两句", "打开盖子。|再关上。|"),
    ("问号和感叹号", "开了吗？|开了！|走吧。|"),
    ("连用的标点", "真的吗？！|是的。|"),
    ("分号不是句末", "他走了；她没有动。|完。"),
    ("冒号不是句末", "步骤如下：打开盖子。|完。"),
    ("软换行不是句末", "这一行\n接着写。|下一句。"),
    ("空行是句末", "没有句号|\n\n新的一段"),
    ("引号后面接着说", "他说：“机器已经停了。”然后离开了车间。|完。"),
    ("引号在句末", "他说：“好。”|\n然后走了。"),
    ("引号开头接着说", "“小心！”他喊道。|完。"),
    ("引号连着引号", "“好。”|“再见。”|"),
    ("引号里有两句", "他说：“天气好！我们走。”然后走了。|完。"),
    ("直角引号", "他问：「真的停了？」大家都点头。|完。"),
    ("嵌套引号", "他说：「听到『停。』就停。」然后走了。|完。"),
    ("书名号里的问号", "《怎么办？》是一本书。|很旧。"),
    ("直引号", '他说"好。"然后走了。|完。'),
    ("句号后面是开直引号", '他走了。|"好的"是口头语。|完。'),
    ("括号自成一句", "他走了。|（详情见手册。）|值班员来了。"),
    ("括号在句中", "他走了（谁都看见了。）以后没有回来。|完。"),
    ("括号在句末", "他走了（详情见手册）。|完。"),
    ("引号后有逗号", "听到“停了吗？”，请回答。|完。"),
    ("引号后有句号", "他问“停了吗？”。|完。"),
    ("省略号在句中", "等等……都可以。|完。"),
    ("省略号后有句号", "等等……。|完。"),
    ("六个点", "等等......都可以。|完。"),
    ("破折号", "机器——旧的那台——停了。|完。"),
    ("加粗后面接下一句", "**先看温度。**|再看湿度。"),
    ("下一句是加粗", "先看温度。|**再看湿度。**|完。"),
    ("下划线", "先看温度。|_再看湿度_。|完。"),
    ("代码里的句号", "运行 `a。b` 即可。|完。"),
    ("句后是代码", "先运行。|`foo` 是命令。|完。"),
    ("版本号", "版本 3.5 已发布。|见图3。|"),
    ("半角句号后接汉字", "用 foo.md.|然后重启。|"),
    ("半角句号在汉字之间", "先停机.|再断电.|完."),
    ("半角问号", "好吗?|好!|完。"),
    ("中英混排", "用 Node.js 和 v1.2。|Then restart.| 再看 e.g. 手册。|完。"),
    ("英文缩写接汉字", "苹果公司 Apple Inc.的产品。|完。"),
    ("序号", "1.打开盖子。|2.关上。|"),
    ("汉字序号", "一. 打开盖子。|二. 关上。|"),
    ("链接文字", "见[说明。附录](a.md)。|完。"),
    ("链接里的句号", "[见说明。](a.md)|完。"),
    ("脚注", "已经证实。[^1]|完。"),
    ("网址", "见 https://a.b/c。|完。"),
]


def marked(text: str) -> str:
    """The text with ``|`` at every end that `sentence_spans` finds."""
    ends = [end for _, end in sentence_spans(text)]
    parts = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return "|".join(parts)


def plain(text: str) -> str:
    """As `marked`, for comparing: white space beside a mark and a mark at the very end mean nothing."""
    return "|".join(part.strip() for part in text.split("|")).rstrip("|")


@pytest.mark.parametrize(("title", "text"), ENGLISH + CHINESE, ids=[title for title, _ in ENGLISH + CHINESE])
def test_ends(title: str, text: str) -> None:
    assert plain(marked(text.replace("|", ""))) == plain(text)


@pytest.mark.parametrize(
    ("case", "block", "ends"),
    [
        ("36-zh-sentence-too-long", 1, ["开始正式生产。"]),
        ("38-zh-quotes-after-full-stop", 1, ["离开了车间。", "手册。）", "都点头。"]),
        ("40-en-abbreviations", 1, ["called ClueFix NG.", "at night.", "for details.", "every day.", "no setup."]),
        ("42-hard-wrapped-long-sentence", 1, ["the outer layer."]),
        ("93-zh-bold-next-to-punctuation", 2, ["红线。**", "时间。"]),
    ],
)
def test_cases(case: str, block: int, ends: list[str]) -> None:
    text = shared("cases", case, "input.md").read_text(encoding="utf-8").split("\n\n")[block].strip()
    spans = sentence_spans(text)
    assert len(spans) == len(ends)
    for (_, end), tail in zip(spans, ends, strict=True):
        assert text[:end].endswith(tail)


def test_no_sentence_starts_with_a_closing_mark() -> None:
    page = shared("cases", "38-zh-quotes-after-full-stop", "input.md").read_text(encoding="utf-8")
    assert [page[start] for start, _ in sentence_spans(page) if page[start] in "”）」"] == []


def test_long_quotation_is_cut_inside() -> None:
    text = "他说：“" + "这台机器已经停了很久。" * 20 + "”然后走了。"
    assert len(sentence_spans(text)) > 15


PROSE = st.text(alphabet="ab Z.?!…。！？”“\"'()（）[]*_`$<>\n1:/，", max_size=60) | st.text(max_size=40)


@given(PROSE)
@example("a.\n\n\n b")
def test_spans_cover_all_but_white_space(text: str) -> None:
    spans = sentence_spans(text)
    at = 0
    for start, end in spans:
        assert at <= start < end
        assert text[at:start].strip() == ""
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        at = end
    assert text[at:].strip() == ""


@pytest.mark.parametrize(
    "flood", ["(。", "“。", "。”a", "*. ", ". ", "[a.](", "`. A", "<a . A", "$a. A", "<!-- . ", "e.g. "]
)
def test_time_grows_with_the_length_only(flood: str) -> None:
    def seconds(count: int) -> float:
        text = flood * (count // len(flood))
        start = time.process_time()
        sentence_spans(text)
        return time.process_time() - start

    small, large = min(seconds(20_000) for _ in range(3)), seconds(160_000)
    assert large < 30 * max(small, 0.004)  # eightfold text; a quadratic scan would take 64 times as long
