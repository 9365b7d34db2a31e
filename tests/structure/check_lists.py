"""Fails on an entry of the catalog, a lesson or an experiment that stands in its folder and in no list: it would be left out unnoticed.

usage: check_lists.py ROOT
"""
import os
import re
import sys

from tree import files_under, read

# Folder, ending, the file with the list, and what to do about one that is missing there.
LISTS = [
    ("src/pipelines/entries", ".cpp", "cmake/Algorithms.cmake", "add its slug where it belongs in the teaching order"),
    ("lessons", ".md", "src/lessons/CMakeLists.txt", "add it where it belongs in the course"),
    ("lessons/exercises", ".md", "src/exercises/CMakeLists.txt", "add its slug in the order of the lessons"),
    ("assets/experiments", ".toml", "src/bench/CMakeLists.txt", "add it where its paper has it"),
]


def main():
    root, faults, files = sys.argv[1], [], 0
    for folder, ending, listing, cure in LISTS:
        listed = set(re.findall(r"[\w-]+", read(os.path.join(root, listing))))
        for path in files_under(root, [folder], (ending,)):
            if os.path.dirname(path) != folder:
                continue
            files += 1
            name = os.path.basename(path)[: -len(ending)]
            if name not in listed:
                faults.append(f"{path} is not listed in {listing}: {cure}.")
    for fault in faults:
        print(fault)
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
