// Speed of the emulator: lane-statements a second with and without a trace, seeking, bytes an access.
// A lane-statement is one active lane of one step.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <bit>
#include <memory>
#include <random>

#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// Kogge–Stone in shared memory, then a loop of plain arithmetic: half memory, half registers.
KernelRun scan(int lanes, int blocks) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, int rounds) {
        __shared__ int sums[256];
        int t = threadIdx.x;
        sums[t] = in[t];
        for (int round = 0; round < rounds; ++round) {
            for (int stride = 1; stride < 256; stride *= 2) {
                __syncthreads();
                int left = 0;
                if (t >= stride) left = sums[t - stride];
                __syncthreads();
                sums[t] += left;
            }
        }
        out[t] = sums[t];
    })";
    run.block = {256, 1, 1};
    run.grid = {blocks, 1, 1};
    run.sizes = {256, 256};
    run.numbers = {4};
    run.options.gpu.lanes = lanes;
    run.options.gpu.banks = 32;
    run.options.limits.steps = 1'000'000'000;
    run.options.limits.memory_bytes = int64_t{8} << 30;
    return run;
}

/// Registers only: a loop of integer arithmetic.
KernelRun arithmetic(int lanes, int blocks) {
    KernelRun run = scan(lanes, blocks);
    run.text = R"(__global__ void k(const int* in, int* out, int rounds) {
        unsigned x = threadIdx.x;
        for (int i = 0; i < 100 * rounds; ++i) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
        }
        out[threadIdx.x] = x;
    })";
    return run;
}

int64_t lane_statements(const Trace& trace) {
    int64_t sum = 0;
    for (const Step& step : trace.steps) sum += std::popcount(step.active);
    return sum;
}

void run_benchmark(benchmark::State& state, KernelRun run, bool record) {
    run.options.record = true;
    Trace traced = run.run();
    int64_t work = lane_statements(traced);
    run.options.record = record;
    for (auto _ : state) benchmark::DoNotOptimize(run.run().counts);
    state.counters["lane_statements"] =
        benchmark::Counter(double(work * state.iterations()), benchmark::Counter::kIsRate);
    if (!record) return;
    state.counters["bytes_an_access"] = double(traced.bytes()) / double(traced.accesses.size());
    state.counters["accesses"] = double(traced.accesses.size());
}

void scan_untraced(benchmark::State& state) { run_benchmark(state, scan(int(state.range(0)), 8), false); }
void scan_traced(benchmark::State& state) { run_benchmark(state, scan(int(state.range(0)), 8), true); }
void arithmetic_untraced(benchmark::State& state) {
    run_benchmark(state, arithmetic(int(state.range(0)), 8), false);
}
void arithmetic_traced(benchmark::State& state) {
    run_benchmark(state, arithmetic(int(state.range(0)), 2), true);
}
BENCHMARK(scan_untraced)->Arg(4)->Arg(8)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK(scan_traced)->Arg(4)->Arg(8)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK(arithmetic_untraced)->Arg(4)->Arg(8)->Arg(32)->Unit(benchmark::kMillisecond);
BENCHMARK(arithmetic_traced)->Arg(4)->Arg(8)->Arg(32)->Unit(benchmark::kMillisecond);

/// A million steps of an 8-lane machine: what the trace holds and what the process needed at most. Run it
/// alone:
/// --benchmark_filter=million_steps.
void million_steps(benchmark::State& state) {
    KernelRun run = scan(8, 132);
    for (auto _ : state) {
        Trace trace = run.run();
        state.counters["steps"] = double(trace.step_count());
        state.counters["accesses"] = double(trace.accesses.size());
        state.counters["trace_MiB"] = double(trace.bytes() >> 20);
    }
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    state.counters["peak_MiB"] = double(usage.ru_maxrss >> 10);
}
BENCHMARK(million_steps)->Unit(benchmark::kMillisecond)->Iterations(1);

/// Jumps to random steps of a trace of about 100 000 steps.
void seek(benchmark::State& state) {
    auto trace = std::make_shared<Trace>(scan(8, 28).run());
    Player player(trace);
    std::mt19937 random(1);
    for (auto _ : state) player.seek(int64_t(random() % static_cast<unsigned>(player.step_count())));
    state.counters["steps"] = double(player.step_count());
}
BENCHMARK(seek)->Unit(benchmark::kMillisecond);

/// Building a player: one walk through the trace.
void open_player(benchmark::State& state) {
    auto trace = std::make_shared<Trace>(scan(8, 28).run());
    for (auto _ : state) benchmark::DoNotOptimize(Player(trace).step_count());
}
BENCHMARK(open_player)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace upsweep::emulator

BENCHMARK_MAIN();
