"""Workflows and image: commands and versions are real, and jobs have few rights."""

import re
import shlex
import shutil
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
import rich_click as click
import yaml

import hatch_build
from autoplay.cli import main

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT = SETTINGS["project"]
PYTHONS = [
    name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)
]
WORKFLOWS = {
    path.stem: yaml.safe_load(path.read_text("utf-8"))
    for path in (ROOT / ".github/workflows").glob("*.yml")
}
JOBS = {
    f"{name} {key}": job for name, flow in WORKFLOWS.items() for key, job in flow["jobs"].items()
}
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")
LINES = [step["run"] for job in JOBS.values() for step in job["steps"] if "run" in step]
LINES += [
    part
    for line in re.findall(r"^RUN (.*)$", DOCKERFILE, re.MULTILINE)
    for part in line.split(" && ")
]
ELSEWHERE = {"docker", "gh", "pipx", "test", "apt-get", "useradd", "install", "rm"}
"""Programs that the machine running the workflow has; this one need not."""
MOST_LINES = 15
"""Maximum number of lines about one release in CHANGELOG.md."""
NAME_THE_REPOSITORY = ("README.md", "docs/install.md", "docs/regression-tests.md")
NOT_PINNED = {"pypa/cibuildwheel", "pypa/gh-action-pypi-publish"}
"""Actions that are named by a version tag until Dependabot finds the commit."""


@pytest.mark.parametrize("line", dict.fromkeys(LINES))
def test_commands_of_workflows_and_image_can_be_run(line):
    """Programs, modules, options, extras and paths are there."""
    words = shlex.split(re.sub(r"\$\{\{.*?\}\}", "", line))
    if words[:2] == ["docker", "run"]:
        words = ["autoplay", *words[words.index("puzzle-autoplay") + 1 :]]
    if words[0].rpartition("/")[2] == "python":
        assert words[1] == "-m"
        assert find_spec(words[2]), line
    elif words[0] == "autoplay":
        command = main.get_command(click.Context(main), words[1])
        assert command, line
        known = {name for option in command.params for name in option.opts}
        assert {word for word in words if word.startswith("--")} <= known
    else:
        program = Path(words[0]).name
        found = shutil.which(program) or Path(sys.executable).with_name(program).exists()
        assert program in ELSEWHERE or found, line
    assert set(re.findall(r"\.\[(\w+)\]", line)) <= set(PROJECT["optional-dependencies"])
    assert all((ROOT / word).exists() for word in words if word.startswith("tests/"))


def test_actions_are_pinned_by_commit_with_their_version_beside_it():
    texts = [path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    for name, version in re.findall(r"uses: ([\w/-]+)@(.*)", "\n".join(texts)):
        pinned = re.fullmatch(r"[0-9a-f]{40}  # v\d+\.\d+\.\d+", version)
        assert pinned or name in NOT_PINNED, f"{name}@{version}"


def test_every_python_and_system_that_is_promised_is_tested():
    job = WORKFLOWS["tests"]["jobs"]["tests"]
    assert job["strategy"]["matrix"]["python"] == PYTHONS
    systems = job["strategy"]["matrix"]["os"]
    wheels = WORKFLOWS["release"]["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    for names in (systems, wheels):
        assert {name.partition("-")[0] for name in names} == {"ubuntu", "macos", "windows"}
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    assert SETTINGS["tool"]["cibuildwheel"]["build"] == f"{hatch_build.OLDEST_PYTHON}-*"
    assert f"cp{PYTHONS[0].replace('.', '')}" == hatch_build.OLDEST_PYTHON
    assert re.search(r"^FROM python:([\d.]+)-slim", DOCKERFILE, re.MULTILINE)[1] in PYTHONS


def test_jobs_have_few_rights_and_time_limits():
    assert all(flow["permissions"] == {"contents": "read"} for flow in WORKFLOWS.values())
    assert all(job["timeout-minutes"] <= 60 for job in JOBS.values())


def test_only_a_tag_is_published_and_only_with_all_builds():
    flow = WORKFLOWS["release"]
    # YAML 1.1 reads `on` as true.
    assert flow[True]["push"] == {"tags": ["v*"]} == WORKFLOWS["images"][True]["push"]
    assert set(flow["jobs"]["publish"]["needs"]) == {"sdist", "wheels"}
    assert set(flow["jobs"]["release"]["needs"]) == set(flow["jobs"]) - {"release"}
    assert (
        flow["jobs"]["publish"]["if"] == flow["jobs"]["release"]["if"] == "github.ref_type == 'tag'"
    )


def test_version_and_licence_are_the_same_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert (citation["version"], citation["license"]) == (PROJECT["version"], PROJECT["license"])
    released = citation.get("date-released")
    section = f"[{citation['version']}] - {released}" if released else "[Unreleased]"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    title, first, *earlier = re.split(r"^## (.*)$", changes, flags=re.MULTILINE)[1:]
    assert title == section
    lines = [line for line in first.splitlines() if line.strip() and not line.startswith("#")]
    assert len(lines) <= MOST_LINES
    # Before the first release nothing was there to be changed.
    assert earlier or re.findall("^### (.*)$", first, re.MULTILINE) == ["Added"]


def documents_without(repository):
    """Return the documents that do not name the address of the repository, where a reader looks for
    it; "" is in each."""
    texts = {name: (ROOT / name).read_text("utf-8") for name in NAME_THE_REPOSITORY}
    return [
        name
        for name, text in texts.items()
        if repository not in text or (repository and "ADDRESS-OF-THIS-REPOSITORY" in text)
    ]


def test_the_address_of_the_repository_is_where_a_reader_looks_for_it():
    assert (
        documents_without(SETTINGS["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"])
        == []
    )
    assert documents_without("https://example.org/it") == [*NAME_THE_REPOSITORY]


def test_the_metadata_get_their_addresses_of_one_constant():
    assert hatch_build.list_addresses("") == {}
    found = hatch_build.list_addresses("https://example.org/it")
    assert found["Issues"] == "https://example.org/it/issues"
    for name in ("Documentation", "Changelog"):
        assert (ROOT / found[name].partition("/HEAD/")[2]).exists()
