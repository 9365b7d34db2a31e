// Builds small traces by hand, with memory, origins and source text, for tests that need no emulator.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::app::test {

class TraceBuilder {
  public:
    /// One launch of one block with `threads` threads in warps of `lanes`.
    TraceBuilder(int lanes, int banks, int threads, std::string source) {
        trace.gpu.lanes = lanes;
        trace.gpu.banks = banks;
        trace.sources.push_back({"test.cu", std::move(source)});
        trace.operations.push_back({});
        emulator::LaunchInfo launch;
        launch.name = "launch";
        launch.block = {threads, 1, 1};
        launch.warps_per_block = (threads + lanes - 1) / lanes;
        trace.launches.push_back(launch);
    }

    emulator::ArrayId array(std::string name, emulator::Space space, Extent extent,
                            ScalarType type = ScalarType::i32) {
        emulator::ArrayInfo info;
        info.name = std::move(name);
        info.space = space;
        info.extent = extent;
        info.type = type;
        trace.arrays.push_back(info);
        const auto id = static_cast<emulator::ArrayId>(trace.arrays.size() - 1);
        if (space == emulator::Space::local) trace.launches[0].local_arrays.push_back(id);
        if (space == emulator::Space::shared) trace.launches[0].shared_arrays.push_back(id);
        return id;
    }
    void fill(emulator::ArrayId array, const std::vector<int>& values) {
        for (size_t i = 0; i < values.size(); ++i) memory_[{array, int64_t(i)}] = uint32_t(values[i]);
    }
    void phase(std::string name) {
        trace.phases.push_back({std::move(name), 0, trace.step_count(), trace.step_count()});
    }

    /// The steps from number `first` on are passes of a loop over `variable`.
    void loop(std::string variable, int64_t first) {
        emulator::Loop loop;
        loop.variable = std::move(variable);
        loop.first_statement = uint32_t(first);
        loop.end_statement = uint32_t(trace.statements.size());
        trace.loops.push_back(std::move(loop));
    }

    /// Opens a step at a line's stretch of columns.
    void step(int warp, uint32_t active, int line, emulator::StepKind kind = emulator::StepKind::statement) {
        emulator::Step step;
        step.first_access = uint32_t(trace.accesses.size());
        step.warp = uint32_t(warp);
        step.active = active;
        step.statement = uint32_t(trace.statements.size());
        step.phase = uint32_t(trace.phases.size() - 1);
        step.interval = interval_;
        step.kind = kind;
        trace.statements.push_back({{0, line, 9, line, 40}, kind});
        trace.steps.push_back(step);
        trace.phases.back().end_step = trace.step_count();
        trace.launches[0].end_step = trace.step_count();
        if (kind == emulator::StepKind::barrier) ++interval_;
    }
    emulator::OriginId read(int lane, emulator::ArrayId array, int64_t element, int operand = 0) {
        const uint64_t value = memory_[{array, element}];
        emulator::Access access = make(lane, array, element, operand);
        access.old_value = access.value = value;
        access.origin = emulator::cell_origin(int64_t(trace.accesses.size()));
        trace.accesses.push_back(access);
        return access.origin;
    }
    emulator::OriginId operation(char symbol, emulator::OriginId left, emulator::OriginId right) {
        trace.operations.push_back({left, right, symbol, true});
        return static_cast<emulator::OriginId>(trace.operations.size() - 1);
    }
    void write(int lane, emulator::ArrayId array, int64_t element, int value, emulator::OriginId origin = 0,
               int operand = 0) {
        emulator::Access access = make(lane, array, element, operand);
        access.kind = emulator::AccessKind::write;
        access.was_defined = memory_.count({array, element}) != 0;
        access.old_value = memory_[{array, element}];
        access.value = uint32_t(value);
        access.origin = origin;
        memory_[{array, element}] = access.value;
        trace.accesses.push_back(access);
    }
    int value(emulator::ArrayId array, int64_t element) { return int(memory_[{array, element}]); }

