"""Where the text of a source file is no code: comments and string literals, told by one regular expression a family of languages.

It only serves to judge words that the walkers say nothing about, so that a literal in an odd place may be taken for code.
"""

import re
from typing import Final

# The groups say what a span is; what matches none of them is code.
HASH_LEXIS: Final = re.compile(
    rb'(?P<comment>\#[^\n]*)|(?P<doc>(?:^|(?<=\n))[ \t]*[rRuUbB]{0,2}(?:"""[\s\S]*?(?:"""|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)))'
    rb'|(?P<string>"""[\s\S]*?(?:"""|\Z)|\'\'\'[\s\S]*?(?:\'\'\'|\Z)|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\')',
    re.DOTALL,
)
SLASH_LEXIS: Final = re.compile(
    rb"(?P<comment>//[^\n]*|/\*[\s\S]*?(?:\*/|\Z))|(?P<doc>(?!))"
    rb'|(?P<string>"""[\s\S]*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|`(?:[^`\\]|\\.)*`)',
    re.DOTALL,
)
