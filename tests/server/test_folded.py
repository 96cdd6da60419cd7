"""In the editor, too, one finding stands for what a profile does everywhere on a page."""

from __future__ import annotations

from chunklint.chunking.model import Profile
from chunklint.server.client import Client
from chunklint.server.diagnostics import diagnostics
from chunklint.settings.model import Settings
from tests.rules.test_folding import PAGE
from tests.server.checking import checked

WINDOWS = Settings(profiles=(Profile("windows", "fixed", max_tokens=40, overlap=0, min_tokens=0),))


def test_the_finding_about_the_profile_is_on_the_first_line() -> None:
    found = checked(PAGE, settings=WINDOWS, language="zh-CN")
    (about,) = [one for one in found.findings if one.code == "CL803"]
    assert found.document.text[about.start : about.end] == "# Guide"
    assert not any(one.code == "CL404" for one in found.findings)
    assert any(one.code == "CL202" for one in found.findings)
    (shown,) = [one for one in diagnostics(found, Client()) if one.code == "CL803"]
    assert shown.range.start.line == 0
    assert "切分方式" in shown.message


def test_a_page_with_few_blocks_lists_them() -> None:
    found = checked("# Guide\n\n" + PAGE[9:].split("\n\n")[0] + " " + "Words go on. " * 6, settings=WINDOWS)
    assert found.chunks[1:]
    assert not any(one.code == "CL803" for one in found.findings)
