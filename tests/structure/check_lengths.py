"""Fails on a source file of more than 600 lines under src/, kernels/ or tests/, and on an exception below that is no
longer needed.

usage: check_lengths.py ROOT
"""
import os
import sys

from tree import files_under, read

MOST = 600
# The files that may be longer, each with its reason.
LONGER = {}


def main():
    root, faults, files = sys.argv[1], [], 0
    lengths = {}
    for path in files_under(root, ["src", "kernels", "tests"], (".h", ".cpp", ".cu", ".cuh", ".py", ".sh", ".txt")):
        # Stored results are data.
        if path.endswith(".txt") and not path.endswith("CMakeLists.txt"):
            continue
        files += 1
        lengths[path] = len(read(os.path.join(root, path)).splitlines())
    for path, lines in lengths.items():
        if lines > MOST and path not in LONGER:
            faults.append(f"{path} has {lines} lines, and {MOST} are the most: part it by what its pieces do.")
    for path in LONGER:
        if lengths.get(path, 0) <= MOST:
            faults.append(f"{path} needs no exception any more: take it off the list in {os.path.basename(__file__)}.")
    for fault in faults:
        print(fault)
    print(f"{files} files, {len(faults)} faults")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
