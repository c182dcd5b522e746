"""Workflows, image, hook and forms that others use: every command, path and version in them is real."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import rich_click as click
import yaml

import hatch_build
from autoplay.cli import main

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PROJECT, TOOLS = SETTINGS["project"], SETTINGS["tool"]
PYTHONS = [name.rpartition(" ")[2] for name in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", name)]
EXTRAS = set(PROJECT["optional-dependencies"])
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github/workflows").glob("*.yml")}
STEPS = [
    pytest.param(step, id=f"{name} {job}: {step.get('run') or step['uses']}")
    for name, flow in WORKFLOWS.items()
    for job, definition in flow["jobs"].items()
    for step in definition["steps"]
]
STAGES = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "").split("\nFROM ")
INSTRUCTIONS = [line.split(maxsplit=1) for line in STAGES[-1].splitlines()[1:] if line and not line.startswith("#")]
ELSEWHERE = {"docker", "gh", "pipx", "test", "apt-get", "useradd", "install", "rm"}
"""Programs that the machine running the workflow has; this one need not."""

MODULES = {*packages_distributions(), *sys.stdlib_module_names, *PROJECT["scripts"]}


def check_command(line):
    """Fail unless this command can be run from the project's folder."""
    words = shlex.split(re.sub(r"\$\{\{.*?\}\}", "", line))
    command = Path(words[0]).name
    if words[:2] == ["docker", "run"]:
        command, words = "autoplay", words[words.index("puzzle-autoplay") :]
    if command == "python":
        assert words[1] == "-m"
        command, words = words[2], words[2:]
        if (ROOT / command.replace(".", "/") / "__main__.py").exists():  # of this project's tests
            return
        assert command in MODULES, line
    if command == "autoplay":
        check_call(words[1:])
    if command == "pytest":
        assert [word for word in words if word.startswith("tests/") and not (ROOT / word).exists()] == []
    if command in ("pip", "hatchling"):
        assert set(re.findall(r"\[([\w,]+)\]", line.replace(",", "],["))) <= EXTRAS
    assert command in ELSEWHERE | MODULES or shutil.which(command), line


