#!/usr/bin/env python3
"""The emulator's counters and a GPU's: prints docs/counters.md.

    tools/counters.py build/cuda/upsweep > docs/counters.md

runs every GPU algorithm of the catalog at three sizes, once on the emulator (32 lanes, 32 banks) and once under
Nsight Compute (`ncu`), and adds up the counters of each kernel. Needs an NVIDIA GPU whose counters may be read.

    tools/counters.py build/dev/upsweep --stored docs/counters.md > counters.md

takes the GPU's numbers from the table there instead and runs the emulator only; needs no GPU. Entries that the table
lacks are left out. Where a kernel's text has changed since, `--measure SLUG,SLUG` after that measures those entries.
"""
import csv
import io
import json
import os
import shlex
import subprocess
import sys
import tempfile
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
# A launch for each row, column and bin: small ones, or the profiler takes an hour.
MANY_LAUNCHES = {"integral_histogram_multi_sts"}
TINY = [["--width", "8", "--height", "4"], ["--width", "16", "--height", "8"], ["--width", "12", "--height", "10"]]
MACHINE = ["--warp", "32", "--banks", "32", "--resident", "4"]


def run(command, limit=100):
    done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
    if done.returncode != 0:
        raise RuntimeError((done.stderr or done.stdout).strip()[-300:])
    return done.stdout


def emulated(program, slug, size):
    """Counts by kernel, summed over its launches; a sentence if it does not run."""
    try:
        document = json.loads(run([program, "step", slug, *size, *MACHINE, "--launches", "--json"]))
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return str(error)
    sums = defaultdict(lambda: defaultdict(int))
    for launch in document["launches"]:
        for way in ("load", "store"):
            sums[launch["kernel"]][f"shared {way}s"] += launch["counts"]["shared_wavefronts"][way]
            sums[launch["kernel"]][f"global {way}s"] += launch["counts"]["global_sectors"][way]
    return sums