    emulator::Trace trace;

  private:
    emulator::Access make(int lane, emulator::ArrayId array, int64_t element, int operand) const {
        emulator::Access access;
        access.array = array;
        access.offset = uint32_t(element * 4);
        access.lane = uint8_t(lane);
        access.operand = uint32_t(operand);
        return access;
    }

    std::map<std::pair<emulator::ArrayId, int64_t>, uint64_t> memory_;
    uint32_t interval_ = 0;
};

/// An up-sweep over 8 cells by two warps of two lanes: load, then strides 1, 2, 4 with a barrier before each.
struct UpSweep {
    TraceBuilder build{2, 4, 4,
                       "void kernel()\n"                                        // 1
                       "{\n"                                                    // 2
                       "    // ---- Load: two elements a thread ----\n"         // 3
                       "        sums[thread] = input[thread];\n"                // 4
                       "    // ---- Up-sweep: halve ----\n"                     // 5
                       "    for (int stride = 1; stride < 8; stride *= 2) {\n"  // 6
                       "        __syncthreads();\n"                             // 7
                       "        // Add the left child's sum to its parent.\n"   // 8
                       "        if (right < 8)\n"                               // 9
                       "            sums[right] += sums[right - stride];\n"     // 10
                       "    }\n"
                       "}\n"};
    emulator::ArrayId input = build.array("input", emulator::Space::global, {8, 1});
    emulator::ArrayId sums = build.array("sums", emulator::Space::shared, {8, 1});
    emulator::ArrayId stride = build.array("stride", emulator::Space::local, {1, 4});
    int64_t first_add = 0;  ///< step of warp 0's first addition

    UpSweep() {
        using emulator::StepKind;
        build.trace.operands = {{{0, 10, 13, 10, 24}}, {{0, 10, 28, 10, 48}}};
        build.fill(input, {3, 1, 7, 0, 4, 1, 6, 3});
        build.phase("Load: two elements a thread");
        for (int half = 0; half < 2; ++half)
            for (int warp = 0; warp < 2; ++warp) {
                build.step(warp, 3, 4);
                for (int lane = 0; lane < 2; ++lane) {
                    const int cell = half * 4 + warp * 2 + lane;
                    const auto value = build.read(lane, input, cell);
                    build.write(lane, sums, cell, build.value(input, cell), value);
                }
            }
        build.phase("Up-sweep: halve");
        const int64_t loop = build.trace.step_count();
        for (int by = 1; by < 8; by *= 2) {
            for (int warp = 0; warp < 2; ++warp) {
                build.step(warp, 3, 6);
                for (int lane = 0; lane < 2; ++lane) build.write(lane, stride, warp * 2 + lane, by);
            }
            build.step(0, 3, 7, StepKind::arrive);
            build.step(1, 3, 7, StepKind::barrier);
            for (int warp = 0; warp < 2; ++warp) add(warp, by);
        }
        build.loop("stride", loop);
    }

  private:
    void add(int warp, int by) {
        uint32_t mask = 0;
        for (int lane = 0; lane < 2; ++lane)
            if ((warp * 2 + lane + 1) * 2 * by - 1 < 8) mask |= 1U << lane;
        if (mask == 0) return;
        if (first_add == 0) first_add = build.trace.step_count();
        build.step(warp, mask, 10);
        for (int lane = 0; lane < 2; ++lane) {
            if ((mask >> lane & 1U) == 0) continue;
            const int right = (warp * 2 + lane + 1) * 2 * by - 1;
            const auto own = build.read(lane, sums, right, 0);
            const auto left = build.read(lane, sums, right - by, 1);
            const int sum = build.value(sums, right) + build.value(sums, right - by);
            build.write(lane, sums, right, sum, build.operation('+', own, left), 0);
        }
    }
};

}  // namespace upsweep::app::test
