// Each parameter from the times of one or two kernels of kernels/microbenchmarks.cu.
#include "model/microbenchmarks.h"

#include <array>
#include <numeric>

#include "backends/backend.h"
#include "core/clock.h"
#include "core/error.h"
#include "core/gpu.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "model/counts.h"
#include "pipelines/algorithm.h"
#include "pipelines/parts/building_blocks.h"

namespace upsweep::model {
namespace {

/// A plan of u32 buffers: the input goes up, then `launches` times the kernel.
Plan plan_with(int64_t input, int64_t output) {
    Plan plan;
    plan.algorithm = "microbenchmarks";
    plan.input = plan.add_buffer({"input", ScalarType::u32, {input, 1}, BufferRole::data});
    plan.output = plan.add_buffer({"output", ScalarType::u32, {output, 1}, BufferRole::data});
    plan.operations.push_back({Upload{0, plan.input}});
    return plan;
}

void add_launch(Plan& plan, const std::string& function, int64_t blocks, int64_t threads,
                std::vector<Argument> with) {
    Launch launch;
    launch.kernel = {"microbenchmarks.cu", function, {}};
    launch.grid.x = blocks;
    launch.block.x = threads;
    launch.arguments = std::move(with);
    launch.name = function;
    plan.operations.push_back({launch});
}

Plan one_launch(const std::string& function, int64_t blocks, int64_t threads, int64_t input, int64_t output,
                const std::vector<int64_t>& numbers, bool reads) {
    Plan plan = plan_with(input, output);
    std::vector<Argument> with;
    if (reads) with.emplace_back(BufferArgument{plan.input});
    with.emplace_back(BufferArgument{plan.output});
    for (const int64_t number : numbers) with.push_back(int_argument(number));
    add_launch(plan, function, blocks, threads, std::move(with));
    return plan;
}

/// A cycle through all lines of 128 bytes, far jumps that no prefetch knows.
Array cycle(int64_t words) {
    Array array(ScalarType::u32, {words, 1});
    const auto next = array.view<uint32_t>();
    constexpr int64_t line = 32;
    const int64_t lines = words / line;
    // An odd stride goes through all of a power of two.
    const int64_t stride = lines * 5 / 13 | 1;
    for (int64_t i = 0; i < lines; ++i) next[size_t(i * line)] = uint32_t((i + stride) % lines * line);
    return array;
}

Array counting(int64_t words) {
    Array array(ScalarType::u32, {words, 1});
    const auto values = array.view<uint32_t>();
    std::iota(values.begin(), values.end(), 1U);
    return array;
}

struct Bench {
    const backends::GpuBackend& gpu;

