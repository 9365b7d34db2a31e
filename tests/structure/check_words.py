"""Fails on a phrase that a native speaker would not say aloud: in the strings of src/ (CUDA code left out), in the first
lines of comments, in the lessons, the documents, README.md and CONTRIBUTING.md.

usage: check_words.py ROOT [--list] [PATH...]

PATH limits it to what lies below. --list prints every string and every sentence, one a line with its place, instead.
"""
import os
import re
import sys

from tree import files_under, read

# The phrase (a regular expression, in which a space matches a line break too) and what to write instead.
BANNED = [
    (r"(?<!there )(is|are|was|were) no(?= )(?! (one|longer|more|fewer|less)\b)", "is not a"),
    (r"(is|are|was|were|be) none", "does not exist, has none"),
    (r"(is|are) not there", "does not exist, is missing"),
    (r"(no|some)body", "who it is: no thread, another block, the caller"),
    (r"who(so)?ever|whomever", "who it is: a thread that, the caller"),
    (r"(there|here|where)(by|of|upon)|(there|where)(in|on)|hitherto|henceforth|lest|albeit|whence|whither", "a new sentence"),
    (r"mend(s|ed|ing)?", "fix"),
    (r"anew", "again"),
    (r"(stands?|stood|standing)(?! (for|out|still)\b)", "is, is in, contains"),
    (r"whereabouts", "position"),
    (r"keepsakes?", "export"),
    (r"wearers?", "owner"),
    (r"tellers?", "narrator"),
    (r"evened out", "normalised"),
    (r"what is (above|below|beside|behind)", "the rows above"),
    (r"(?<!cannot be )told", "says, lists, reports"),
    (r"of (which|whom|whose)", "a new sentence"),
    (r"(comes?|came|coming) to (its|their|an) end", "ends, terminates"),
    (r"(?<!what )(goes|go|going|went) on(?! (the|a|an|your|line|page|top)\b)", "continues"),
    (r"for ever", "forever"),
    (r"(so|as) often,? as", "N times"),
    (r"shall", "will"),
    (r"(is|are) (not )?(asked|meant|wished)(?! (to|that|whether)\b)", "who asks or needs it"),
    (r"is(n't| not)? understood", "supports, reads"),
    (r"it is (the|a|an|only|just)\b[^.,;:]{0,40} that", "the actor first"),
    (r"many an?", "many"),
    (r"(takes|knows|asks|counts|says) no(?= )(?! (one|more|less|longer|time)\b)", "does not take"),
    (r"(may|can|must|could|would|will|should) no(?= )(?! longer\b)", "cannot, must not"),
    (r"as (yet|such)", "yet"),
    (r"each for itself", "each on its own"),
    (r"(here|there) lies?", "is, are"),
]
# (file, phrase in it): where a phrase is right.
ALLOWED = {("tests/faulty/faulty_test.cpp", "MENDED")}

PHRASE = re.compile("|".join(r"(?<![\w-])(?P<p%d>%s)(?![\w-])" % (i, phrase.replace(" ", r"\s+"))
                             for i, (phrase, _) in enumerate(BANNED)).replace("(?<!there\\s+)", "(?<!there )")
                    .replace("(?<!what\\s+)", "(?<!what )").replace("(?<!cannot\\s+be\\s+)", "(?<!cannot be )"), re.I)

SOURCES = ("src", "kernels", "lessons", "assets", "tools", "cmake", "tests", "third_party", ".ci")
# What begins a comment in a file; a file without an ending in tools/ or .ci/ is a script.
COMMENT = {".h": "//", ".cpp": "//", ".cu": "//", ".cuh": "//", ".js": "//", ".py": "#", ".sh": "#", ".cmake": "#", "": "#"}
CPP = re.compile(r'//[^\n]*|/\*.*?\*/|(?P<raw>R"(?P<mark>\w*)\((?P<body>.*?)\)(?P=mark)")|(?P<text>"(?:\\.|[^"\\\n])*")'
                 r"|(?<![0-9a-fA-F])'(?:\\[^\n]{1,9}?|[^'\\\n])'", re.S)
