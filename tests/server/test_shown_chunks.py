"""Lenses, hints and previews say of chunks what `chunklint preview` says, in the client's positions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.report.chunks import preview_as_json
from chunklint.server.code_lens import code_lenses
from chunklint.server.inlay_hints import inlay_hints
from chunklint.server.preview import answer, chunks_changed, outline_of_chunks
from chunklint.settings.errors import SettingsError
from chunklint.settings.model import Settings
from tests.server.checking import checked

if TYPE_CHECKING:
    from chunklint.server.analysis import Checked

SENTENCES = "这是第一句话，用来填满一块。 " * 20 + "Some words to fill a chunk with. " * 20
PAGE = f"# Guide\n\nIntro.\n\n## Short\n\nText.\n\n## Long 😀\n\n{SENTENCES}\n\n{SENTENCES}\n\n## Empty\n"


def lenses(found: Checked) -> list[str]:
    return [one.command.title for one in code_lenses(found) if one.command is not None]


def test_a_lens_says_how_a_section_is_cut() -> None:
    found = checked(PAGE)
    long = [one for one in found.chunks if "Long" in one.text]
    assert len(long) > 1
    sizes = " + ".join(str(one.tokens) for one in long)
    guide, short, own, empty = lenses(found)
    assert guide == f"chunk 1 · {found.chunks[0].tokens} tokens, with 1 other section"
    assert short == guide
    assert own == f"{len(long)} chunks · {sizes} tokens"
    assert empty.startswith(f"chunk {len(found.chunks)} · ")


def test_a_lens_counts_in_the_unit_of_the_profile_and_in_the_users_language() -> None:
    profile = Profile(splitter="fixed", tokenizer="characters", max_tokens=500, overlap=0)
    found = checked(PAGE, settings=Settings(profiles=(profile,)), language="zh-CN")
    assert "个字符" in lenses(found)[0]


def test_a_lens_runs_the_clients_command_if_it_names_one() -> None:
    (first, *_) = code_lenses(checked(PAGE), "client.show")
    assert first.command is not None
    assert (first.command.command, first.command.arguments) == ("client.show", ["file:///docs/page.md", 0, 1])


def test_a_hint_stands_where_each_chunk_begins() -> None:
    found = checked(PAGE)
    hints = inlay_hints(found, 0, len(PAGE))
    assert [one.label for one in hints] == [f"chunk {one.index + 1} · {one.tokens} tokens" for one in found.chunks]
    offsets = [found.ranges.offset(one.position) for one in hints]
    assert all(not PAGE[offset].isspace() for offset in offsets)
    assert [one.label for one in inlay_hints(found, offsets[1], offsets[1])] == [hints[1].label]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_preview_is_that_of_the_command_line_with_the_clients_positions(encoding: str) -> None:
    found = checked(PAGE, encoding=encoding)  # type: ignore[arg-type]
    shown = answer(found, None, lambda name: Settings())
    json.dumps(shown)
    expected = preview_as_json(found.document, found.profile, found.chunks)
    assert shown["profile"] == expected["profile"]
    for one, other in zip(shown["chunks"], expected["chunks"], strict=True):
        spans = [
            tuple(
                found.document.lines.offset(end["line"], end["character"], encoding)
                for end in (place["start"], place["end"])
            )
            for place in one["ranges"]
        ]
        assert spans == list(other["spans"])
        kept = {key: value for key, value in other.items() if key not in ("spans", "overlap")}
        assert {key: one[key] for key in kept} == kept


def test_a_preview_says_which_findings_touch_a_chunk() -> None:
    found = checked("# A\n\n### B\n\nText.\n\n## C\n\n" + SENTENCES)
    shown = answer(found, None, lambda name: Settings())
    assert [one["code"] for one in shown["findings"]] == [one.code for one in found.findings]
    touched = [index for one in shown["chunks"] for index in one["findings"]]
    assert sorted(set(touched)) == list(range(len(shown["findings"])))


def test_a_preview_may_be_asked_for_under_another_profile() -> None:
    found = checked(PAGE)

    def with_profile(name: str) -> Settings:
        if name != "small":
            raise SettingsError(f"no profile has the name {name!r}")
        return Settings(profiles=(Profile("small", max_tokens=60),))

    small = answer(found, "small", with_profile)
    assert small["profile"]["name"] == "small"
    assert small["active"] == ["default"]
    assert len(small["chunks"]) > len(found.chunks)
    with pytest.raises(SettingsError):
        answer(found, "none", with_profile)


def test_what_is_told_of_chunks_counts_problems_but_no_infos() -> None:
    found = checked("# A\n\n### B\n\nText pass\u200bword.\n")
    assert chunks_changed(found)["problems"] == 1
    assert chunks_changed(found)["chunks"] == 1
    same = checked("# A\n\n### B\n\nText pass\u200bward.\n")
    assert outline_of_chunks(found) == outline_of_chunks(same)
