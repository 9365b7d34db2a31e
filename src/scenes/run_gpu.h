// A scene on the GPU beside the emulator: the present text, inputs and launch, in a process of their own.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "backends/isolated.h"
#include "scenes/run_nvcc.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

struct GpuRun {
    IsolatedResult result;
    std::vector<backends::BufferComparison> comparisons;  ///< in the order of the plan's buffers
    std::string fault;             ///< the emulator's first one as a sentence; empty: it finds nothing wrong
    bool complete = true;          ///< the emulator ran to the end
    bool launches = true;          ///< there are kernels to compare
    std::optional<NvccRun> whole;  ///< of a program that runs whole: compiled as it is
    std::string output;            ///< what the emulator printed of it
};

/// Runs the scene on the emulator with the GPU's 32 lanes, whatever the scene's machine, and on the GPU.
/// A program that runs whole is also compiled as it is, where `run_whole` is one.
/// Slow: call it off the window's thread. Throws what run_scene and run_isolated throw, UsageError for a
/// trace file.
GpuRun run_on_gpu(const Scene& scene, const std::atomic<bool>* cancel = nullptr,
                  const RunIsolated& run_isolated = backends::run_isolated,
                  const RunWhole& run_whole = run_with_nvcc);

/// What came of it, a sentence each: the GPU and its time, how the buffers compare, what the emulator finds.
std::vector<std::string> sentences_of(const GpuRun& run);

}  // namespace upsweep::scenes
