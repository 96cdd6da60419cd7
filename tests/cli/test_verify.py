"""``chunklint verify`` and ``check --chunks``: chunks that somebody stored, against preview and rules."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import chunklint

PAGE = "# Pump\n\n" + "".join(
    f"## Part {part}\n\n"
    + "".join(
        f"Seal {part}-{seal} runs day and night, and it is checked by hand in week {seal}. " for seal in range(part + 4)
    )
    + "\n\n"
    for part in range(6)
)
PROFILE = """\
[profiles.stored]
splitter = "recursive"
separators = ["\\n\\n", "\\n", " ", ""]
max-tokens = 60
overlap = 10
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "pump.md").write_text(PAGE, "utf-8")
    (tmp_path / "chunklint.toml").write_text('profile = "stored"\n\n' + PROFILE, "utf-8")
    return tmp_path


def stored(folder: Path) -> list[str]:
    """The texts of the preview, as a pipeline with the same splitter stores them."""
    preview = chunklint(folder, "preview", "docs/pump.md", "--output-format", "json")
    return [chunk["text"] for chunk in json.loads(preview.stdout)["chunks"]]


def dump(folder: Path, texts: list[str], source: str | None = "docs/pump.md") -> None:
    metadata = {} if source is None else {"source": source}
    lines = [json.dumps({"page_content": text, "metadata": metadata}, ensure_ascii=False) for text in texts]
    (folder / "chunks.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def verify(folder: Path, *argv: str) -> tuple[int, str, str]:
    done = chunklint(folder, "verify", "--chunks", "chunks.jsonl", *argv)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


class TestVerify:
    def test_equal_chunks(self, folder: Path) -> None:
        texts = stored(folder)
        dump(folder, texts)
        assert verify(folder) == (0, f"docs/pump.md: {len(texts)} of {len(texts)} equal.\n", "")

    def test_their_order_does_not_matter(self, folder: Path) -> None:
        dump(folder, stored(folder)[::-1])
        assert verify(folder)[0] == 0

    def test_the_first_differences_are_told_with_place_and_reason(self, folder: Path) -> None:
        texts = stored(folder)
        texts[2] = texts[2].replace(" ", "  ")
        dump(folder, texts)
        code, out, _ = verify(folder)
        assert code == 1
        line = PAGE[: PAGE.index(stored(folder)[2][:30])].count("\n") + 1
        first = f"docs/pump.md: {len(texts) - 1} of {len(texts)} equal; first difference at chunk 3, line "
        assert out.startswith(first)
        assert ": white space.\n" in out
        assert line > 0
        assert "    preview: " in out
        assert "    stored:  " in out
        assert "空白" in verify(folder, "--language", "zh-CN")[1]

    def test_a_changed_word_is_told_as_text(self, folder: Path) -> None:
        texts = stored(folder)
        at = next(index for index, text in enumerate(texts) if "runs" in text)
        texts[at] = texts[at].replace("runs", "operates")
        dump(folder, texts)
        assert ": text differs.\n" in verify(folder)[1]
        assert "文字不同" in verify(folder, "--language", "zh-CN")[1]

    def test_a_page_edited_after_the_export_is_told_as_text(self, folder: Path) -> None:
        dump(folder, stored(folder))
        (folder / "docs" / "pump.md").write_text(PAGE.replace("Seal 3-2 runs", "Seal 3-2 goes"), "utf-8")
        found = json.loads(verify(folder, "--output-format", "json")[1])
        assert {one["reason"] for one in found["documents"][0]["differences"]} == {"text"}

    def test_json_has_all_differences(self, folder: Path) -> None:
        texts = stored(folder)
        dump(folder, ["Pump: " + text for text in texts])
        code, out, _ = verify(folder, "--output-format", "json")
        found = json.loads(out)
        assert code == 1
        assert (found["equal"], found["total"]) == (0, len(texts))
        assert {one["reason"] for one in found["documents"][0]["differences"]} == {"added before"}

    def test_another_profile_differs(self, folder: Path) -> None:
        dump(folder, stored(folder))
        assert verify(folder, "--profile", "structure")[0] == 1

    def test_sources_are_looked_for_in_the_paths_named(self, folder: Path) -> None:
        dump(folder, stored(folder), "/srv/ingest/docs/pump.md")
        code, _, problem = verify(folder)
        assert code == 2
        assert "/srv/ingest/docs/pump.md" in problem
        assert verify(folder, "docs")[0] == 0
        dump(folder, stored(folder), None)
        assert verify(folder, "docs/pump.md")[0] == 0

    def test_chunks_of_another_version_are_compared_all_the_same(self, folder: Path) -> None:
        texts = stored(folder)
        dump(folder, [*texts, "A fox jumped over nine lazy dogs while nobody was looking at them."])
        code, out, _ = verify(folder)
        assert code == 1
        assert f"{len(texts)} of {len(texts) + 1} equal" in out

    @pytest.mark.parametrize(
        ("content", "sentence"), [(None, "no such file"), ("", "holds no chunks"), ("[1, 2", "record without a text")]
    )
    def test_what_cannot_be_compared_is_misuse(self, folder: Path, content: str | None, sentence: str) -> None:
        if content is not None:
            (folder / "chunks.jsonl").write_text(content, "utf-8")
        code, out, problem = verify(folder)
        assert (code, out) == (2, "")
        assert sentence in problem
        assert problem.count("\n") == 1

    def test_it_needs_a_dump_and_one_profile(self, folder: Path) -> None:
        done = chunklint(folder, "verify")
        assert (done.returncode, done.stderr) == (2, b"chunklint: The option --chunks is needed.\n")
        dump(folder, stored(folder))
        assert verify(folder, "--profile", "stored", "--profile", "structure")[0] == 2


class TestCheckChunks:
    def check(self, folder: Path, *argv: str) -> tuple[int, list[dict[str, object]], str]:
        done = chunklint(folder, "check", "--chunks", "chunks.jsonl", "--output-format", "json", *argv)
        return done.returncode, json.loads(done.stdout or "[]"), done.stderr.decode()

    @pytest.mark.parametrize("keeps_places", [True, False])
    def test_an_export_of_the_preview_gives_the_findings_of_the_preview(
        self, tmp_path: Path, keeps_places: bool
    ) -> None:
        code = "".join(f"echo the state of valve number {step}\n" for step in range(60))
        page = "# Pump\n\n" + "".join(
            f"## Part {part}\n\nRun this in hall {part}:\n\n```sh\n{code if part == 2 else 'ls'}\n```\n\n"
            + f"It is run by hand in week {part}, and what it says is kept. " * 12
            + "\n\n"
            for part in range(5)
        )
        (tmp_path / "a.md").write_text(page, "utf-8")
        options = ("--ignore", "CL708", "--output-format", "json")
        lines = chunklint(tmp_path, "preview", "a.md", "--output-format", "jsonl").stdout.decode().splitlines()
        if not keeps_places:
            lines = [json.dumps({"text": json.loads(line)["text"], "source": "a.md"}) for line in lines]
        (tmp_path / "chunks.jsonl").write_text("\n".join(lines), "utf-8")
        checked = json.loads(chunklint(tmp_path, "check", "a.md", *options).stdout)
        given = json.loads(chunklint(tmp_path, "check", "--chunks", "chunks.jsonl", "a.md", *options).stdout)
        assert checked
        assert given == checked

    def test_findings_lie_in_the_source(self, folder: Path) -> None:
        texts = stored(folder)
        dump(folder, texts[:4] + texts[5:])
        code, found, _ = self.check(folder, "--select", "CL407,CL708")
        assert code == 1
        assert {one["path"] for one in found} == {"docs/pump.md"}
        (lost,) = [one for one in found if one["code"] == "CL407"]
        assert PAGE[lost["start"] : lost["end"]] in texts[4]  # type: ignore[misc]
        assert lost["end"] - lost["start"] > 100  # type: ignore[operator]
        (metadata,) = [one for one in found if one["code"] == "CL708"]
        assert metadata["severity"] == "info"
        assert metadata["data"] == {
            "chunks": len(texts) - 1,
            "sources": 0,
            "sections": len(texts) - 1,
            "ids": len(texts) - 1,
        }

    def test_without_their_source_findings_lie_on_the_records(self, folder: Path) -> None:
        fence = "```python\nprint(1)"
        dump(folder, ["# Pump\n\nText.", "More.\n\n" + fence], None)
        code, found, note = self.check(folder, "--select", "CL501,CL708")
        assert code == 1
        assert [(one["path"], one["code"], one["line"]) for one in found] == [
            ("chunks.jsonl", "CL708", 1),
            ("chunks.jsonl", "CL501", 2),
        ]
        assert "not at hand" in note

    def test_complete_metadata_is_fine(self, folder: Path) -> None:
        records = [
            {"id": str(at), "text": text, "metadata": {"source": "docs/pump.md", "section": "Pump"}}
            for at, text in enumerate(stored(folder))
        ]
        (folder / "chunks.jsonl").write_text(json.dumps(records), "utf-8")
        assert self.check(folder, "--select", "CL407,CL708")[:2] == (0, [])
        records[1]["id"] = "0"
        (folder / "chunks.jsonl").write_text(json.dumps(records), "utf-8")
        (doubled,) = self.check(folder, "--select", "CL708")[1]
        assert doubled["data"]["ids"] == 2  # type: ignore[index]

    def test_chunks_of_another_text_are_said_to_be(self, folder: Path) -> None:
        dump(folder, ["A fox jumped over nine lazy dogs while nobody was looking at them at all."])
        code, found, _ = self.check(folder, "--select", "CL407")
        assert code == 1
        assert "not on this page" in str(found[0]["message"])

    @pytest.mark.parametrize("option", ["--fix", "--diff", "--staged", "--watch"])
    def test_what_needs_pages_does_not_go_with_it(self, folder: Path, option: str) -> None:
        dump(folder, stored(folder))
        code, _, problem = self.check(folder, option)
        assert code == 2
        assert option in problem


def test_the_presets_are_listed_with_their_sources(tmp_path: Path) -> None:
    text = chunklint(tmp_path, "config", "--presets").stdout.decode()
    assert "ragflow-naive  [approximate]" in text
    assert "langchain-recursive  [exact]" in text
    found = json.loads(chunklint(tmp_path, "config", "--presets", "--output-format", "json").stdout)
    assert {one["name"] for one in found} >= {"structure", "ragflow-naive", "fastgpt-auto", "open-webui"}
    assert all(one["source"] and one["profile"]["splitter"] for one in found)
    assert "近似" in chunklint(tmp_path, "config", "--presets", "--language", "zh-CN").stdout.decode()