CODE = re.compile(r"__\w+__|[;{]\s*(\n|\\n|$)|^\s*#include", re.M)
QUOTED = re.compile(r"`[^`\n]*`")
FENCE = re.compile(r"^```(\w*)")
SENTENCE = re.compile(r"(?<=[.!?:])[\s*]+(?=[A-Z`*“\[])")


def is_prose(text):
    return len(re.findall(r"[A-Za-z]{2,}", text)) > 1 and " " in text.strip()


def strings_of(text):
    """(line, string) for every C++ string of two or more words; strings side by side are one."""
    end, pieces, start = -1, [], 0
    for found in [*CPP.finditer(text), None]:
        piece = None
        if found and found["raw"]:
            piece = "" if CODE.search(found["body"]) else found["body"]
        elif found and found["text"]:
            piece = found["text"][1:-1].replace(r"\n", "\n").replace(r"\"", '"')
        elif found and found.group().startswith("/"):
            continue
        if pieces and (piece is None or text[end:found.start()].strip()):
            yield start, "".join(pieces)
            pieces = []
        if piece is not None:
            start = start if pieces else text.count("\n", 0, found.start()) + 1
            pieces.append(piece)
            end = found.end()


def comments_of(text, mark):
    """(line, first line of the comment) for every comment; lines that begin with `mark` one below the other are one."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(r"(?:^|\s)" + mark + r"+<?\s+(.*)", line)
        alone = line.lstrip().startswith(mark)
        if found and not (inside and alone):
            yield number, found[1]
        inside = bool(found and alone)


def paragraphs_of(text):
    """(line, text) for every paragraph of a Markdown file and every line of its TOML blocks; code is left out."""
    fence, start, lines = None, 0, []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        edge = FENCE.match(line)
        if edge:
            fence = (edge[1] or "text") if fence is None else None
        toml = fence not in (None, "cuda", "cpp", "text", "sh", "bash", "console", "json", "toml", "csv")
        if lines and (edge or fence or not line.strip() or re.match(r"\s*(\||[-*] |\d+\. |#|\+\+\+)", line)):
            yield start, "\n".join(lines)
            lines = []
        if edge or (fence and not toml) or not line.strip():
            continue
        if toml:
            yield number, line
        else:
            start = start if lines else number
            lines.append(line)


def texts_of(root, path):
    """(line, text) for all that a person reads in a file."""
    text, ending = read(os.path.join(root, path)), os.path.splitext(path)[1]
    if ending == ".md":
        yield from paragraphs_of(text)
    elif ending == ".toml":
        yield from enumerate(text.splitlines(), 1)
    elif ending in COMMENT or path.endswith("CMakeLists.txt"):
        yield from comments_of(text, COMMENT.get(ending, "#"))
        if path.startswith("src/"):
            yield from ((line, string) for line, string in strings_of(text) if is_prose(string))


def all_files(root):
    yield from ("README.md", "CONTRIBUTING.md")
    for path in files_under(root, ["docs"], (".md",)):
        yield path
    for path in files_under(root, SOURCES, ("",)):
        ending = os.path.splitext(path)[1]
        if ending in COMMENT or ending in (".md", ".toml") or path.endswith("CMakeLists.txt"):
            if os.path.basename(path) != os.path.basename(__file__):
                yield path


def main():
    arguments = [a for a in sys.argv[1:] if a != "--list"]
    root, parts, listing = arguments[0], [p.rstrip("/") for p in arguments[1:]], "--list" in sys.argv
    files = faults = 0
    for path in all_files(root):
        if parts and not any(path == part or path.startswith(part + "/") for part in parts):
            continue
        files += 1
        for line, text in texts_of(root, path):
            if listing:
                for sentence in SENTENCE.split(" ".join(text.split())):
                    print(f"{path}:{line}: {sentence}")
                continue
            for found in PHRASE.finditer(QUOTED.sub(lambda code: "`" * len(code[0]), text)):
                phrase = " ".join(found.group().split())
                if (path, phrase) in ALLOWED:
                    continue
                faults += 1
                print(f"{path}:{line + text.count(chr(10), 0, found.start())}: “{phrase}”: write "
                      f"{BANNED[int(found.lastgroup[1:])][1]}.")
    if not listing:
        print(f"{files} files, {faults} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
