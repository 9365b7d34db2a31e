"""Fails where a document or a comment names a file of this repository that is not there: links and paths in README.md,
CONTRIBUTING.md and docs/, and paths and Markdown files in the comments of sources, kernels, tests, tools and CMake. And
where a document names a test, as `Suite.Name` (or behind LONG in a CMakeLists.txt), that no file under tests/ has, and where docs/architecture.md leaves out a
module.

A word in capitals stands for a name of the reader's (src/pipelines/entries/SLUG.cpp): then one such file must be there.

usage: check_names.py ROOT
"""
import glob
import os
import re
import sys

from tree import files_under, modules_in_order, read

TOP = ("src", "tests", "kernels", "lessons", "docs", "tools", "cmake", "assets", "third_party", ".ci")
LINK = re.compile(r'\]\(([^)#\s]+)[^)]*\)')
PATH = re.compile(r'(?<![\w/.$}{-])(?:\./)?((?:' + "|".join(map(re.escape, TOP)) + r')/[\w.*/-]*)')
TEST_NAMED = re.compile(r'`([A-Z]\w*)\.([A-Z]\w*)`')
LONG_TEST = re.compile(r'(?<![\w.])([A-Z]\w*)\.([A-Z]\w*)\b')
TEST_WRITTEN = re.compile(r'\bTEST(?:_[FP])?\((\w+),\s*(\w+)\)')
MARKDOWN = re.compile(r'(?<![\w/.-])([\w-]+\.md)\b')
PLACEHOLDER = re.compile(r'(?<![A-Za-z])[A-Z]{3,}(?![a-z])')
COMMENT = {".h": "//", ".cpp": "//", ".cu": "//", ".cuh": "//", ".py": "#", ".sh": "#", ".txt": "#", ".cmake": "#", "": "#"}
# Words in capitals that are names of files, not the reader's.
CAPITALS = ("README", "CONTRIBUTING", "LICENSE", "CMAKE")


def is_there(root, path):
    path = path.rstrip(".-")
    if os.path.exists(os.path.join(root, path)):
        return True
    pattern = PLACEHOLDER.sub(lambda word: word.group() if word.group() in CAPITALS else "*", path)
    return "*" in pattern and bool(glob.glob(os.path.join(root, pattern)))


def documents(root):
    yield from (name for name in sorted(os.listdir(root)) if name.endswith(".md"))
    yield from files_under(root, ["docs"], (".md",))


def tests_of(root):
    return {name for path in files_under(root, ["tests"], (".cpp",))
            for name in TEST_WRITTEN.findall(read(os.path.join(root, path)))}


def in_document(root, path, tests):
    folder = os.path.dirname(path)
    for number, line in enumerate(read(os.path.join(root, path)).splitlines(), 1):
        for target in LINK.findall(line):
            if "://" not in target and not os.path.exists(os.path.join(root, folder, target)):
                yield number, target
        for target in PATH.findall(LINK.sub("", line)):
            if not is_there(root, target):
                yield number, target
        for suite, name in TEST_NAMED.findall(line):
            if (suite, name) not in tests:
                yield number, f"the test {suite}.{name}"


def in_comments(root, path, _):
    mark = COMMENT[os.path.splitext(path)[1]]
    for number, line in enumerate(read(os.path.join(root, path)).splitlines(), 1):
        start = line.find(mark)
        # An address is not a comment.
        if start < 0 or line[start - 1:start] == ":":
            continue
        comment = line[start:]
        for target in PATH.findall(comment):
            if not is_there(root, target):
                yield number, target
        for target in MARKDOWN.findall(comment):
            if not any(os.path.exists(os.path.join(root, folder, target)) for folder in (".", "docs", "lessons", "docs/skeleton")):
                yield number, target


def long_tests_missing(root, tests):
    for path in files_under(root, ["tests"], ("CMakeLists.txt",)):
        for suite, name in LONG_TEST.findall(read(os.path.join(root, path))):
            if (suite, name) not in tests:
                yield f"{path} names the test {suite}.{name}, which is not there."


def modules_left_out(root):
    map_of_modules = read(os.path.join(root, "docs/architecture.md"))
    for module in dict.fromkeys(name.split("/")[0] for name in modules_in_order(root)):
        if os.path.isdir(os.path.join(root, "src", module)) and f"`src/{module}/`" not in map_of_modules:
            yield f"docs/architecture.md has no row for `src/{module}/`."


def main():
    root, faults, files = sys.argv[1], [], 0
    tests = tests_of(root)
    work = [(path, in_document) for path in documents(root)]
    work += [(path, in_comments) for path in files_under(root, TOP[:4] + ("tools", "cmake", "third_party", ".ci"), tuple(COMMENT))
             if os.path.splitext(path)[1] in COMMENT]
    for path, look in work:
        files += 1
        faults += [f"{path}:{number} names {target}, which is not there." for number, target in look(root, path, tests)]
    faults += [*modules_left_out(root), *long_tests_missing(root, tests)]
    for fault in faults:
        print(fault)
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
