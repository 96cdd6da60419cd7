"""The table of embedding models: what it knows, how it counts, and how settings use it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.settings.embedding_models import (
    find_model,
    model_limit,
    model_names,
    share_of_han,
    tokens_of_cl100k,
    word_pieces,
)
from chunklint.settings.errors import SettingsError
from chunklint.settings.load import load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from chunklint.settings.model import Settings


def settings(folder: Path, text: str) -> Settings:
    file = folder / "chunklint.toml"
    file.write_text(text, "utf-8")
    return load_settings(file, {})


@pytest.mark.parametrize("name", model_names())
def test_every_entry_can_be_used_and_says_where_it_is_from(name: str) -> None:
    model = find_model(name)
    assert model is not None
    assert 100 <= model.limit <= 200_000
    # No tokenizer in use makes half, or twice, the tokens of another for documentation.
    assert 0.5 < model.english < 2
    assert 0.5 < model.chinese < 2
    assert model.source
    assert model.basis.startswith("estimated") != model.measured


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("text-embedding-3-large", 8191),
        ("bge-large-zh-v1.5", 512),
        ("BAAI/bge-m3", 8192),
        ("intfloat/multilingual-e5-small", 512),
        ("sentence-transformers/all-MiniLM-L6-v2", 256),
        ("Qwen3-Embedding-0.6B", 32768),
        ("embed-multilingual-v3.0", 512),
    ],
)
def test_models_are_found_with_and_without_their_owner_in_any_case(name: str, limit: int) -> None:
    for written in (name, name.lower(), name.upper()):
        model = find_model(written)
        assert model is not None
        assert model.limit == limit


def test_a_models_tokens_follow_the_share_of_chinese() -> None:
    model = find_model("multilingual-e5-small")
    assert model is not None
    assert model.tokens(400, 0.0) == 484
    assert model.tokens(400, 0.45) == 404
    assert model.tokens(400, 1.0) < 400


def test_words_are_counted_as_a_vocabulary_of_pieces_has_them() -> None:
    # Each Han character and each mark is one piece; blanks are none.
    assert word_pieces("退款原路退回。") == 7
    assert word_pieces("| a | b |") == word_pieces("|a|b|") == 5
    assert word_pieces("snake_case") > word_pieces("snake case")
    assert word_pieces("internationalization") > word_pieces("the name")


class TestLimit:
    def test_nothing_is_known_of_a_profile_without_a_model(self) -> None:
        assert model_limit(Profile()) is None

    def test_model_limit_overrides_the_table(self) -> None:
        known = model_limit(Profile(embedding_model="bge-m3"))
        set_lower = model_limit(Profile(embedding_model="bge-m3", model_limit=1024))
        assert known is not None
        assert set_lower is not None
        assert (known.limit, set_lower.limit) == (8192, 1024)
        assert known.model == set_lower.model

    def test_a_tokenizer_file_counts_as_the_models_own(self) -> None:
        limit = model_limit(Profile(embedding_model="bge-m3", tokenizer="/models/bge-m3/tokenizer.json"))
        assert limit is not None
        assert limit.model is None
        assert limit.overflow("word " * 9000, 8193) == 8193
        assert limit.overflow("word " * 9000, 8192) == 0

    def test_an_estimate_has_to_be_over_the_limit_by_more_than_it_errs(self) -> None:
        limit = model_limit(Profile(embedding_model="multilingual-e5-small"))
        assert limit is not None
        # 1.21 tokens a token: 430 are 520, over 512 by less than a tenth.
        assert limit.overflow("word " * 430, 430) == 0
        assert limit.overflow("word " * 470, 470) == 569

    def test_tokens_of_cl100k_are_exact(self) -> None:
        limit = model_limit(Profile(embedding_model="text-embedding-3-small"))
        assert limit is not None
        assert limit.overflow("x", 8192) == 8192
        assert limit.overflow("x", 8191) == 0

    def test_a_short_text_fits_without_counting(self) -> None:
        limit = model_limit(Profile(embedding_model="all-MiniLM-L6-v2"))
        assert limit is not None
        assert limit.fits("short")
        assert not limit.fits("长" * 100)


class TestUnits:
    def test_characters_are_worth_four_times_more_in_chinese(self) -> None:
        assert round(tokens_of_cl100k(1000, "characters", 0.0)) == 246
        assert round(tokens_of_cl100k(1000, "characters", 1.0)) == 1050

    def test_o200k_makes_fewer_tokens_of_chinese(self) -> None:
        assert tokens_of_cl100k(400, "o200k_base", 0.0) == 400
        assert tokens_of_cl100k(400, "o200k_base", 0.45) == pytest.approx(460, abs=1)

    def test_the_share_of_chinese_is_one_of_tokens(self) -> None:
        assert share_of_han(0, 100) == 0
        assert share_of_han(100, 0) == 1
        assert share_of_han(100, 426) == pytest.approx(0.5, abs=0.01)
        assert share_of_han(0, 0) == 0


class TestSettings:
    def test_a_known_model_is_taken(self, tmp_path: Path) -> None:
        profile = settings(tmp_path, 'embedding-model = "BAAI/bge-large-zh-v1.5"\n').profiles[0]
        limit = model_limit(profile)
        assert limit is not None
        assert limit.limit == 512

    def test_a_misspelt_model_is_an_error_with_the_line_and_the_nearest_name(self, tmp_path: Path) -> None:
        with pytest.raises(SettingsError) as raised:
            settings(tmp_path, '# docs\n\nembedding-model = "bge-large-zh-1.5"\n')
        assert raised.value.line == 3
        assert "bge-large-zh-v1.5" in raised.value.sentence

    def test_the_profile_is_named_where_it_is_not_the_default_one(self, tmp_path: Path) -> None:
        with pytest.raises(SettingsError, match="profile 'docs'"):
            settings(tmp_path, '[profiles.docs]\nembedding-model = "our-own"\n')

    def test_any_model_goes_with_a_limit(self, tmp_path: Path) -> None:
        profile = settings(tmp_path, 'embedding-model = "our-own"\nmodel-limit = 300\n').profiles[0]
        limit = model_limit(profile)
        assert limit is not None
        assert (limit.limit, limit.model) == (300, None)

    def test_a_limit_further_up_serves_a_profile_too(self, tmp_path: Path) -> None:
        profile = settings(
            tmp_path, 'profile = "docs"\nmodel-limit = 300\n[profiles.docs]\nembedding-model = "our-own"\n'
        ).profiles[0]
        assert profile.model_limit == 300
