"""Findings as one web page with charts and a table that can be sorted and searched; it loads nothing from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.charts import SEGMENTS, Bar, bars, histogram
from chunklint.report.concise import cell_of, summary
from chunklint.report.page import page, text
from chunklint.report.page_words import word
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunklint.engine.model import Severity
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import Excerpt, FindingRecord
    from chunklint.report.rule_pages import RulePage

# Rows of a chart: what is seen at a glance.
_ROWS = 12
# Characters of a source line shown before and after the reported place, and of the place itself.
_AROUND, _MARKED = 60, 160
_RANKS: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2, "off": 3}

# A page's links lead to its neighbours, which a report does not have; a picture would have to be loaded.
_LINKS = ("link_open", "link_close", "image")

Counts = dict[str, list[int]]


class Reporter:
    """Keeps a row a finding and the counts for the charts; writes the page at the end."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._language = style.language
        self._rows: list[str] = []
        self._pages: Counts = {}
        self._folders: Counts = {}

    def add(self, records: Sequence[FindingRecord]) -> None:
        for record in records:
            self._rows.append(self._row(record))
            for counts, name in ((self._pages, record.path), (self._folders, record.path.rpartition("/")[0])):
                of_name = counts.setdefault(name, [0, 0, 0])
                if record.severity in SEGMENTS:
                    of_name[SEGMENTS.index(record.severity)] += 1

    def finish(self, tally: Tally) -> None:
        for piece in page(word("report", self._language), self._parts(tally), self._language):
            self._write(piece)

    def _parts(self, tally: Tally) -> Iterator[str]:
        language = self._language
        yield f'<a class="skip" href="#findings">{text(word("skip", language))}</a>\n'
        yield f"<header><h1>{text(word('report', language))}</h1>\n"
        yield f'<p class="lead quiet">{text(summary(tally, language))}</p>\n<ul class="tiles">'
        yield f"<li><strong>{tally.files:,}</strong> {text(word('files', language))}</li>"
        for severity, name in (("error", "errors"), ("warning", "warnings"), ("info", "infos")):
            count = sum(n for (_, _, found), n in tally.by_rule.items() if found == severity)
            yield f'<li><strong class="{severity}">{count:,}</strong> {text(word(name, language))}</li>'
        yield '</ul></header>\n<main>\n<div class="grid">\n'
        yield from self._charts(tally)
        yield "</div>\n"
        yield from self._table()
        yield from self._rules(tally)
        yield "</main>\n"

    def _charts(self, tally: Tally) -> Iterator[str]:
        language = self._language
        for sizes in tally.sizes or ():
            title = text(word("sizes", language, profile=sizes.profile.name))
            yield _cell(title, histogram(sizes, language))
        if not self._rows:
            return
        for name, rows in (
            ("by rule", _by_rule(tally)),
            ("by folder", self._by_folder()),
            ("by page", [Bar(path, path, counts) for path, counts in _worst(self._pages)[:_ROWS]]),
        ):
            title = word(name, language)
            yield _cell(text(title), bars(rows, title, language))

    def _by_folder(self) -> list[Bar]:
        worst = _worst(self._folders)
        rows = [
            # A search for the top folder's name would find nothing: it has none.
            Bar(folder or word("top folder", self._language), f"{folder}/" if folder else "", counts)
            for folder, counts in worst[:_ROWS]
        ]
        rest = worst[_ROWS:]
        if rest:
            errors, warnings, infos = (sum(counts[at] for _, counts in rest) for at in range(3))
            rows.append(Bar(word("other folders", self._language, count=len(rest)), "", (errors, warnings, infos)))
        return rows

    def _table(self) -> Iterator[str]:
        language = self._language
        yield f'<section class="card" id="findings"><h2>{text(word("findings", language))}</h2>\n'
        if not self._rows:
            yield f"<p>{text(word('nothing found', language))}</p></section>\n"
            return
        yield self._tools()
        yield '<table class="findings sortable" id="findings-table"><thead><tr>'
        for name in ("severity", "rule", "place", "problem"):
            yield f'<th data-name="{name}" scope="col"><button>{text(word(name, language))}</button></th>'
        yield "</tr></thead><tbody>\n"
        yield from self._rows
        yield "</tbody></table></section>\n"

    def _tools(self) -> str:
        language, total = self._language, len(self._rows)
        boxes = "".join(
            f'<label><input type="checkbox" data-severity="{severity}" checked> {text(word(name, language))}</label>'
            for severity, name in (("error", "errors"), ("warning", "warnings"), ("info", "infos"))
        )
        hint = text(word("search hint", language))
        shown = text(word("shown", language, total=total))
        return (
            f'<div class="tools"><label class="search">{text(word("search", language))} '
            f'<input type="search" id="search" placeholder="{hint}" autocomplete="off" spellcheck="false"></label>'
            f'{boxes}<span id="shown" class="quiet" role="status" data-text="{shown}"></span></div>\n'
        )

    def _row(self, record: FindingRecord) -> str:
        language, severity, order = self._language, record.severity, len(self._rows)
        said = text(phrase(f"severity {severity}", language))
        parts = [
            f'<tr data-severity="{severity}" data-order="{order}">'
            f'<td class="{severity}" data-sort="{_RANKS[severity]}">{said}</td>'
            f"<td>{text(record.code)} {text(record.name)}</td>"
        ]
        where = f"{record.path}{cell_of(record.cell)}:{record.line}:{record.column}"
        parts.append(f'<td data-sort="{order}">{text(where)}</td>')
        parts.append(f"<td>{text(record.message)}")
        if record.fix is not None:
            name = "fix safe" if record.fix["safe"] else "fix unsafe"
            parts.append(f' <span class="quiet">({text(word(name, language))})</span>')
        parts += [f'<code class="source">{_source(excerpt)}</code>' for excerpt in record.excerpts]
        for other in record.related:
            place = f"{other.path}{cell_of(other.cell)}:{other.line}"
            said = phrase("see", language, place=place, message=other.message)
            parts.append(f'<span class="related quiet">{text(said)}</span>')
        return "".join(parts) + "</td></tr>\n"

    def _rules(self, tally: Tally) -> Iterator[str]:
        from chunklint.report.rule_pages import rule_pages

        pages = rule_pages(tally, self._language)
        if not pages:
            return
        yield f'<section class="card"><h2>{text(word("rules", self._language))}</h2>\n'
        for rule in pages:
            head = f"<strong>{text(rule.code)} {text(rule.name)}</strong> {text(rule.summary)}"
            yield f"<details><summary>{head}</summary>\n{rendered(rule)}</details>\n"
        yield "</section>\n"


