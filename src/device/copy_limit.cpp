// The copy that every kernel's time is held against.
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "core/embedded.h"
#include "core/ranges.h"
#include "device/device.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> copy_kernel();
}

namespace upsweep::device {
namespace {

constexpr int64_t vector_bytes = 16, threads = 256, vectors_a_block = 4 * threads;

// How many parts of `size` it takes to hold `whole`.
int64_t parts(int64_t whole, int64_t size) { return (whole + size - 1) / size; }

ScalarArgument long_argument(int64_t value) { return {ScalarType::i64, uint64_t(value)}; }

Buffer vectors(const char* name, int64_t count) {
    return {name, ScalarType::u32, {4 * std::max<int64_t>(count, 1), 1}, BufferRole::data};
}

Plan copy_buffers(int64_t bytes_read, int64_t bytes_written) {
    Plan plan;
    plan.algorithm = "copy_bytes";
    plan.input = plan.add_buffer(vectors("from", parts(bytes_read, vector_bytes)));
    plan.output = plan.add_buffer(vectors("to", parts(bytes_written, vector_bytes)));
    return plan;
}

Plan by_kernel(int64_t bytes_read, int64_t bytes_written) {
    Plan plan = copy_buffers(bytes_read, bytes_written);
    const int64_t reads = parts(bytes_read, vector_bytes), writes = parts(bytes_written, vector_bytes);
    const int64_t blocks = std::max<int64_t>(parts(std::max(reads, writes), vectors_a_block), 1);
    Launch launch;
    launch.kernel = {"copy_bytes.cu", "copy_bytes", {}};
    launch.grid.x = blocks;
    launch.block.x = threads;
    launch.arguments = {BufferArgument{plan.input}, BufferArgument{plan.output}, long_argument(reads),
                        long_argument(writes)};
    for (const int64_t all : {reads, writes}) launch.arguments.push_back(int_argument(parts(all, blocks)));
    launch.name = "copy";
    launch.bytes_read = reads * vector_bytes;
    launch.bytes_written = writes * vector_bytes;
    plan.operations.push_back({launch});
    return plan;
}

Plan by_driver(int64_t bytes) {
    Plan plan = copy_buffers(bytes, bytes);
    plan.operations.push_back({Copy{plan.input, plan.output}});
    return plan;
}

// Zeros can be read faster than data.
Array noise(Extent extent) {
    Array array(ScalarType::u32, extent);
    uint32_t state = 2463534242U;
    for (uint32_t& value : array.view<uint32_t>()) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        value = state;
    }
    return array;
}

// Where the build made no machine code the kernel is compiled now.
Options with_text() {
    Options options;
    options.sources = [](const std::string&) {
        return std::string(embedded::copy_kernel().front().contents);
    };
    return options;
}

double median_of(Runner& runner) {
    runner.time_once(3);  // warm up
    std::array<double, 9> times{};
    for (double& time : times) time = runner.time_once();
    sort(times);
    return times[times.size() / 2];
}

// The kernel, or the driver's own copy where that can do it and is faster. One at a time: memory may be
// short.
std::unique_ptr<Runner> fastest(int64_t bytes_read, int64_t bytes_written) {
    const Plan kernel = by_kernel(bytes_read, bytes_written);
    const Array input = noise(kernel[kernel.input].extent);
    auto runner = std::make_unique<Runner>(kernel, input, with_text());
    if (bytes_read != bytes_written) return runner;
    const double kernel_time = median_of(*runner);
    runner.reset();
    runner = std::make_unique<Runner>(by_driver(bytes_read), input);
    if (median_of(*runner) < kernel_time) return runner;
    runner.reset();
    return std::make_unique<Runner>(kernel, input, with_text());
}

constexpr int64_t words_a_vector = vector_bytes / 4;

// The place in each of the two arrays that vector `slot` of a block has, or -1 past the block's share.
int64_t place_of(int64_t block, int64_t slot, int64_t share, int64_t all) {
    const int64_t at = block * share + slot;
    return slot < vectors_a_block && at < std::min((block + 1) * share, all) ? at : -1;
}

// What kernels/copy_bytes.cu writes: a vector to the same slot of its block; those that have no slot in the
// output leave their first word, mixed into the first vector of their thread.
std::vector<uint32_t> expected_copy(std::span<const uint32_t> from, int64_t reads, int64_t writes) {
    std::vector<uint32_t> to(size_t(writes * words_a_vector));
    const int64_t blocks = std::max<int64_t>(parts(std::max(reads, writes), vectors_a_block), 1);
    const int64_t share_read = parts(reads, blocks), share_written = parts(writes, blocks);
    for (int64_t block = 0; block < blocks; ++block)
        for (int64_t slot = 0; slot < vectors_a_block; ++slot) {
            const int64_t read = place_of(block, slot, share_read, reads);
            if (read < 0) continue;
            const auto* vector = &nth(from, read * words_a_vector);
            const int64_t written = place_of(block, slot, share_written, writes);
            const int64_t first = place_of(block, slot % threads, share_written, writes);
            // XOR, because vectors without a slot may have come before.
            if (written >= 0)
                for (int64_t i = 0; i < words_a_vector; ++i)
                    nth(to, written * words_a_vector + i) ^= vector[i];
            else if (first >= 0)
                nth(to, first * words_a_vector) ^= vector[0];
        }
    return to;
}

}  // namespace

CopyRunner::CopyRunner(int64_t bytes_read, int64_t bytes_written)
    : bytes_read_(bytes_read), bytes_written_(bytes_written), runner_(fastest(bytes_read, bytes_written)) {}
CopyRunner::~CopyRunner() = default;
CopyRunner::CopyRunner(CopyRunner&&) noexcept = default;
CopyRunner& CopyRunner::operator=(CopyRunner&&) noexcept = default;

double CopyRunner::time_once(int repeats) { return runner_->time_once(repeats); }

void CopyRunner::forget_cache() { runner_->forget_cache(); }

int64_t CopyRunner::first_difference() {
    const Array from = runner_->buffer({0}), to = runner_->buffer({1});
    const auto expected = expected_copy(from.view<uint32_t>(), parts(bytes_read_, vector_bytes),
                                        parts(bytes_written_, vector_bytes));
    const auto got = to.view<uint32_t>();
    const auto difference = std::mismatch(expected.begin(), expected.end(), got.begin());
    return difference.first == expected.end() ? -1 : difference.first - expected.begin();
}

double copy_time(int64_t bytes_read, int64_t bytes_written) {
    return median_of(*fastest(bytes_read, bytes_written));
}

}  // namespace upsweep::device
