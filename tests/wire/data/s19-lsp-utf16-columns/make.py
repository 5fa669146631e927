"""Writes this case's files into the folder given as the first argument."""

import sys
from pathlib import Path

FILES = {
    "emoji.py": b'def ping(x):\n    return x\n\n\ndef row():\n    return ("\xf0\x9f\x99\x82\xf0\x9f\x99\x82", ping("\xc3\xa9"), ping(1))\n\n\ndef wide():\n    s = "\xe6\x97\xa5\xe6\x9c\xac"; return ping(s)\n\n\ndef family(a, b): return "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7" + str(ping(a)) + "\xf0\x9d\x92\xb3" + str(ping(b))\n\n\ndef accents():\n    e\xcc\x81 = "e\xcc\x81"; return ping(e\xcc\x81)\n',
    "tabs.py": b'def outer():\n\tif True:\n\t\treturn inner("\xe2\x86\x92\t\xf0\x9f\x9a\x80"), inner(2)\n\n\ndef inner(x):\n\treturn x\n',
    "crlf.py": b'from emoji import ping\r\n\r\n\r\ndef from_crlf():\r\n    a = "\xf0\x9f\x98\x80"; b = ping(a)\r\n    return b\r\n',
    "bom.py": b'\xef\xbb\xbfdef top(): return "\xf0\x9f\x98\x80", low()\n\n\ndef low():\n    return top\n',
    "ship.ts": b'export function launch(s: string): string {\n  return s;\n}\n\nexport const label = "\xf0\x9f\x9a\x80\xf0\x9f\x9a\x80"; export const go = (): string => launch(label) + `\xf0\x9f\x8c\x8d${launch("x")}`;\n',
}


for name, data in FILES.items():
    path = Path(sys.argv[1]) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
