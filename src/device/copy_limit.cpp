// The copy that every kernel's time is held against.
#include <algorithm>
#include <array>

#include "device/device.h"

namespace upsweep::device {
namespace {

constexpr std::int64_t vector_bytes = 16, threads = 256, vectors_a_block = 4 * threads;

// How many parts of `size` it takes to hold `whole`.
std::int64_t parts(std::int64_t whole, std::int64_t size) { return (whole + size - 1) / size; }

ScalarArgument long_argument(std::int64_t value) {
    return {ScalarType::i64, static_cast<std::uint64_t>(value)};
}

Buffer vectors(const char* name, std::int64_t count) {
    return {name, ScalarType::u32, {4 * std::max<std::int64_t>(count, 1), 1}, BufferRole::data};
}

Plan copy_plan(std::int64_t bytes_read, std::int64_t bytes_written) {
    const std::int64_t reads = parts(bytes_read, vector_bytes);
    const std::int64_t writes = parts(bytes_written, vector_bytes);
    Plan plan;
    plan.algorithm = "copy_bytes";
    plan.input = plan.add_buffer(vectors("from", reads));
    plan.output = plan.add_buffer(vectors("to", writes));
    Launch launch;
    launch.kernel = {"copy_bytes.cu", "copy_bytes", {}};
    const std::int64_t blocks = std::max<std::int64_t>(parts(std::max(reads, writes), vectors_a_block), 1);
    launch.grid.x = blocks;
    launch.block.x = threads;
    launch.arguments = {
        BufferArgument{plan.input}, BufferArgument{plan.output},        long_argument(reads),
        long_argument(writes),      int_argument(parts(reads, blocks)), int_argument(parts(writes, blocks))};
    launch.name = "copy";
    launch.bytes_read = reads * vector_bytes;
    launch.bytes_written = writes * vector_bytes;
    plan.operations.push_back({launch});
    return plan;
}

// Zeros can be read faster than data.
Array noise(Extent extent) {
    Array array(ScalarType::u32, extent);
    std::uint32_t state = 2463534242U;
    for (std::uint32_t& value : array.view<std::uint32_t>()) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        value = state;
    }
    return array;
}

Runner make_runner(std::int64_t bytes_read, std::int64_t bytes_written) {
    const Plan plan = copy_plan(bytes_read, bytes_written);
    return Runner(plan, noise(plan[plan.input].extent));
}

}  // namespace

CopyRunner::CopyRunner(std::int64_t bytes_read, std::int64_t bytes_written)
    : runner_(std::make_unique<Runner>(make_runner(bytes_read, bytes_written))) {}
CopyRunner::~CopyRunner() = default;
CopyRunner::CopyRunner(CopyRunner&&) noexcept = default;
CopyRunner& CopyRunner::operator=(CopyRunner&&) noexcept = default;

double CopyRunner::time_once(int repeats) { return runner_->time_once(repeats); }

double copy_time(std::int64_t bytes_read, std::int64_t bytes_written) {
    CopyRunner copy(bytes_read, bytes_written);
    copy.time_once(3);  // warm up
    std::array<double, 9> times{};
    for (double& time : times) time = copy.time_once();
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

}  // namespace upsweep::device
