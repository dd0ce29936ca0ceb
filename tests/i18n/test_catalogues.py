"""The German catalogues say everything that the source says, and nothing else."""

from collections import defaultdict

from tests.i18n import messages


def test_every_message_of_the_source_has_a_german_one():
    lacking = "\n".join(messages.as_entry(key, place) for key, place in messages.missing().items())
    assert not lacking, f"add these to app/i18n/locales/de/*.po:\n\n{lacking}"


def test_no_german_entry_is_fuzzy_or_without_use():
    source = messages.source_messages()
    listed = list(messages.entries())
    assert not [(file, key) for file, key, _, fuzzy in listed if fuzzy]
    assert not [(file, key) for file, key, _, _ in listed if key not in source], "no longer in the source"


def test_a_message_is_not_translated_in_two_ways():
    ways = defaultdict(set)
    for _, key, text, _ in messages.entries():
        ways[key].add(text)
    assert not {key: texts for key, texts in ways.items() if len(texts) > 1}


def test_placeholders_are_the_same_in_both_languages():
    wrong = []
    for file, key, text, _ in messages.entries():
        source = [messages.placeholders(form) for form in messages.forms(key[1])]
        for english, german in zip(source, map(messages.placeholders, messages.forms(text)), strict=True):
            # "one card" need not name the number that "%(num)s cards" names.
            if not (german <= english | source[-1] and english - {"num"} <= german):
                wrong.append((file, key, text))
    assert not wrong


def test_every_percent_sign_is_a_placeholder_or_doubled():
    texts = [form for key in messages.source_messages() for form in messages.forms(key[1])]
    texts += [form for _, _, text, _ in messages.entries() for form in messages.forms(text)]
    assert not [text for text in texts if any("%" in name for name in messages.placeholders(text))]


def test_german_speaks_to_the_player_as_du():
    stiff = [text for _, _, text, _ in messages.entries() for form in messages.forms(text) if " Ihnen" in form]
    assert not stiff