def measured(program, jobs):
    """Counts by job and kernel. One profiler watches all jobs: starting it takes longer than they do."""
    lines = []
    for number, (slug, size) in enumerate(jobs):
        command = shlex.join([program, "step", slug, *size, *MACHINE, "--on", "gpu"])
        lines.append(f"sh -c 'echo \"JOB {number} $$\"; exec {command}' 2>&1")
    with tempfile.TemporaryDirectory() as folder:
        script, log = os.path.join(folder, "jobs.sh"), os.path.join(folder, "counters.csv")
        with open(script, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\ntrue\n")
        metrics = ",".join([*METRICS.values(), *INSTRUCTIONS.values()])
        output = run(["ncu", "--csv", "--page", "raw", "--clock-control", "none", "--target-processes", "all",
                      "--log-file", log, "--metrics", metrics, "sh", script], 550)
        with open(log, encoding="utf-8") as file:
            text = file.read()
    job_of = {}
    for line in output.splitlines():
        if line.startswith("JOB "):
            job_of[line.split()[2]] = int(line.split()[1])
    return read_ncu(text, job_of), output


def read_ncu(text, job_of):
    """The raw page's CSV: a row a launch, a column a metric; the line under the head holds units."""
    sums = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for row in csv.DictReader(io.StringIO(text[text.index('"ID"'):])):
        if not row["ID"]:
            continue
        kernel = row["Kernel Name"].split("(")[0].split("<")[0].split()[-1]
        for table, prefix in ((METRICS, ""), (INSTRUCTIONS, "instructions ")):
            for name, metric in table.items():
                value = row[metric].replace(",", "")
                sums[job_of[row["Process ID"]]][kernel][prefix + name] += int(float(value or 0))
    return sums


def stored(path, jobs):
    """The GPU's name and counts by job and kernel from a table that was made before."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    number_of = {(slug, size_text(size)): number for number, (slug, size) in enumerate(jobs)}
    sums = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    for line in lines:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or (cells[0], cells[1]) not in number_of:
            continue
        counts = sums[number_of[cells[0], cells[1]]][cells[2]]
        for name, cell in zip(METRICS, cells[3:]):
            counts[name] = int(cell.split(" / ")[-1])
        for name, executed in zip(INSTRUCTIONS, cells[7].split(" + ")):
            counts["instructions " + name] = int(executed)
    return lines[0].split("beside an ")[1], sums


def size_text(size):
    return " × ".join(size[1::2])


def jobs_of(program):
    jobs = []
    for entry in json.loads(run([program, "list", "--json"]))["algorithms"]:
        if entry["cpu_loop"]:
            continue
        sizes = ROWS if entry["shape"] == "rows" else MATRICES
        jobs += [(entry["algorithm"], size) for size in (TINY if entry["algorithm"] in MANY_LAUNCHES else sizes)]
    return jobs


def main():
    program = sys.argv[1]
    table = sys.argv[3] if sys.argv[2:3] == ["--stored"] else None
    again = sys.argv[5].split(",") if sys.argv[4:5] == ["--measure"] else []
    jobs = jobs_of(program)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ours = [pool.submit(emulated, program, slug, size) for slug, size in jobs]
        if table is None:
            machine = run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"]).strip()
            theirs, output = measured(program, jobs)
        else:
            (machine, theirs), output = stored(table, jobs), ""
            some = [number for number, (slug, _) in enumerate(jobs) if slug in again]
            if some:
                counts, output = measured(program, [jobs[number] for number in some])
                theirs.update((number, counts[place]) for place, number in enumerate(some))
        ours = [one.result() for one in ours]
    print(HEAD.format(machine=machine))
    print("| algorithm | size | kernel | " + " | ".join(METRICS) + " | instructions on shared memory |")
    print("|---|---|---|---|---|---|---|---|")
    equal = total = 0
    for number, (slug, size) in enumerate(jobs):
        if isinstance(ours[number], str) or number not in theirs:
            print(f"{slug} {size}: {ours[number] if isinstance(ours[number], str) else 'not on the GPU'}",
                  file=sys.stderr)
            continue
        for kernel, counts in ours[number].items():
            gpu = theirs[number].get(kernel, defaultdict(int))
            cells = []
            for name in METRICS:
                same = counts[name] == gpu[name]
                total += 1
                equal += same
                cells.append(str(gpu[name]) if same else f"**{counts[name]}** / {gpu[name]}")
            executed = " + ".join(str(gpu["instructions " + name]) for name in INSTRUCTIONS)
            print(f"| {slug} | {size_text(size)} | {kernel} | {' | '.join(cells)} | {executed} |")
    print(f"\n{equal} of {total} counters are equal.")
    print("\nWhere they differ:\n")
    for names, sentence in EXPLANATIONS.items():
        print(f"- *{names}*:{sentence}")
    print(output, file=sys.stderr)


HEAD = """# Counters: the emulator and an {machine}

Made by `tools/counters.py`: every GPU algorithm of the catalog with its usual options, at three sizes, once on the
emulator with 32 lanes and 32 banks and once on the {machine} under Nsight Compute. A cell is one number where both agree,
else **emulator** / GPU. Shared memory counts wavefronts, global memory 32-byte sectors; both are sums over all launches of
the kernel. The last column holds the GPU's instructions, loads + stores. `--stored` takes the GPU's numbers from here and runs
the emulator again.
"""

# Where both differ: which algorithms, and why. The numbers were worked out from the kernels' text; where the text and the
# compiler's choice did not settle it, the machine code was read.
EXPLANATIONS = {
    "scan_single_pass, global loads": """
  a waiting block reads its flag again and again, a sector each time; how many times depends on timing.
  Atomic loads and stores of flags and published words count as loads and stores on both sides.""",
    "scan_hillis_steele": """
  both branches of a step read `from[thread]` and store. In the first warp the strides 1 to 16 take both branches, one after
  the other; the compiler reads ahead of the branch and stores after it, once: five fewer of each a segment.""",
    "scan_warps, integral_image_oro": """
  the block scan does not use what `scan_cells` returns, and the compiler leaves that read out: one fewer a block of
  several warps.""",
    "scan_single_pass, integral_image_bugetti, shared loads": """
  the compiler reads `before` in the first section too, where the text does not (one a warp more), and keeps what thread 0
  has just put there in a register (one fewer in every other section).""",
    "scan_raking, integral_image_raking, integral_image_aggregates": """
  the eight totals of a chunk become two reads of 16 bytes a warp, two wavefronts each, kept in registers; the text reads
  them one by one, those of earlier warps twice.""",
    "scan_lookback": """
  likewise the totals that the first warp adds; and the compiler reads `taken` once a warp, the text several times.""",
    "integral_image_float4": """
  where a row ends within a warp, the compiler stores values and zeros in two branches: one wavefront more a row.""",
    "integral_image_one_pass and the filters made from it (box_filter, local_statistics, adaptive_threshold)": """
  the compiler sums up the pixels that a lane has just loaded instead of reading them back from shared memory, reads and
  writes the two words of `taken` in one access of 8 bytes, and keeps the last warp's column sums from one loop to the next.""",
    "likelihood_map": """
  the loop over the bins reads the template from shared memory, the same word for all lanes. The compiler unrolled it four
  times and joined four neighbouring reads of 4 bytes into one of 16 (`LDS.128` in the machine code): a quarter of the
  instructions, two wavefronts each, so half of what the text requests.""",
}

if __name__ == "__main__":
    main()