    /// Seconds of one run.
    double time(const Plan& plan, const Array& input) const {
        backends::Task task;
        task.plan = plan;
        task.input = &input;
        return gpu.plan_time(task) * 1e-3;
    }
    /// Seconds of one run through a stream.
    double stream_time(const Plan& plan) const {
        const Array input = counting(plan[plan.input].extent.count());
        backends::Task task;
        task.plan = plan;
        task.input = &input;
        return gpu.stream_time(task) * 1e-3;
    }
    double time(const Plan& plan) const { return time(plan, counting(plan[plan.input].extent.count())); }
};

/// Operators that the emulator counts in `plan`.
double operators_in(const Plan& plan, Count which) {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    const Array input = counting(plan[plan.input].extent.count());
    const emulator::Trace trace = emulator::run(plan, input, kernel_text, options);
    return count(trace, {}).launches.front().counts[which];
}

/// What each further round of a kernel takes, and what it counts: {seconds, amount} of a warp.
struct Round {
    double seconds = 0, amount = 0;
};
Round round_of(const Bench& bench, Plan (*plan)(int64_t, int64_t, int64_t), int64_t blocks, int64_t threads,
               int64_t rounds, Count which) {
    Round round;
    round.seconds =
        (bench.time(plan(blocks, threads, 2 * rounds)) - bench.time(plan(blocks, threads, rounds))) /
        double(rounds);
    constexpr int64_t few = 8;
    round.amount =
        (operators_in(plan(1, 32, 2 * few), which) - operators_in(plan(1, 32, few), which)) / double(few);
    return round;
}

Plan barriers_plan(int64_t blocks, int64_t threads, int64_t rounds) {
    return one_launch("barriers", blocks, threads, 1, blocks * threads, {rounds}, false);
}
Plan chase_shared_plan(int64_t blocks, int64_t threads, int64_t rounds) {
    return one_launch("chase_shared", blocks, threads, 1, threads, {rounds}, false);
}

void measure_launches(const Bench& bench, MachineModel& model) {
    const auto plan = [](int64_t launches, int64_t blocks) {
        Plan made = plan_with(1, 1);
        for (int64_t i = 0; i < launches; ++i)
            add_launch(made, "nothing", blocks, 256, {BufferArgument{made.output}});
        return made;
    };
    model.first_launch = bench.time(plan(1, 1));
    model.next_launch = (bench.time(plan(17, 1)) - model.first_launch) / 16;
    constexpr int64_t further = 64;
    model.stream_first = bench.stream_time(plan(1, 1));
    model.stream_launch =
        std::max(model.next_launch, (bench.stream_time(plan(1 + further, 1)) - model.stream_first) / further);
    constexpr int64_t many = 1 << 17;
    model.block_rate = double(many) / (bench.time(plan(1, many)) - model.first_launch);
}

/// Before each run a clear of `cleared` words takes the chain's lines out of the L2 cache; 0: they stay.
double chase_time(const Bench& bench, int64_t words, int64_t cleared) {
    const auto plan = [&](int64_t steps) {
        Plan made = plan_with(words, std::max<int64_t>(cleared, 1));
        if (cleared > 0) made.operations.push_back({Clear{made.output, 0}});
        add_launch(made, "chase", 1, 1,
                   {BufferArgument{made.input}, BufferArgument{made.output}, int_argument(steps)});
        return made;
    };
    constexpr int64_t steps = 8192;
    const Array chain = cycle(words);
    return (bench.time(plan(2 * steps), chain) - bench.time(plan(steps), chain)) / double(steps);
}

void measure_latencies(const Bench& bench, MachineModel& model) {
    model.l2_latency = chase_time(bench, 1 << 20, 0);
    model.memory_latency = chase_time(bench, 1 << 26, 1 << 26);
    model.shared_latency = round_of(bench, chase_shared_plan, 1, 32, 4096, Count::wavefronts).seconds;
    const Round alone = round_of(bench, statements_plan, 1, 32, 4096, Count::operators);
    model.operator_latency = alone.seconds / alone.amount;
    model.small_barrier = round_of(bench, barriers_plan, 1, 256, 2000, Count::operators).seconds;
    model.large_barrier = round_of(bench, barriers_plan, 1, 1024, 2000, Count::operators).seconds;
    // The loop around them waits too.
    constexpr int64_t chain = 128;
    const auto plan = [](int64_t blocks) {
        Plan made = plan_with(1, chain + 1);
        made.operations.push_back({Clear{made.output, 0}});
        add_launch(made, "hops", blocks, 32, {BufferArgument{made.output}});
        return made;
    };
    model.hop = (bench.time(plan(chain)) - bench.time(plan(chain / 2))) / double(chain - chain / 2);
}

/// Two blocks of 1024 threads are 64 warps, all that a multiprocessor holds.
void measure_rates(const Bench& bench, MachineModel& model) {
    const auto blocks = int64_t(2 * model.multiprocessors);
    const Round full = round_of(bench, statements_plan, blocks, 1024, 1024, Count::operators);
    model.operator_rate = full.amount * 64 / full.seconds;
    const Round turns = round_of(bench, shared_turns_plan, blocks, 1024, 256, Count::wavefronts);
    model.wavefront_rate = turns.amount * 64 / turns.seconds;
}

void measure_memory(const Bench& bench, MachineModel& model) {
    const auto copy = [](int64_t bytes) {
        const int64_t words = bytes / 8;
        return one_launch("copy_sixteens", (words + 4095) / 4096, 256, words, words, {words / 4}, true);
    };
    for (const int64_t mebibytes : {2, 4, 8, 12, 16, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256, 512, 1024}) {
        const int64_t bytes = mebibytes << 20;
        const double seconds = bench.time(copy(bytes)) - model.first_launch;
        model.copies.push_back({double(bytes), double(bytes) / seconds});
    }
    // One block of 1024 threads has one multiprocessor to itself; it copies 64 KiB.
    const auto narrow = [](int64_t words) {
        return one_launch("copy_sixteens", 1, 1024, words, words, {words / 4}, true);
    };
    constexpr int64_t words = 16384;
    model.multiprocessor_rate = double(2 * words * 4) / (bench.time(narrow(words)) - model.first_launch);

    constexpr int64_t rows = 2048, columns = 2048, numbers = rows * columns;
    const auto scattered = [&](const std::string& function) {
        return one_launch(function, numbers / 256, 256, numbers, numbers, {rows, columns}, true);
    };
    // Beyond the first, each lane's sector counts as scattered; the least of a warp is four.
    const double sectors = double(numbers) / 32 * 28;
    model.scattered_reads = sectors / (bench.time(scattered("read_scattered")) - model.first_launch);
    model.scattered_writes = sectors / (bench.time(scattered("write_scattered")) - model.first_launch);
}

void measure_transfers(const Bench& bench, MachineModel& model) {
    const auto run = [&](int64_t words) {
        Plan plan = plan_with(words, words);
        plan.operations.push_back({Copy{plan.input, plan.output}});
        plan.operations.push_back({Download{plan.output, 0}});
        const Array input = counting(words);
        backends::Task task;
        task.plan = plan;
        task.input = &input;
        return bench.gpu.run(task, {});
    };
    constexpr int64_t words = 1 << 24;
    const backends::Result large = run(words), small = run(1024);
    model.transfer = small.upload_ms * 1e-3;
    model.upload_rate = double(words * 4) / (large.upload_ms * 1e-3);
    model.download_rate = double(words * 4) / ((large.transfer_ms - large.upload_ms) * 1e-3);
}

}  // namespace

Plan statements_plan(int64_t blocks, int64_t threads, int64_t rounds) {
    return one_launch("statements", blocks, threads, 1, blocks * threads, {rounds}, false);
}
Plan shared_turns_plan(int64_t blocks, int64_t threads, int64_t rounds) {
    return one_launch("shared_turns", blocks, threads, 1, blocks * threads, {rounds}, false);
}

MachineModel measure_machine(const std::function<void(std::string_view)>& tell) {
    const backends::GpuBackend& gpu = backends::gpu_backend();
    if (const std::string missing = gpu.missing(); !missing.empty()) throw BackendMissing(missing);
    const GpuInfo& info = gpu.probe().devices.front();
    const Bench bench{gpu};
    MachineModel model;
    model.gpu = info.name;
    model.multiprocessors = info.multiprocessors;
    model.l2_bytes = double(info.l2_bytes);
    // The first kernel of all also starts the driver: the second one's first call counts.
    const auto called = [&] { return bench.time(one_launch("nothing", 1, 32, 1, 1, {}, false)); };
    const double started = steady_seconds();
    called();
    const double loaded = steady_seconds();
    called();
    const double again = steady_seconds();
    model.first_call = std::max(1e-6, (loaded - started) - (again - loaded));
    tell("launches");
    measure_launches(bench, model);
    tell("latencies");
    measure_latencies(bench, model);
    tell("rates");
    measure_rates(bench, model);
    tell("memory");
    measure_memory(bench, model);
    tell("transfers");
    measure_transfers(bench, model);
    return model;
}

}  // namespace upsweep::model
