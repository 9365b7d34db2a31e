#include "emulator/trace/trace_file.h"

#include <cstring>

#include "core/error.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_check.h"
#include "emulator/trace/trace_layout.h"

namespace upsweep::emulator {
namespace {

constexpr std::string_view magic = "upsweep trace\n";

}  // namespace

bool is_trace(std::span<const std::byte> bytes) {
    return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

std::vector<std::byte> encode_trace(const Trace& trace) {
    ByteWriter writer;
    writer.put(magic.data(), magic.size());
    writer(trace_file_version);
    writer(trace);
    return std::move(writer.bytes);
}

Trace decode_trace(std::span<const std::byte> bytes, const std::string& name) {
    if (!is_trace(bytes)) throw Error(name + " is not a trace; make one with upsweep run FILE.cu --trace.");
    ByteReader reader(bytes.subspan(magic.size()),
                      {name + " is a truncated trace; run the kernel again with --trace.",
                       name + " is a damaged trace; run the kernel again with --trace."});
    uint32_t version = 0;
    reader(version);
    if (version != trace_file_version)
        throw Error(
            "{} is a version {} trace, but this program reads version {}; run the kernel again with --trace.",
            name, version, trace_file_version);
    Trace trace;
    reader(trace);
    reader.expect_end();
    if (!is_sound(trace)) reader.damaged();
    return trace;
}

}  // namespace upsweep::emulator
