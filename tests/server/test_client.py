"""What clients announce and set is taken as they mean it, and nonsense leaves things as they are."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import converters, types

from chunklint.server.client import Options, client_of, initial_options, options_of

CONVERTER = converters.get_converter()


def announced(capabilities: dict[str, Any]) -> Any:
    params = CONVERTER.structure(
        {"processId": None, "rootUri": None, "capabilities": capabilities}, types.InitializeParams
    )
    return client_of(params)


def test_a_client_that_says_nothing_gets_the_least() -> None:
    client = announced({})
    assert (client.encoding, client.pulls, client.tags, client.resolves_edits) == ("utf-16", False, False, False)


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        (["utf-16", "utf-8"], "utf-8"),
        (["utf-8"], "utf-8"),
        (["utf-32", "utf-16"], "utf-16"),
        (["utf-32"], "utf-32"),
        (["klingon"], "utf-16"),
        ([], "utf-16"),
    ],
)
def test_utf_8_is_chosen_where_it_is_offered(offered: list[str], chosen: str) -> None:
    assert announced({"general": {"positionEncodings": offered}}).encoding == chosen


def test_what_pushed_diagnostics_may_have_pulled_ones_may_have_too() -> None:
    client = announced(
        {"textDocument": {"diagnostic": {}, "publishDiagnostics": {"relatedInformation": True, "dataSupport": True}}}
    )
    assert (client.pulls, client.related_information, client.diagnostic_data) == (True, True, True)
    assert not client.code_description


def test_edits_are_resolved_only_with_data() -> None:
    resolve = {"resolveSupport": {"properties": ["edit"]}}
    assert not announced({"textDocument": {"codeAction": resolve}}).resolves_edits
    assert announced({"textDocument": {"codeAction": {**resolve, "dataSupport": True}}}).resolves_edits


def test_trust_is_given_at_the_start_and_by_no_settings() -> None:
    assert initial_options({"trusted": True}).trusted
    for given in ({"trusted": "yes"}, {"settings": {"trusted": True}}, {}, None, 3):
        assert not initial_options(given).trusted
    assert not options_of({"trusted": True}, Options()).trusted
    assert options_of({"trusted": False}, Options(trusted=True)).trusted


def test_options_change_only_by_values_that_make_sense() -> None:
    options = options_of({"language": "zh-CN", "showChunks": True, "config": "a.toml", "profile": ["a", 3]}, Options())
    assert (options.language, options.show_chunks, options.config, options.profiles) == (
        "zh-CN",
        True,
        "a.toml",
        ("a",),
    )
    again = options_of({"language": "de", "showChunks": "no", "profile": None, "config": ""}, options)
    assert (again.language, again.show_chunks, again.config, again.profiles) == ("zh-CN", True, None, ())
    assert options_of("nonsense", options) == options