def _cell(title: str, chart: str) -> str:
    return f'<div class="cell"><section class="card"><h2>{title}</h2>{chart}</section></div>\n'


def rendered(rule: RulePage) -> str:
    """A rule's page as HTML without its title; raw HTML in it is shown as text, and links are only their words."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    shown = []
    in_title = False
    for token in parser.parse(rule.markdown):
        if token.tag == "h1":
            in_title = token.nesting == 1
        elif not in_title:
            if token.type.startswith("heading"):
                token.tag = "h3" if token.tag == "h2" else "h4"
            # What aligns a table's cells is an inline style, which the page does not allow.
            token.attrs.pop("style", None)
            token.children = [child for child in token.children or () if child.type not in _LINKS]
            shown.append(token)
    return str(parser.renderer.render(shown, parser.options, {}))


def _by_rule(tally: Tally) -> list[Bar]:
    counts: Counts = {}
    for (code, name, severity), count in tally.by_rule.items():
        of_rule = counts.setdefault(f"{code} {name}", [0, 0, 0])
        if severity in SEGMENTS:
            of_rule[SEGMENTS.index(severity)] += count
    most = sorted(counts.items(), key=lambda row: (-sum(row[1]), row[0]))[:_ROWS]
    return [Bar(name, name.partition(" ")[0], (errors, warnings, infos)) for name, (errors, warnings, infos) in most]


def _worst(counts: Counts) -> list[tuple[str, tuple[int, int, int]]]:
    """Names with their counts, those with most errors first, then those with most warnings."""
    worst = sorted(counts.items(), key=lambda row: ([-count for count in row[1]], row[0]))
    return [(name, (errors, warnings, infos)) for name, (errors, warnings, infos) in worst]


def _source(excerpt: Excerpt) -> str:
    """A source line with the reported place marked, cut to what can be taken in."""
    before, after = excerpt.text[: excerpt.start], excerpt.text[excerpt.end :]
    marked = excerpt.text[excerpt.start : excerpt.end]
    if excerpt.first or len(before) > _AROUND:
        before = "…" + before[-_AROUND:]
    if len(marked) > _MARKED:
        marked, after = marked[:_MARKED] + "…", ""
    elif excerpt.more or len(after) > _AROUND:
        after = after[:_AROUND] + "…"
    return f"{text(before)}<mark>{text(marked)}</mark>{text(after)}"
