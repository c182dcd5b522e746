"""The command group: help, version, errors, interrupts, closed pipes, and its few imports."""

import signal
import subprocess
import sys
from importlib.metadata import version

import pytest
import rich_click as click
from click.testing import CliRunner

from autoplay import errors
from autoplay.cli import main
from autoplay.practice import serve
from solvers.errors import NoSolution
from tests.systems import SIGNALS


@pytest.fixture
def failing(monkeypatch):
    """Make the verb `doctor` raise the error of a test."""

    def failing(error):
        @click.command()
        def doctor():
            raise error

        monkeypatch.setattr("autoplay.cli.doctor.doctor", doctor)

    return failing


def test_version_is_that_of_the_package(run):
    assert run("--version").out == run("-V").out == f"autoplay {version('puzzle-autoplay')}\n"


HEAVY = (
    "cv2", "numpy", "playwright", "msgspec", "jinja2", "tomlkit", "asyncio", "urllib.request",
)  # fmt: skip


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize(
    ("option", "modules"),
    [("--help", HEAVY), ("--version", (*HEAVY, "autoplay.cli.read", "autoplay.click_options"))],
)
def test_help_and_version_import_nothing_heavy(option, modules):
    probe = (
        "import sys\n"
        "from autoplay.cli import main\n"
        "from click.testing import CliRunner\n"
        f"assert CliRunner().invoke(main, [{option!r}]).exit_code == 0\n"
        f"print([name for name in {modules} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_quiet_prints_results_and_errors_only(run):
    assert "made by" in run("make", "--size", "5", "--stars", "1", "--seed", "3").err
    done = run("make", "--size", "5", "--stars", "1", "--seed", "3", "-q")
    assert (done.status, done.err) == (0, "")
    assert done.out
    assert run("make", "-q", "--size", "x").complaint


def test_options_of_all_commands_may_stand_before_the_command(run, home):
    assert run("--quiet", "solve", "2x2").err == ""
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text("[solve]\njson = true\n")
    assert run("solve", "2x2").rows
    assert run("--no-config", "solve", "2x2").out.startswith("**\n")
    assert "Traceback" in run("--debug", "draw", "nowhere.txt").err


def test_an_error_says_what_and_what_to_try_and_names_the_picture(run, failing):
    failing(NoSolution("there is\nnone", hint="another puzzle", picture="seen.png"))
    done = run("doctor")
    assert (done.status, done.out) == (4, "")
    assert done.complaint == "autoplay: there is none (picture: seen.png). Try: another puzzle"


def test_the_traceback_is_for_those_who_ask(run, failing):
    failing(NoSolution("there is none"))
    assert "Traceback" in run("doctor", "--debug").err
    assert "Traceback" not in run("doctor").err


def test_a_defect_of_the_program_shows_no_traceback_either(run, failing):
    failing(ZeroDivisionError("division by zero"))
    done = run("doctor")
    assert done.status == errors.DEFECT
    assert "ZeroDivisionError" in done.complaint
    assert "--debug" in done.complaint


def test_a_file_that_may_not_be_written_is_one_line(run, failing):
    failing(PermissionError(13, "Permission denied", "/there/x.png"))
    done = run("doctor")
    assert (done.status, done.complaint) == (
        2,
        f"autoplay: /there/x.png: Permission denied. Try: {errors.PATH_HINT}",
    )


def test_an_interrupt_ends_without_a_word_too_many(failing):
    failing(KeyboardInterrupt())
    done = CliRunner().invoke(main, ["doctor"])
    assert done.exit_code == errors.INTERRUPTED
    assert done.stderr.strip() == "autoplay: stopped."


@pytest.mark.usefixtures("process")
@SIGNALS
def test_the_practice_site_ends_with_ctrl_c():
    command = [sys.executable, "-m", "autoplay", "demo", "--port", "0"]
    site = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert site.stdout.readline().startswith("http://127.0.0.1:")
    site.send_signal(signal.SIGINT)
    out, err = site.communicate(timeout=30)
    assert (site.returncode, out) == (0, "")
    assert "Traceback" not in err


def test_a_port_that_is_taken_is_named(run):
    with serve() as taken:
        port = taken.url.rpartition(":")[2]
        done = run("demo", "--port", port)
    assert done.status == 2
    assert f"port {port}: " in done.complaint
    assert "--port 0" in done.complaint


@pytest.mark.usefixtures("process")
@SIGNALS
@pytest.mark.parametrize(("words", "status"), [("2x2 >&-", 0), ("2x2 2>&-", 0), ("- <&-", 2)])
def test_a_closed_stream_is_no_defect(words, status):
    line = f"'{sys.executable}' -m autoplay solve {words}"
    assert subprocess.run(["sh", "-c", line], capture_output=True).returncode == status
