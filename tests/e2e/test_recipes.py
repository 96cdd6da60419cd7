"""The READMEs' recipes for CI systems: their files are valid, and their commands write what those systems read."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import xmlschema
import yaml
from jsonschema import Draft202012Validator

from tests.e2e.ci_tools import ROOT, actionlint
from tests.gate.repository import SETTLED, commit, git, repository, write

SCHEMAS = ROOT / "tests" / "report" / "schemas"
HASH = "0123456789abcdef0123456789abcdef01234567"
SECTIONS = {"README.md": ("### In CI\n", "\n## "), "README.zh-CN.md": ("### 用在 CI 里\n", "\n## ")}
BROKEN = "# Lamp\n\n## Care\n\n## Use\n\nText.\n"


def recipes(readme: str) -> list[str]:
    """The code of a README's section about CI, with its placeholders filled."""
    start, end = SECTIONS[readme]
    section = (ROOT / readme).read_text("utf-8").partition(start)[2].partition(end)[0]
    return [block.replace("REV", HASH) for block in re.findall(r"```\w+\n(.*?)```\n", section, re.DOTALL)]


PRE_COMMIT, WORKFLOW, SCANNING, GITLAB, JENKINS, REVIEWDOG = recipes("README.md")


def judged(tmp_path: Path, name: str, text: str, *command: str) -> subprocess.CompletedProcess[str]:
    """What a program of the tests' environment says of a file."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    program = Path(sys.executable).parent / command[0]
    return subprocess.run(
        [str(program), *command[1:], str(path)], capture_output=True, text=True, check=False, timeout=120
    )


def test_both_languages_have_the_same_recipes() -> None:
    first, second = ([re.sub(r" +# .*", "", one) for one in recipes(readme)] for readme in SECTIONS)
    assert first == second


@pytest.mark.parametrize("workflow", [WORKFLOW, SCANNING], ids=["pull request", "code scanning"])
class TestGitHub:
    def test_actionlint_has_nothing_to_say(self, workflow: str) -> None:
        assert json.loads(actionlint(workflow)) == []

    def test_actionlint_finds_what_is_wrong(self, workflow: str) -> None:
        assert json.loads(actionlint(workflow.replace("runs-on", "runs_on"))) != []

    def test_zizmor_finds_no_danger(self, tmp_path: Path, workflow: str) -> None:
        name = ".github/workflows/docs.yml"
        done = judged(tmp_path, name, workflow, "zizmor", "--offline", "--no-progress", "--format=plain")
        assert done.returncode == 0, done.stdout
        unpinned = workflow.replace(HASH, "main")
        assert judged(tmp_path, name, unpinned, "zizmor", "--offline", "--no-progress").returncode > 10

    def test_it_fits_the_schema(self, tmp_path: Path, workflow: str) -> None:
        schema = ("check-jsonschema", "--builtin-schema", "vendor.github-workflows")
        assert judged(tmp_path, "docs.yml", workflow, *schema).returncode == 0
        assert judged(tmp_path, "docs.yml", workflow.replace("steps:", "step:"), *schema).returncode == 1

    def test_its_inputs_are_those_of_the_action(self, workflow: str) -> None:
        action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        (job,) = yaml.safe_load(workflow)["jobs"].values()
        (step,) = (step for step in job["steps"] if "chunklint" in step["uses"])
        assert set(step["with"]) <= set(action["inputs"])


def test_the_action_fits_its_schema_and_is_safe(tmp_path: Path) -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    schema = ("check-jsonschema", "--builtin-schema", "vendor.github-actions")
    assert judged(tmp_path, "action.yml", text, *schema).returncode == 0
    assert judged(tmp_path, "action.yml", text.replace("using:", "use:"), *schema).returncode == 1
    assert judged(tmp_path, "action.yml", text, "zizmor", "--offline", "--no-progress").returncode == 0


def test_gitlab_ci_fits_its_schema(tmp_path: Path) -> None:
    schema = ("check-jsonschema", "--builtin-schema", "vendor.gitlab-ci")
    assert judged(tmp_path, ".gitlab-ci.yml", GITLAB, *schema).returncode == 0
    assert judged(tmp_path, ".gitlab-ci.yml", GITLAB.replace("when: always", "when: often"), *schema).returncode == 1


def test_pre_commit_takes_its_configuration(tmp_path: Path) -> None:
    done = judged(tmp_path, ".pre-commit-config.yaml", PRE_COMMIT, "pre-commit", "validate-config")
    assert done.returncode == 0, done.stdout
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    done = judged(tmp_path, ".pre-commit-hooks.yaml", hooks, "pre-commit", "validate-manifest")
    assert done.returncode == 0, done.stdout
    ids = {hook["id"] for hook in yaml.safe_load(hooks)}
    assert {hook["id"] for repo in yaml.safe_load(PRE_COMMIT)["repos"] for hook in repo["hooks"]} <= ids


@pytest.mark.skipif(sys.platform == "win32", reason="the recipes are for shells of Unix")
class TestCommands:
    """What the recipes run, in a clone with one old problem and a new one."""

    @pytest.fixture
    def clone(self, tmp_path: Path) -> Path:
        origin = repository(tmp_path / "origin", {"docs/old.md": BROKEN})
        git(tmp_path, "clone", "-q", str(origin), "clone")
        clone = tmp_path / "clone"
        git(clone, "checkout", "-q", "-b", "topic")
        write(clone, {"docs/新 page.md": BROKEN})
        commit(clone)
        program = tmp_path / "bin" / "chunklint"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m chunklint "$@"\n', "utf-8")
        program.chmod(0o755)
        return clone

    def run(self, clone: Path, script: str) -> subprocess.CompletedProcess[str]:
        environ = {
            **os.environ,
            **SETTLED,
            "PATH": f"{clone.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(clone, "merge-base", "origin/main", "HEAD").strip(),
        }
        return subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script],
            cwd=clone,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def test_gitlab(self, clone: Path) -> None:
        job = yaml.safe_load(GITLAB)["docs"]
        install, command = job["script"]
        assert install.startswith("pip install ")
        assert self.run(clone, command).returncode == 1
        report = json.loads((clone / job["artifacts"]["reports"]["codequality"]).read_text("utf-8"))
        schema = json.loads((SCHEMAS / "gitlab-code-quality.json").read_text("utf-8"))
        Draft202012Validator(schema).validate(report)
        assert [issue["location"]["path"] for issue in report] == ["docs/新 page.md"]

    def test_jenkins(self, clone: Path) -> None:
        (script,) = re.findall(r"sh '''\n(.*?)'''", JENKINS, re.DOTALL)
        command = script.strip().splitlines()[-1].strip()
        assert self.run(clone, command.removeprefix(".venv/bin/")).returncode == 1
        (written,) = re.findall(r"junit '(.*?)'", JENKINS)
        xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd").validate(clone / written)
        text = (clone / written).read_text("utf-8")
        assert text.count("<testsuite ") == 1
        assert 'name="docs/新 page.md"' in text

    def test_reviewdog(self, clone: Path) -> None:
        command, _, reader = REVIEWDOG.partition("|")
        assert reader.split()[:2] == ["reviewdog", "-f=rdjson"]
        done = self.run(clone, command)
        assert done.returncode == 0
        Draft202012Validator(json.loads((SCHEMAS / "rdjson.json").read_text("utf-8"))).validate(json.loads(done.stdout))
        places = [one["location"]["path"] for one in json.loads(done.stdout)["diagnostics"]]
        assert places == ["docs/新 page.md"]
        if shutil.which("reviewdog"):
            local = command + "| reviewdog -f=rdjson -reporter=local -diff='git diff origin/main' -filter-mode=nofilter"
            assert "docs/新 page.md:3" in self.run(clone, local).stdout