def check_call(words):
    """Fail unless this is a verb with existing options."""
    if words[0].startswith("-"):
        return
    command = main.get_command(click.Context(main), words[0])
    assert command is not None, words
    known = {name for parameter in command.params for name in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize("step", STEPS)
def test_workflow_steps_are_commands_or_pinned_actions(step):
    if "run" in step:
        check_command(step["run"])
    else:
        assert re.fullmatch(r"[\w-]+/[\w-]+@v[\d.]+", step["uses"])


def test_every_python_and_system_that_is_promised_is_tested():
    matrix = WORKFLOWS["tests"]["jobs"]["tests"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_one_job_has_no_browser_and_installs_none():
    job = WORKFLOWS["tests"]["jobs"]["without-browser"]
    assert not Path(job["env"]["AUTOPLAY_BROWSER"]).exists()
    assert not any("playwright" in step.get("run", "") for step in job["steps"])


def test_workflows_have_few_rights_and_time_limits():
    for flow in WORKFLOWS.values():
        assert flow["permissions"] == {"contents": "read"}
        assert all(job["timeout-minutes"] <= 60 for job in flow["jobs"].values())
    jobs = {f"{name} {key}": job for name, flow in WORKFLOWS.items() for key, job in flow["jobs"].items()}
    more = {key: set(job["permissions"]) - {"contents"} for key, job in jobs.items() if "permissions" in job}
    assert more == {
        "docs build": {"pages"},
        "docs publish": {"id-token", "pages"},
        "images image": {"packages"},
        "images index": {"packages"},
        "release publish": {"id-token"},
        "release release": set(),
    }


def test_only_a_tag_is_published_and_only_with_all_builds():
    flow = WORKFLOWS["release"]
    builds = {"sdist", "wheels"}
    assert flow[True]["push"] == {"tags": ["v*"]}  # YAML 1.1 reads `on` as true
    assert WORKFLOWS["images"][True] == {"push": {"tags": ["v*"]}}
    assert set(flow["jobs"]["publish"]["needs"]) == builds
    assert set(flow["jobs"]["release"]["needs"]) == {*builds, "publish"} == set(flow["jobs"]) - {"release"}
    for name in ("publish", "release"):
        assert flow["jobs"][name]["if"] == "github.ref_type == 'tag'"


def test_wheels_are_built_for_every_system_and_tried():
    settings = TOOLS["cibuildwheel"]
    systems = WORKFLOWS["release"]["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    assert settings["build"] == f"{hatch_build.OLDEST_PYTHON}-*"
    assert f"cp{PYTHONS[0].replace('.', '')}" == hatch_build.OLDEST_PYTHON
    for line in settings["test-command"]:
        program, *arguments = shlex.split(line)
        subprocess.run([Path(sys.executable).with_name(program), *arguments], check=True, timeout=60)


def test_the_published_image_has_both_architectures_and_was_tried():
    image, index = (WORKFLOWS["images"]["jobs"][name] for name in ("image", "index"))
    arches = [entry["arch"] for entry in image["strategy"]["matrix"]["include"]]
    assert arches == ["amd64", "arm64"]
    assert all(f"-{arch}" in index["steps"][-1]["run"] for arch in arches)
    tried = [step["run"] for step in WORKFLOWS["tests"]["jobs"]["image"]["steps"] if "run" in step]
    assert [step.get("run") for step in image["steps"]][1 : 1 + len(tried)] == tried


def test_the_documentation_is_built_with_each_change_and_published_from_main():
    jobs = WORKFLOWS["docs"]["jobs"]
    (build,) = (step for step in jobs["build"]["steps"] if "run" in step)
    assert (build["run"], build.get("if")) == ("make docs", None)
    assert "\ndocs: set-up-docs" in (ROOT / "Makefile").read_text("utf-8")
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert set(re.findall(r"!ENV (\w+)", site)) == set(build["env"])
    upload = jobs["build"]["steps"][-1]
    assert f"\nsite_dir: {upload['with']['path']}\n" in site
    assert upload["if"] == jobs["publish"]["if"] == "github.ref == 'refs/heads/main'"


FORMS = {path.stem: yaml.safe_load(path.read_text("utf-8")) for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")}
CHOOSER = FORMS.pop("config")


def test_the_chooser_offers_the_forms():
    assert len(FORMS) > 1
    assert CHOOSER == {"blank_issues_enabled": True}


@pytest.mark.parametrize("name", FORMS)
def test_an_issue_form_has_what_the_site_demands(name):
    form = FORMS[name]
    assert set(form) == {"name", "description", "labels", "body"}
    fields = form["body"]
    assert len({field["id"] for field in fields}) == len(fields)
    for field in fields:
        assert field["type"] in ("input", "textarea", "checkboxes")
        assert field["attributes"]["label"]
        placeholder = field["attributes"].get("placeholder", "")
        if placeholder:
            check_command(placeholder)


def test_the_citation_names_this_version_and_these_authors():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    names = {key: citation[key] for key in ("title", "version", "license")}
    assert names == {"title": PROJECT["name"], "version": PROJECT["version"], "license": PROJECT["license"]}
    assert all(author["name"] in (ROOT / "LICENSE").read_text("utf-8") for author in citation["authors"])
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f"## [{citation['version']}] - {citation['date-released']}" in changes


def test_image_uses_a_tested_python_and_real_commands():
    first, *rest = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE)
    assert {first, *rest} == {first}
    assert first.removeprefix("python:").removesuffix("-slim") in PYTHONS
    for stage in STAGES:
        for line in re.findall(r"^RUN (.*)$", stage, re.MULTILINE):
            for command in line.split(" && "):
                check_command(command)


def test_the_image_runs_unprivileged_and_checks_its_health_by_doctor():
    settings = {name: value for name, value in INSTRUCTIONS if name != "RUN"}
    assert settings["USER"] == "player"
    assert f"useradd --create-home {settings['USER']}" in STAGES[-1]
    assert yaml.safe_load(settings["ENTRYPOINT"]) == ["autoplay"]
    assert "autoplay" in PROJECT["scripts"]
    check_call(yaml.safe_load(settings["CMD"]))
    health = re.search(r"CMD (\[.*\])", settings["HEALTHCHECK"])[1]
    check_call(yaml.safe_load(health)[1:])


def test_image_is_built_from_the_wheels_files_only():
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {rule[1:] for rule in rules if rule.startswith("!")}
    built = TOOLS["hatch"]["build"]["targets"]["wheel"]
    needed = {*built["packages"], PROJECT["readme"], *PROJECT["license-files"], "hatch_build.py", "pyproject.toml"}
    assert let_in == needed
    assert all((ROOT / name).exists() for name in let_in)
    kept_out = [rule.removeprefix("**/") for rule in rules if rule.startswith("**/")]
    assert any(fnmatch("_kernel.abi3.so", rule) for rule in kept_out)  # of another system


def test_the_hook_is_one_that_pre_commit_takes_and_checks_fixtures():
    path = ROOT / ".pre-commit-hooks.yaml"
    subprocess.run([sys.executable, "-m", "pre_commit", "validate-manifest", path], check=True, timeout=60)
    (hook,) = yaml.safe_load(path.read_text("utf-8"))
    program, *words = shlex.split(hook["entry"])
    assert program in PROJECT["scripts"]
    check_call(words)
    assert hook["language"] == "python"
    assert re.search(hook["files"], "fixtures/practice/5x5.png")
    assert not re.search(hook["files"], "docs/play.png")
