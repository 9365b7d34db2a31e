// Reading trace files from disk.
#include "scenes/trace_source.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>

#include "core/error.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "media/file.h"
#include "system/machine.h"

namespace upsweep::scenes {

bool is_trace_file(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::array<char, 64> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    const auto size = size_t(file.gcount());
    return emulator::is_trace(std::as_bytes(std::span(head).first(size)));
}

emulator::Trace read_trace(const std::string& path) {
    const std::string name = in_quotes(std::filesystem::path(path).filename().string());
    std::error_code ignored;
    const auto size = std::filesystem::file_size(path, ignored);
    // Its bytes and what they are decoded to are in memory at once.
    if (!ignored && size > uintmax_t(system::available_memory()) / 3)
        throw Error(name + " has " + media::bytes_text(int64_t(size)) +
                    ", more than the free memory; trace fewer blocks or steps.");
    emulator::Trace trace =
        emulator::decode_trace(media::read_file(path, std::numeric_limits<int64_t>::max()), name);
    if (trace.steps.empty()) throw Error(name + " contains no steps; run the kernel again with --trace.");
    return trace;
}

}  // namespace upsweep::scenes
