"""`klondaily players hide`."""

from app.cli.main import main
from app.store import players
from app.store.database import run_once
from app.store.migrate import migrate

SAID = """hidden: Rude Name
Nobody can take that name again; its player shows as a number until they choose another.
"""


def test_a_name_is_hidden_once(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("KLONDAILY_DATA", str(tmp_path))
    url = f"sqlite:///{tmp_path / 'klondaily.db'}"
    migrate(url)
    run_once(url, players.set_name, "some id", "Rude Name", 1)
    assert main(["players", "hide", "RUDE NAME"]) == 0
    assert capsys.readouterr().out == SAID
    assert main(["players", "hide", "Rude Name"]) == 1
    assert "no player has the name or id 'Rude Name'" in capsys.readouterr().err
