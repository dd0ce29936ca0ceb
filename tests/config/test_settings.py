import stat
from concurrent.futures import ProcessPoolExecutor
from ipaddress import ip_network
from multiprocessing import get_context
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from app.config import TABLE, SettingError, load_settings
from app.config.secret import kept_secret


def settings_of(tmp_path: Path, **given: str):
    return load_settings({"KLONDAILY_DATA": str(tmp_path / "data")} | {f"KLONDAILY_{k}": v for k, v in given.items()})


def test_it_starts_with_nothing_set(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    settings = load_settings({"PATH": "/bin"})
    assert settings.data == tmp_path / "data"
    assert settings.database_url == f"sqlite:///{tmp_path}/data/klondaily.db"
    assert (settings.host, settings.port, settings.time_zone) == ("127.0.0.1", 8000, ZoneInfo("UTC"))
    assert len(settings.secret) >= 48


def test_the_table_and_the_dataclass_have_the_same_settings_and_defaults(tmp_path):
    settings = settings_of(tmp_path)
    fields = set(type(settings).__dataclass_fields__)
    assert {setting.name.lower() for setting in TABLE} == fields
    spelt_out = settings_of(tmp_path, **{s.name: s.default for s in TABLE if s.default and s.name != "DATA"})
    assert spelt_out == settings


def test_it_keeps_the_secret_it_made_for_its_owner_alone(tmp_path):
    first = settings_of(tmp_path).secret
    assert settings_of(tmp_path).secret == first
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret"]


def test_processes_that_start_at_once_agree_on_one_secret(tmp_path):
    with ProcessPoolExecutor(8, mp_context=get_context("spawn")) as pool:
        secrets = list(pool.map(kept_secret, [tmp_path] * 8))
    assert len(set(secrets)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_a_cut_off_secret_stops_the_start(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret").write_text("short")
    with pytest.raises(SettingError, match="holds no secret"):
        settings_of(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("PORT", "80a", "KLONDAILY_PORT must be a whole number from 0 to 65535, not '80a'"),
        ("PORT", "65536", "KLONDAILY_PORT must be a whole number from 0 to 65535, not '65536'"),
        ("PORT", "-1", "KLONDAILY_PORT must be a whole number from 0 to 65535, not '-1'"),
        ("PORT", "٨٠", "KLONDAILY_PORT must be a whole number from 0 to 65535, not '٨٠'"),
        ("HOST", "a b", "KLONDAILY_HOST must be an address or a host name, not 'a b'"),
        ("TIME_ZONE", "Mars/Base", "KLONDAILY_TIME_ZONE must be a time zone such as UTC or Europe/Berlin"),
        ("TIME_ZONE", "../../etc/passwd", "KLONDAILY_TIME_ZONE must be a time zone"),
        ("TRUSTED_PROXIES", "10.0.0.0/8, x", "KLONDAILY_TRUSTED_PROXIES must list addresses or networks"),
        ("BASE_URL", "cards.example", "KLONDAILY_BASE_URL must be like https://cards.example"),
        ("BASE_URL", "https://cards.example/play", "KLONDAILY_BASE_URL must be like"),
        ("BASE_URL", "https://u:p@cards.example", "KLONDAILY_BASE_URL must be like"),
        ("BASE_URL", "http://x:99999", "KLONDAILY_BASE_URL must be like"),
        ("LOG_LEVEL", "loud", "KLONDAILY_LOG_LEVEL must be one of debug, info, warning, error, not 'loud'"),
        ("DATABASE_URL", "mysql://u:hunter2@h/d", "KLONDAILY_DATABASE_URL must begin with sqlite:/// or postgresql://"),
        ("SECRET", "hunter2", "KLONDAILY_SECRET must have at least 16 characters"),
        ("SECRTE", "x" * 20, "KLONDAILY_SECRTE is no setting; did you mean KLONDAILY_SECRET?"),
        ("SECRTE_FILE", "/x", "KLONDAILY_SECRTE_FILE is no setting; did you mean KLONDAILY_SECRET_FILE?"),
        ("PORT_FILE", "/x", "KLONDAILY_PORT_FILE is no setting"),
        ("SECRET_FILE", "/nowhere/secret", "KLONDAILY_SECRET_FILE: cannot read /nowhere/secret: No such file"),
        ("BODY_LIMIT", "0", "KLONDAILY_BODY_LIMIT must be a whole number from 1024"),
    ],
)
def test_a_bad_value_stops_the_start_with_one_line_and_leaves_nothing(tmp_path, name, value, message):
    with pytest.raises(SettingError) as caught:
        settings_of(tmp_path, **{name: value})
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)
    assert "hunter2" not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["FOO", "X", "PORT_FILE", "", "POSTGRES_PASSWORD"])
def test_a_name_that_is_like_no_setting_s_gets_no_advice(tmp_path, name):
    with pytest.raises(SettingError) as caught:
        settings_of(tmp_path, **{name: "1"})
    assert str(caught.value) == f"KLONDAILY_{name} is no setting"


def test_the_data_folder_that_it_makes_is_its_owner_s_alone(tmp_path):
    settings_of(tmp_path)
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700


def test_good_values_are_read(tmp_path):
    settings = settings_of(
        tmp_path,
        TRUSTED_PROXIES="10.0.0.0/8, 127.0.0.1 ::1",
        BASE_URL="https://Cards.example/",
        TIME_ZONE="Europe/Berlin",
        DATABASE_URL="postgres://u:hunter2@h/d",
        SECRET="0123456789abcdef",
        LOG_LEVEL="WARNING",
        RATE="0",
    )
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("127.0.0.1/32"), ip_network("::1/128"))
    assert settings.base_url == "https://cards.example"
    assert settings.database_url == "postgresql://u:hunter2@h/d"
    assert settings.log_level == "warning"
    assert not (tmp_path / "data").exists(), "with both elsewhere the data folder is not needed"
    assert "hunter2" not in repr(settings)
    assert "0123456789abcdef" not in repr(settings)


def test_a_secret_may_come_from_a_file(tmp_path):
    file = tmp_path / "mounted"
    file.write_text("from-a-mounted-file\n")
    assert settings_of(tmp_path, SECRET_FILE=str(file)).secret == b"from-a-mounted-file"
    with pytest.raises(SettingError, match="both set"):
        settings_of(tmp_path, SECRET_FILE=str(file), SECRET="x" * 20)
    file.write_text(" \n")
    with pytest.raises(SettingError, match="is empty"):
        settings_of(tmp_path, SECRET_FILE=str(file))


def test_an_empty_variable_counts_as_unset(tmp_path):
    assert settings_of(tmp_path, PORT="", SECRET="", DATABASE_URL="").port == 8000


def test_keys_differ_by_purpose_and_secret(tmp_path):
    one, other = (settings_of(tmp_path, SECRET=text * 16) for text in "ab")
    keys = {one.key("cookies"), one.key("daily"), other.key("cookies"), other.key("daily")}
    assert len(keys) == 4
    assert one.key("cookies") == one.key("cookies")


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "data").write_text("a file")
    with pytest.raises(SettingError, match="KLONDAILY_DATA: cannot make"):
        settings_of(tmp_path)
