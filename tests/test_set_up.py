"""Decisions of the set-up on a simulated machine: the ways it tries, their order, and its end."""

import pytest

from scripts import set_up

DEBIAN = 'NAME="Debian GNU/Linux"\nID=debian\nVERSION_ID="12"\n'
MINT = 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'
APT, PLAYWRIGHT = "install -y -q chromium", "install --with-deps chromium"


class Machine:
    """Simulated machine: commands with ``broken`` in them fail, ``mends`` gives a browser."""

    def __init__(self, broken="nothing", mends="nothing"):
        self.broken, self.mends, self.commands, self.has_browser = broken, mends, [], False

    def run(self, command):
        line = " ".join(command)
        self.commands.append(line)
        self.has_browser = self.has_browser or self.mends in line
        return self.broken not in line

    def works(self, command):
        return self.has_browser or set_up.PROBE not in command


@pytest.fixture
def install(monkeypatch):
    """Install a browser on a machine, and return the commands that it took."""

    def install(machine, system, root=True):
        monkeypatch.setattr(set_up, "works", machine.works)
        monkeypatch.setattr(set_up, "is_root", lambda: root)
        set_up.install_browser(machine.run, system)
        return machine.commands

    return install


@pytest.mark.parametrize(
    ("release", "name"), [(DEBIAN, "debian"), (MINT, "ubuntu"), ("ID=arch\n", "other")]
)
def test_the_system_is_known_by_its_release_file(release, name):
    assert set_up.system(release) == name


def test_each_system_is_served_its_own_way_first(install):
    assert APT in install(Machine(mends=APT), "debian")[-1]
    found = [line.endswith(PLAYWRIGHT) for line in install(Machine(mends=PLAYWRIGHT), "ubuntu")]
    assert found == [True]


def test_the_other_way_is_tried_if_one_fails(install):
    assert install(Machine("update", PLAYWRIGHT), "debian")[-1].endswith(PLAYWRIGHT)
    assert APT in install(Machine(PLAYWRIGHT, APT), "ubuntu")[-1]


def test_without_root_an_installed_browser_must_also_start(install):
    machine = Machine()
    with pytest.raises(set_up.SetUpError, match="sudo apt-get install chromium") as error:
        install(machine, "debian", root=False)
    assert error.value.status == 6
    assert len(machine.commands) == 1


@pytest.mark.parametrize(("level", "extras"), [("play", "pdf,web"), ("dev", "dev")])
def test_what_the_quick_start_installs_serves_the_page_too(level, extras, monkeypatch):
    machine = Machine()
    monkeypatch.setattr(set_up, "run", machine.run)
    monkeypatch.setattr(set_up, "works", machine.works)
    set_up.install_packages(level)
    assert machine.commands[-1].endswith(f"install -e .[{extras}]")


def test_headless_opencv_replaces_one_that_cannot_be_imported():
    machine = Machine()
    set_up.replace_opencv(machine.run, imports=False, pip=["pip"])
    assert "install --force-reinstall --no-deps opencv-python-headless" in machine.commands[1]
    with pytest.raises(set_up.SetUpError, match="neither"):
        set_up.replace_opencv(Machine("headless").run, imports=False, pip=["pip"])


def test_only_what_succeeded_is_not_done_again(tmp_path, monkeypatch):
    monkeypatch.setattr(set_up, "VENV", tmp_path)
    done = []
    for value in ("a", "a", "b"):
        set_up.once("packages", value, lambda value=value: done.append(value))
    with pytest.raises(ZeroDivisionError):
        set_up.once("packages", "c", lambda: 1 / 0)
    set_up.once("packages", "c", lambda: done.append("c"))
    assert done == ["a", "b", "c"]
