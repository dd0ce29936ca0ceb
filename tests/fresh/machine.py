"""A bare Debian in a folder, and commands that run inside of it."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#: How this machine reaches Debian's and Python's packages is not part of what is tried: it comes along.
WAYS: Final = ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt", "etc/pip.conf")
WAYS_BY_ENVIRONMENT: Final = ("PIP_", "SSL_CERT", "http_proxy", "https_proxy", "no_proxy", "REQUESTS_CA_BUNDLE")


class Machine:
    """A root folder with its own /proc, /dev and /tmp; the mounts end with this process's mount namespace."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @classmethod
    def bare(cls, folder: Path, suite: str, mirror: str) -> "Machine":
        """The smallest Debian that there is, made once and then kept in ``folder``."""
        root = folder / f"bare-{suite}"
        if not (root / "etc" / "debian_version").exists():
            shutil.rmtree(root, ignore_errors=True)
            folder.mkdir(parents=True, exist_ok=True)
            # Certificates are what every image and every installed machine has.
            command = ["debootstrap", "--variant=minbase", "--include=ca-certificates", suite, str(root), mirror]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return cls(root)

    def copy(self, name: str) -> "Machine":
        """Another machine that is like this one, ready to run commands."""
        root = self.root.parent / name
        if root.exists():
            shutil.rmtree(root)
        subprocess.run(
            ["cp", "--archive", "--one-file-system", "--reflink=auto", str(self.root), str(root)], check=True
        )
        made = Machine(root)
        made._connect()
        return made

    def _connect(self) -> None:
        for name in WAYS:
            source, target = Path("/") / name, self.root / name
            if source.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.unlink(missing_ok=True)
                shutil.copyfile(source, target)
        for kind, what in (("proc", "proc"), ("sysfs", "sys"), ("tmpfs", "tmp")):
            subprocess.run(["mount", "-t", kind, kind, str(self.root / what)], check=True)
        subprocess.run(["mount", "--rbind", "/dev", str(self.root / "dev")], check=True)

    def command(self, arguments: Sequence[str], environ: Mapping[str, str] | None = None, user: str = "") -> list[str]:
        """What to run here so that ``arguments`` are run there, with nothing of this environment but the ways out."""
        ways = {name: value for name, value in os.environ.items() if name.startswith(WAYS_BY_ENVIRONMENT)}
        given = (
            {"PATH": PATH, "HOME": f"/home/{user}" if user else "/root", "LANG": "C.UTF-8"} | ways | dict(environ or {})
        )
        who = [f"--userspec={user}:{user}"] if user else []
        return ["chroot", *who, str(self.root), "env", "-i", *(f"{k}={v}" for k, v in given.items()), *arguments]

    def run(
        self,
        script: str,
        environ: Mapping[str, str] | None = None,
        user: str = "",
        folder: str = "/",
        *,
        alone: bool = False,
    ) -> None:
        """Run a shell's lines, ``alone`` without any network but its own address; raises CalledProcessError."""
        arguments = self.command(["sh", "-euc", f"cd {folder}\n{script}"], environ, user)
        if alone:
            arguments = ["unshare", "--net", "sh", "-euc", 'ip link set lo up && exec "$@"', "sh", *arguments]
        subprocess.run(arguments, check=True, stdin=subprocess.DEVNULL)

    def install(self, *packages: str) -> None:
        """Install Debian's packages, without what they merely recommend."""
        self.run(
            "apt-get update -qq && apt-get install -y -qq --no-install-recommends "
            + " ".join(packages)
            + " >/dev/null",
            {"DEBIAN_FRONTEND": "noninteractive"},
        )
