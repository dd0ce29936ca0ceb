"""Does on a bare Debian what README says, with nothing installed but what it names.

    sudo python3 -m tests.fresh [run] [test [OPTIONS OF PYTEST]] [bare-test [OPTIONS]] [root-test [OPTIONS]] [image]

``run``: ./dev run, and its page is asked for. ``test``: ./dev test, all of it, or what the options name, with all that
README names for it: nothing may be left out. ``bare-test``: the same with no more than ./dev run needs and, once it is
set up, without a network: what needs a browser or the proxy is left out. ``root-test``: that, as root. ``image``: the
steps of the Dockerfile, then its server as in a container. Without any word: run, test and image. Needs root, Linux,
Debian's ``debootstrap`` and some GB in FRESH_FOLDER (/var/tmp/klondaily-fresh), which may be deleted afterwards.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Final
from urllib.request import urlopen

from tests.fresh.dockerfile import Builder, contained, seal
from tests.fresh.machine import ROOT, Machine

SUITE: Final = "bookworm"
#: Seconds until a first start on a bare machine has installed everything.
PATIENCE: Final = 1200
HOME: Final = "/home/player"
CHECKOUT: Final = f"{HOME}/klondaily"
WORDS: Final = ("run", "test", "bare-test", "root-test", "image")


def mirror() -> str:
    """Where this machine has its Debian from."""
    files = [file for file in Path("/etc/apt").rglob("*") if file.suffix in (".list", ".sources") and file.is_file()]
    text = "\n".join(file.read_text(encoding="utf-8") for file in sorted(files))
    # Others may have their own packages there: Debian's stand in a folder of its name on every mirror.
    found = re.search(r"^(?:URIs:|deb)\s+(?:\[.*?\]\s+)?(https?://\S+/debian/?)\s", text, flags=re.MULTILINE)
    if found is None:
        raise SystemExit("this is no Debian that knows where its packages are")
    return found[1]


def named_packages(section: str) -> list[str]:
    """The packages of Debian's that README names under one of its headings."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = readme.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return [name for line in re.findall(r"apt install ([a-z0-9 -]+)", text) for name in line.split()]


def checkout(machine: Machine) -> None:
    """A player's account and what git has of this checkout."""
    machine.run("useradd --create-home player")
    target = machine.root / CHECKOUT.lstrip("/")
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(target)], check=True)
    machine.run(f"chown -R player:player {HOME}")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


def served(command: list[str], port: int, check: list[str] | None = None) -> None:
    """Start a server, ask it for a page, run a ``check`` of its health, and stop it; raises where that fails."""
    began = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        try:
            while True:
                try:
                    page = urlopen(f"http://127.0.0.1:{port}/", timeout=10).read()
                    break
                except OSError:
                    if process.poll() is not None or time.monotonic() - began > PATIENCE:
                        raise SystemExit("it does not serve") from None
                    time.sleep(0.5)
            if b"Klondaily" not in page:
                raise SystemExit("that is not its page")
            if check is not None:
                subprocess.run(check, check=True)
                print("  says that it is healthy", flush=True)
            print(f"  serves after {time.monotonic() - began:.0f} s", flush=True)
            process.terminate()
            stopping = time.monotonic()
            process.wait(20)
            print(f"  stopped within {time.monotonic() - stopping:.1f} s", flush=True)
        finally:
            process.kill()


def try_run(bare: Machine) -> None:
    machine = bare.copy("run")
    machine.install(*named_packages("Play"))
    checkout(machine)
    port = free_port()
    served(machine.command(["sh", "-c", f"cd {CHECKOUT} && exec ./dev run --port {port}"], user="player"), port)


def try_test(bare: Machine, options: list[str]) -> None:
    machine = bare.copy("test")
    machine.install(*named_packages("Play"), *named_packages("Check"))
    checkout(machine)
    machine.run(" ".join(["./dev test", *options]), {"CI": "true"}, user="player", folder=CHECKOUT)


def try_test_alone(bare: Machine, options: list[str], user: str) -> None:
    machine = bare.copy("bare-test")
    machine.install(*named_packages("Play"))
    checkout(machine)
    if not user:
        machine.run(f"chown -R root:root {CHECKOUT}")
    # Sets up, and runs as good as nothing.
    machine.run("./dev test tests/test_contracts.py", user=user, folder=CHECKOUT)
    machine.run(" ".join(["./dev test", *options]), user=user, folder=CHECKOUT, alone=True)


def try_image(bare: Machine) -> None:
    base = bare.copy("python")
    # In the place of the image that the Dockerfile names, whose Python is a newer one.
    base.install("python3", "python3-venv")
    base.run("ln -s python3 /usr/bin/python")
    context = base.root.parent / "context"
    shutil.rmtree(context, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(context)], check=True)
    image = Builder(base, context).build((context / "Dockerfile").read_text(encoding="utf-8"))
    port = free_port()
    where = {"KLONDAILY_PORT": str(port), "KLONDAILY_HOST": "127.0.0.1"}
    seal(image)
    served(contained(image, image.command, **where), port, contained(image, image.check, **where))


def main(arguments: list[str]) -> None:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        raise SystemExit("needs root and debootstrap (apt install debootstrap)")
    if "FRESH_INSIDE" not in os.environ:
        # Mounts that end with this process, however it ends.
        inside = os.environ | {"FRESH_INSIDE": "1"}
        command = ["unshare", "--mount", "--propagation", "private", sys.executable, "-m", "tests.fresh", *arguments]
        raise SystemExit(subprocess.run(command, cwd=ROOT, env=inside).returncode)
    words = arguments or ["run", "test", "image"]
    bare = Machine.bare(Path(os.environ.get("FRESH_FOLDER", "/var/tmp/klondaily-fresh")), SUITE, mirror())
    while words:
        word = words.pop(0)
        print(f"— {word}", flush=True)
        if word == "run":
            try_run(bare)
        elif word == "image":
            try_image(bare)
        elif word in ("test", "bare-test", "root-test"):
            options = [words.pop(0) for _ in list(words) if words and words[0] not in WORDS]
            if word == "test":
                try_test(bare, options)
            else:
                try_test_alone(bare, options, "player" if word == "bare-test" else "")
        else:
            raise SystemExit(__doc__)
    print("All of it works on a bare machine.")


if __name__ == "__main__":
    main(sys.argv[1:])
