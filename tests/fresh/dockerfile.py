"""The steps of the Dockerfile, run on bare machines: for where no container engine is at hand."""

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.fresh.machine import PATH, Machine


class Image(NamedTuple):
    """What the last stage came to."""

    machine: Machine
    environ: dict[str, str]
    user: str
    folder: str
    #: Entry point and command together, and the check of health.
    command: list[str]
    check: list[str]


def instructions(text: str) -> list[tuple[str, str]]:
    """Each instruction with its argument, lines that go on joined, comments left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    return [
        (word.upper(), rest.strip()) for word, _, rest in (line.partition(" ") for line in joined.splitlines()) if word
    ]


class Builder:
    """Goes through the instructions; ``base`` stands for the image that stages begin with."""

    def __init__(self, base: Machine, context: Path) -> None:
        self._base = base
        self._context = context
        allowed = (context / ".dockerignore").read_text(encoding="utf-8").splitlines()
        self._allowed = {line[1:] for line in allowed if line.startswith("!")}
        self._stages: dict[str, Machine] = {}
        self._count = 0
        self._machine = base
        self._begin()
        self._entry: list[str] = []
        self._command: list[str] = []
        self._check: list[str] = []

    def _begin(self) -> None:
        self._environ: dict[str, str] = {}
        self._user, self._folder = "", "/"

    def build(self, text: str) -> Image:
        for word, rest in instructions(text):
            print(f"  {word} {rest[:100]}", flush=True)
            getattr(self, f"_do_{word.lower()}")(rest)
        command = self._entry + self._command
        return Image(self._machine, self._environ, self._user, self._folder, command, self._check)

    def _do_from(self, rest: str) -> None:
        _, _, name = rest.partition(" AS ")
        self._count += 1
        self._machine = self._base.copy(f"stage-{self._count}")
        self._stages[name or str(self._count)] = self._machine
        self._begin()

    def _do_env(self, rest: str) -> None:
        for part in shlex.split(rest):
            name, _, value = part.partition("=")
            self._environ[name] = value.replace("$PATH", self._environ.get("PATH", PATH))

    def _do_workdir(self, rest: str) -> None:
        self._folder = rest
        self._inside(rest).mkdir(parents=True, exist_ok=True)

    def _do_run(self, rest: str) -> None:
        self._machine.run(rest, self._environ, self._user, self._folder)

    def _do_copy(self, rest: str) -> None:
        *sources, target = shlex.split(rest)
        origin = self._context
        if sources[0].startswith("--from="):
            origin = self._stages[sources.pop(0).removeprefix("--from=")].root
        many = len(sources) > 1 or target.endswith("/")
        for source in sources:
            if origin == self._context and source.partition("/")[0] not in self._allowed:
                raise ValueError(f".dockerignore keeps {source} out")
            found = origin / source.lstrip("/")
            place = self._inside(target) / found.name if many else self._inside(target)
            place.parent.mkdir(parents=True, exist_ok=True)
            if found.is_dir():
                shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
            else:
                shutil.copy2(found, place)

    def _do_user(self, rest: str) -> None:
        self._user = rest

    def _do_entrypoint(self, rest: str) -> None:
        self._entry = json.loads(rest)

    def _do_cmd(self, rest: str) -> None:
        self._command = json.loads(rest)

    def _do_healthcheck(self, rest: str) -> None:
        self._check = json.loads(rest.partition("CMD")[2])

    def _do_volume(self, rest: str) -> None:
        pass

    def _do_expose(self, rest: str) -> None:
        pass

    def _inside(self, path: str) -> Path:
        return self._machine.root / str(Path(self._folder) / path).lstrip("/")


def seal(image: Image) -> None:
    """Leave nothing of the image to be written but /data, a volume of its own, and /tmp; as compose.yaml has it."""
    root, data = str(image.machine.root), str(image.machine.root / "data")
    for options in (
        ["--rbind", root, root],
        ["-o", "remount,bind,ro", root],
        ["--bind", data, data],
        ["-o", "remount,bind,rw", data],
    ):
        subprocess.run(["mount", *options], check=True)


def contained(image: Image, arguments: list[str], **environ: str) -> list[str]:
    """What to run here so that ``arguments`` run there as the image's user, without any rights."""
    rights = ["setpriv", f"--reuid={image.user}", f"--regid={image.user}", "--clear-groups", "--bounding-set=-all"]
    return image.machine.command(
        [*rights, "--no-new-privs", "env", f"--chdir={image.folder}", *arguments], image.environ | environ
    )
