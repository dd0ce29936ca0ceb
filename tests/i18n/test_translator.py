from datetime import date

import pytest
from jinja2 import DictLoader, Environment

from app.i18n import negotiate, translator

en, de = translator("en"), translator("de")


@pytest.mark.parametrize(
    ("header", "chosen", "language"),
    [
        (None, None, "en"),
        ("", None, "en"),
        ("de-DE,de;q=0.9,en;q=0.8", None, "de"),
        ("de-AT", None, "de"),
        ("DE", None, "de"),
        ("en-GB,de;q=0.9", None, "en"),
        ("fr,en;q=0.5,de;q=0.6", None, "de"),
        ("fr", None, "en"),
        ("de;q=0,en;q=0.1", None, "en"),
        ("de;q=nan", None, "en"),
        ("de;q=9,en", None, "en"),
        ("*;q=0.5,de;q=0.4", None, "en"),
        (";;;,,=q;", None, "en"),
        ("x," * 100_000 + "de", None, "en"),
        ("de", "en", "en"),
        ("en", "de", "de"),
        ("de", "fr", "de"),
        ("de", "", "de"),
    ],
)
def test_the_language_is_the_players_choice_then_the_browsers_wish_then_english(header, chosen, language):
    assert negotiate(header, chosen) == language


def test_numbers_are_written_as_the_language_writes_them():
    assert (en.number(22580), de.number(22580)) == ("22,580", "22.580")
    assert en.number(-52) == de.number(-52) == "−52"


def test_dates_are_written_as_the_language_writes_them():
    day = date(2026, 11, 29)
    assert en.date(day) == "November 29, 2026"
    assert de.date(day) == "29. November 2026"
    assert en.weekday(day) == "Sunday, November 29"
    assert de.weekday(day) == "Sonntag, 29. November"


@pytest.mark.parametrize(
    ("millis", "shown"),
    [(0, "0:00"), (999, "0:00"), (7_000, "0:07"), (83_999, "1:23"), (3_599_999, "59:59"), (3_723_000, "1:02:03")],
)
def test_durations_count_whole_seconds(millis, shown):
    assert de.duration(millis) == shown


def test_messages_unknown_to_the_catalogue_stay_as_they_are():
    assert de.gettext("zzz %(name)s 100%%", name="x") == "zzz x 100%"
    assert de.ngettext("zzz one", "zzz %(num)s", 1234) == "zzz 1.234"
    assert de.pgettext("nowhere", "zzz") == "zzz"
    assert en.npgettext("nowhere", "zzz one", "zzz %(num)s", 1) == "zzz one"


def test_templates_have_the_words_and_formats():
    source = (
        "{{ _('zzz %(who)s', who='<b>') }} {% trans count=n %}one{% pluralize %}{{ count }} of{% endtrans %} "
        "{{ 1234|number }} {{ 83500|duration }} {{ d|day }} {{ language }}"
    )
    environment = Environment(autoescape=True, loader=DictLoader({"t": source}))
    de.install(environment)
    shown = environment.get_template("t").render(n=2, d=date(2026, 1, 2))
    assert shown == "zzz &lt;b&gt; 2 of 1.234 1:23 2. Januar 2026 de"


def test_a_near_day_has_its_weekday():
    assert en.weekday(date(2026, 11, 29)) == "Sunday, November 29"
    assert de.weekday(date(2026, 11, 29)) == "Sonntag, 29. November"
