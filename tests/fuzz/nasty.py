"""Texts and headers that programs of others fell over."""

import random
from collections.abc import Iterator
from typing import Final

#: As they stand in a path or a form, percent and all; bytes that are no text of any encoding among them.
VALUES: Final[tuple[bytes, ...]] = (
    b"",
    b"0",
    b"-1",
    b"%2B1",
    b"1e9",
    b"0x10",
    b"1_000",
    b"99999999999999999999999999",
    b"9" * 4000,
    b"%D9%A3",  # three, in Arabic digits
    b"%C2%B2",  # a digit that is no number: superscript two
    b"nan",
    b"2026-02-30",
    b"0000-00-00",
    b"9999-12-31",
    b"2026-W99",
    b"20261129",
    b"standard-1%00",
    b"standard-1%0A",
    b"STANDARD-1",
    b"daily-standard-1",
    b"castle-9",
    b"%00",
    b"%FF%FE",
    b"%C0%AF",
    b"%ED%A0%80",
    b"%F0%9F%82%A1",
    b"%E2%80%AE",
    b"%E2%80%8B",
    b"%",
    b"%zz",
    b"..",
    b"..%2f..%2fetc%2fpasswd",
    b"..%5c..",
    b"%2e%2e",
    b"//example.org",
    b"%0D%0Aset-cookie:%20a=b",
    b"%3Cscript%3Ealert(1)%3C/script%3E",
    b"'%20OR%20'1'='1",
    b"%25s%25n%7B7*7%7D%7B%7B7*7%7D%7D",
    b"T1-T2x99999999999",
    b"T0-T8",
    b"FS-FH",
    b"draw%20draw",
    b"undo",
    b"hint",
    b"a" * 3000,
    b"%61" * 600,
)

HEADERS: Final[tuple[dict[str, str | bytes], ...]] = (
    {"accept-language": "de;q=nan"},
    {"accept-language": "de;q=1e999, en;q=-0"},
    {"accept-language": "x" * 8000},
    {"accept-language": b"\xff\xfe"},
    {"accept-language": "," * 4000},
    {"accept-encoding": "gzip;q=abc, *;q="},
    {"accept-encoding": "gzip" * 1000},
    {"cookie": "klondaily-player=" + "x" * 9000},
    {"cookie": "klondaily-player=a.b; klondaily-player=c.d"},
    {"cookie": b"klondaily-player=\xe9.\xff"},
    {"cookie": "klondaily-player=\u00b9.\u00b2"},
    {"cookie": ";;;===;;" * 500},
    {"cookie": "klondaily-look=" + "cloth=blue&" * 900},
    {"cookie": b"klondaily-look=\xff%ff&cloth=%zz"},
    {"cookie": "klondaily-options=" + "winnable." * 900},
    {"cookie": "klondaily-lesson=../../x; klondaily-language=xx"},
    {"host": ""},
    {"host": "[::1"},
    {"host": "a:b:c"},
    {"host": b"\xff.example"},
    {"host": "cards.example:99999999"},
    {"host": "x" * 9000},
    {"x-forwarded-for": "1.2.3.4, " * 900},
    {"x-forwarded-for": b"\xff", "x-forwarded-proto": "https, javascript"},
    {"x-forwarded-proto": "https"},
    {"content-length": "-1"},
    {"content-length": "+5"},
    {"content-length": "1e3"},
    {"content-length": "99999999999999999999"},
    {"content-length": "\u00b2"},
    {"transfer-encoding": "gzip"},
    {"transfer-encoding": "chunked, chunked"},
    {"transfer-encoding": "identity"},
    {"range": "bytes=0-,-1,5-2,99999999999-"},
    {"range": "bytes=" + "0-0," * 2000},
    {"if-none-match": '"' + "a" * 5000},
    {"if-modified-since": "Thu, 99 Foo 99999 99:99:99 GMT"},
    {"if-modified-since": "Thu, 01 Jan 0000 00:00:00 +9999999"},
    {"authorization": b"Bearer \xff\xfe"},
    {"authorization": "Bearer"},
    {"authorization": "Bearer " + "k" * 9000},
    {"authorization": "Basic Og=="},
    {"authorization": "Digest a=b,"},
    {"expect": "100-continue"},
    {"upgrade": "websocket", "connection": "upgrade"},
    {"upgrade": "h2c", "connection": "upgrade, http2-settings", "http2-settings": "AAMAAABk"},
    {"content-type": "multipart/form-data"},
    {"content-type": "multipart/form-data; boundary=" + "-" * 3000},
    {"content-type": "application/json; charset=utf-99"},
    {"content-type": b"\xff/\xfe"},
    {"last-event-id": "9" * 5000},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": b"\xff"},
    {"sec-fetch-site": "", "origin": "null", "cookie": "a=b"},
    {"sec-fetch-site": "", "origin": "http://[::1", "cookie": "a=b"},
    {"sec-fetch-site": "", "referer": b"http://\xff", "cookie": "a=b"},
)

BODIES: Final[tuple[bytes, ...]] = (
    b"",
    b"\x00" * 500,
    b"\xff\xfe\xfd",
    b"%",
    b"&" * 5000,
    b"=" * 5000,
    b"a=b&" * 2000,
    b"version=0",
    b"entry=draw",
    b"version=0&version=1&entry=draw",
    b"version=999999999&entry=draw",
    b"version=0" + b"&entry=draw" * 5000,
    b"version=0&entry=draw&sent=99999",
    b"version=0&entry=draw&sent=1&sent=2",
    b"version=0&entry=%ff",
    b"version=0&entry=" + b"T" * 30000,
    b'{"rules": "standard-1"}',
    b'{"a":' * 10000,
    b"[" * 60000,
    b'{"version": 1e999, "text": "draw"}',
    b"--x\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--x--\r\n",
    b"deal=" + b"AC" * 20000,
    b"deal=" + b"%0A" * 20000,
    b'deal=%7B"tableau piles":[[' + b"[" * 5000,
)


def some(chance: random.Random, share: int) -> Iterator[int]:
    """Yield ``share`` places of nasty values, each drawn by chance."""
    for _ in range(share):
        yield chance.randrange(len(VALUES))


def mutated(chance: random.Random, text: bytes) -> bytes:
    """Return a request with some of its bytes turned over, left out, doubled or moved."""
    left = bytearray(text)
    for _ in range(chance.randrange(1, 6)):
        if not left:
            break
        place = chance.randrange(len(left))
        match chance.randrange(5):
            case 0:
                left[place] = chance.randrange(256)
            case 1:
                del left[place : place + chance.randrange(1, 9)]
            case 2:
                left[place:place] = left[place : place + 9]
            case 3:
                left[place:place] = bytes(chance.randrange(256) for _ in range(4))
            case 4:
                left[place:place] = chance.choice((b"\r\n", b"\0", b"\r\n\r\n", b": ", b"%", b"\xf0\x9f\x82\xa1"))
    return bytes(left)
