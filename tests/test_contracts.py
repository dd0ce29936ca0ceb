"""The floors of the code (docs/decisions/0003) and the few words that stand only where they belong."""

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "app"


def modules(folder):
    return sorted((APP / folder).rglob("*.py"))


def imports(module):
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            yield node.module


def test_each_floor_imports_only_from_those_below():
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_needs_itself_by_way_of_others():
    graph = grimp.build_graph("app", cache_dir=None)
    TopologicalSorter({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}).prepare()


def test_the_game_needs_nothing_but_the_standard_library():
    foreign = {
        (module.name, name)
        for module in modules("game")
        for name in imports(module)
        if name.partition(".")[0] not in sys.stdlib_module_names and not name.startswith("app.game")
    }
    assert not foreign


def test_the_law_has_no_clock_and_no_chance():
    """Time and randomness come in as arguments; only new deal codes are drawn by lot."""
    used = {(module.name, name) for module in modules("game") for name in imports(module)}
    assert not {(module, name) for module, name in used if name in {"time", "random", "os", "uuid"}}
    assert {module for module, name in used if name == "secrets"} <= {"deal.py"}


def test_broad_excepts_stand_only_at_the_edges():
    """Where a request, a command, a thread or a task for ever would otherwise end with whatever was raised in it."""
    edges = {"web/middleware.py", "cli/main.py", "store/sqlite.py", "jobs/background.py"}
    assert {path for module in APP.rglob("*.py") for path in broad_excepts(module)} <= edges


def broad_excepts(module):
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            caught = ast.unparse(node.type) if node.type else "BaseException"
            last = node.body[-1]
            passes_on = isinstance(last, ast.Raise) and last.exc is None  # it only tidies up
            if caught in {"Exception", "BaseException"} and not passes_on:
                yield module.relative_to(APP).as_posix()


def test_no_module_is_called_utils():
    assert not [module for module in APP.rglob("*.py") if module.stem in {"utils", "helpers", "common", "misc"}]
