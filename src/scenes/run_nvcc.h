// A whole program as it is, compiled by nvcc where that is installed and run here, its output beside that of
// the emulator.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "scenes/scene.h"

namespace upsweep::scenes {

/// What nvcc made of a program, and what that printed.
struct NvccRun {
    std::string missing;  ///< why nothing was compiled or run, as a sentence; empty where it was
    std::string output, errors;
    int exit_status = 0;
};

/// Compiles the scene's program, with its edits, in a folder of its own, and runs it with the scene's
/// arguments of main. Slow: call it off the window's thread. Throws Error where there is no folder for it,
/// Cancelled.
NvccRun run_with_nvcc(const Scene& scene, const std::atomic<bool>* cancel);
using RunWhole = std::function<NvccRun(const Scene&, const std::atomic<bool>*)>;

/// A line that two outputs have at the same place, and that is not the same.
struct LineDifference {
    size_t line = 0;  ///< from 1
    std::string emulator, gpu;
};

/// All of them, in order; a line that one of them lacks is empty.
std::vector<LineDifference> differing_lines(const std::string& emulator, const std::string& gpu);

/// How the outputs compare, a sentence each: the verdict first, then the first lines that differ.
std::vector<std::string> sentences_of(const NvccRun& run, const std::string& emulator);

}  // namespace upsweep::scenes
