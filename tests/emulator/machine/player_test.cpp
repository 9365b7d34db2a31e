// Seeking anywhere in random traces restores memory, marks and counts exactly.
#include "emulator/trace/player.h"

#include <gtest/gtest.h>

#include <random>

#include "emulator/machine/memory.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// A trace of random writes and atomics, and all memory after each of its steps.
struct RandomTrace {
    std::shared_ptr<Trace> trace = std::make_shared<Trace>();
    std::vector<std::vector<std::byte>> memory;
    std::vector<Counts> counts;
};

constexpr ScalarType types[] = {ScalarType::u8, ScalarType::u16, ScalarType::f32, ScalarType::u64};

RandomTrace make(unsigned seed, int steps) {
    RandomTrace made;
    std::mt19937 random(seed);
    Trace& trace = *made.trace;
    std::vector<std::byte> memory;
    std::vector<size_t> first;
    std::vector<std::vector<bool>> defined;
    for (int i = 0; i < 4; ++i) {
        ArrayInfo info;
        info.type = types[i];
        info.extent = {5 + i, 3};
        trace.arrays.push_back(info);
        first.push_back(memory.size());
        memory.resize(memory.size() + size_t(info.extent.count() * size_of(info.type)),
                      static_cast<std::byte>(poison_byte));
        defined.emplace_back(info.extent.count(), i == 0);
    }
    Array uploaded(types[0], {5, 3});
    for (int i = 0; i < 15; ++i) {
        uploaded.set_number(i, i);
        memory[i] = static_cast<std::byte>(i);
    }
    trace.initial = {uploaded, {}, {}, {}};
    made.memory.push_back(memory);
    made.counts.emplace_back();
    for (int s = 0; s < steps; ++s) {
        Step step;
        step.first_access = uint32_t(trace.accesses.size());
        trace.steps.push_back(step);
        for (unsigned i = random() % 5; i > 0; --i) {
            Access access;
            access.array = random() % 4;
            const ArrayInfo& info = trace.arrays[access.array];
            int size = size_of(info.type);
            auto element = size_t(random()) % size_t(info.extent.count());
            access.offset = uint32_t(element * size_t(size));
            access.size = uint8_t(size);
            std::byte* at = memory.data() + first[access.array] + access.offset;
            access.old_value = access.value = read_bits(at, size);
            access.kind = static_cast<AccessKind>(random() % 3);
            access.was_defined = defined[access.array][element];
            if (access.kind != AccessKind::read) {
                access.value = (uint64_t{random()} << 32 | random()) & (~uint64_t{0} >> (64 - 8 * size));
                write_bits(at, size, access.value);
                defined[access.array][element] = true;
            }
            trace.accesses.push_back(access);
        }
        StepCounts counts;
        counts.additions = uint16_t(random() % 3);
        counts.barriers = uint8_t(random() % 2);
        trace.steps.back().counts = uint32_t(trace.step_counts.size());
        trace.step_counts.push_back(counts);
        trace.counts += counts;
        made.memory.push_back(memory);
        made.counts.push_back(trace.counts);
    }
    return made;
}

TEST(Player, StepsBackAndForthExactly) {
    RandomTrace made = make(1, 200);
    Player player(made.trace);
    for (int step = 0; step <= 200; ++step) {
        player.seek(step);
        ASSERT_EQ(player.memory(), made.memory[step]) << step;
        ASSERT_EQ(player.counts(), made.counts[step]) << step;
    }
    EXPECT_EQ(player.counts(), made.trace->counts);
    for (int step = 200; step >= 0; --step) {
        player.seek(step);
        ASSERT_EQ(player.memory(), made.memory[step]) << step;
    }
}

TEST(Player, JumpsAnywhere) {
    // Enough accesses for several key frames.
    constexpr int steps = 300'000;
    RandomTrace made;
    {
        std::mt19937 random(3);
        Trace& trace = *made.trace;
        ArrayInfo info;
        info.extent = {16, 1};
        trace.arrays.push_back(info);
        trace.step_counts.emplace_back();
        uint32_t cells[16];
        std::fill(std::begin(cells), std::end(cells), 0xcdcdcdcdu);
        for (int s = 0; s < steps; ++s) {
            Step step;
            step.first_access = uint32_t(s);
            trace.steps.push_back(step);
            Access access;
            unsigned cell = random() % 16;
            access.kind = AccessKind::write;
            access.offset = cell * 4;
            access.old_value = cells[cell];
            access.was_defined = cells[cell] != 0xcdcdcdcdu;
            access.value = cells[cell] = uint32_t(s);
            trace.accesses.push_back(access);
        }
    }
    Player player(made.trace);
    std::mt19937 random(4);
    for (int jump = 0; jump < 60; ++jump) {
        auto step = int64_t(random() % (steps + 1));
        player.seek(step);
        ASSERT_EQ(player.step(), step);
        // A cell holds the number of the step that wrote it last.
        for (int64_t cell = 0; cell < 16; ++cell) {
            std::optional<int64_t> writer = player.last_write(0, cell);
            EXPECT_EQ(player.defined(0, cell), writer.has_value());
            if (!writer) continue;
            EXPECT_LT(*writer, step);
            EXPECT_EQ(player.bits(0, cell), uint64_t(*writer));
        }
        if (step > 0) {
            int64_t cell = made.trace->accesses[size_t(step) - 1].offset / 4;
            EXPECT_EQ(player.last_write(0, cell), step - 1);
        }
    }
}

TEST(Player, LeavesNoMarkBehind) {
    RandomTrace made = make(9, 500);
    Player player(made.trace);
    auto marks = [&] {
        std::vector<int64_t> all;
        for (ArrayId array = 0; array < 4; ++array)
            for (int64_t i = 0; i < made.trace->arrays[array].extent.count(); ++i)
                all.push_back(player.defined(array, i) ? player.last_write(array, i).value_or(-1) : -2);
        return all;
    };
    std::vector<int64_t> at_start = marks();
    player.seek(500);
    player.seek(0);
    EXPECT_EQ(player.memory(), made.memory[0]);
    EXPECT_EQ(marks(), at_start);
    EXPECT_EQ(player.counts(), Counts{});
    player.seek(-5);
    EXPECT_EQ(player.step(), 0);
    player.seek(5000);
    EXPECT_EQ(player.step(), 500);
}

}  // namespace
}  // namespace upsweep::emulator
