#!/usr/bin/env python3
"""The emulator's counters beside a GPU's: prints docs/counters.md.

    tools/counters.py build/cuda/upsweep > docs/counters.md

runs every GPU algorithm of the catalog at three sizes, once on the emulator (32 lanes, 32 banks) and once under
Nsight Compute (`ncu`), and adds up the counters of each kernel. Needs an NVIDIA GPU whose counters may be read.
"""
import csv
import io
import json
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

METRICS = {
    "shared loads": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
    "shared stores": "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
    "global loads": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
    "global stores": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
}
INSTRUCTIONS = {
    "shared loads": "smsp__sass_inst_executed_op_shared_ld.sum",
    "shared stores": "smsp__sass_inst_executed_op_shared_st.sum",
}
ROWS = [["--n", "512"], ["--n", "4096"], ["--n", "16384"]]
MATRICES = [["--width", "64", "--height", "32"], ["--width", "128", "--height", "128"],
            ["--width", "100", "--height", "70"]]
MACHINE = ["--warp", "32", "--banks", "32", "--resident", "4"]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(" ".join(command) + ": " + (done.stderr or done.stdout).strip()[-300:])
    return done.stdout


def emulated(program, slug, size):
    """Counts by kernel, summed over its launches."""
    document = json.loads(run([program, "step", slug, *size, *MACHINE, "--launches", "--json"]))
    sums = defaultdict(lambda: defaultdict(int))
    for launch in document["launches"]:
        counts = launch["counts"]
        for kind in ("shared", "global"):
            for way in ("load", "store"):
                name = "shared_wavefronts" if kind == "shared" else "global_sectors"
                sums[launch["kernel"]][f"{kind} {way}s"] += counts[name][way]
    return sums


def read_ncu(text):
    """The raw page's CSV: a row a launch, a column a metric; the line under the head holds units."""
    lines = text[text.index('"ID"'):]
    sums = defaultdict(lambda: defaultdict(int))
    for row in csv.DictReader(io.StringIO(lines)):
        if not row["ID"]:
            continue
        kernel = row["Kernel Name"].split("(")[0]
        for table, prefix in ((METRICS, ""), (INSTRUCTIONS, "instructions ")):
            for name, metric in table.items():
                sums[kernel][prefix + name] += int(float(row[metric].replace(",", "") or 0))
    return sums


def measured(program, slug, size):
    metrics = ",".join([*METRICS.values(), *INSTRUCTIONS.values()])
    return read_ncu(run(["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--metrics", metrics,
                         program, "step", slug, *size, *MACHINE, "--on", "gpu"]))


def cell(ours, theirs):
    return f"{ours}" if ours == theirs else f"**{ours}** / {theirs}"


def main():
    program = sys.argv[1]
    machine = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]).strip()
    compiler = run([program, "--version"]).strip()
    entries = json.loads(run([program, "list", "--json"]))
    entries = entries["algorithms"] if isinstance(entries, dict) else entries
    jobs = []
    for entry in entries:
        if entry.get("cpu_loop"):
            continue
        for size in ROWS if entry.get("shape", "rows") == "rows" else MATRICES:
            jobs.append((entry["algorithm"], size))
    with ThreadPoolExecutor(8) as pool:
        ours = list(pool.map(lambda job: attempt(emulated, program, *job), jobs))
    print(f"# Counters of the emulator beside those of an {machine}\n")
    print(HEAD.format(compiler=compiler, machine=machine))
    print("| algorithm | size | kernel | " + " | ".join(METRICS) + " | instructions, shared loads and stores |")
    print("|---|---|---|---|---|---|---|---|")
    equal = total = 0
    for (slug, size), emulator in zip(jobs, ours):
        gpu = attempt(measured, program, slug, size)
        shown = " × ".join(size[1::2])
        if isinstance(emulator, str) or isinstance(gpu, str):
            print(f"{slug} {shown}: {emulator if isinstance(emulator, str) else gpu}", file=sys.stderr)
            continue
        for kernel in emulator:
            cells = []
            for name in METRICS:
                a, b = emulator[kernel][name], gpu[kernel][name]
                total += 1
                equal += a == b
                cells.append(cell(a, b))
            executed = ", ".join(str(gpu[kernel]["instructions " + name]) for name in INSTRUCTIONS)
            print(f"| {slug} | {shown} | {kernel} | " + " | ".join(cells) + f" | {executed} |")
    print(f"\n{equal} of {total} counters are equal.")


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:  # noqa: BLE001: the row says what went wrong
        return str(error)


HEAD = """Made by `tools/counters.py` with {compiler}: every GPU algorithm of the catalog with its usual options, at three
sizes, once on the emulator with 32 lanes and 32 banks and once on the {machine} under Nsight Compute. A cell is one
number where both agree, else **emulator** / GPU. Shared memory counts wavefronts, global memory 32-byte sectors; both are
sums over all launches of the kernel.
"""

if __name__ == "__main__":
    main()
