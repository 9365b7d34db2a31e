#include "device/wire.h"

#include "core/plan_layout.h"
#include "device/messages.h"
#include "device/wire_check.h"

namespace upsweep {

void fields(auto& a, DeviceVariable& v) { a(v.file, v.name, v.contents); }
void fields(auto& a, ParameterLayout& v) { a(v.bytes, v.offsets); }
void fields(auto& a, IsolatedRun& v) { a(v.plan, v.hosts, v.texts, v.globals, v.parameters, v.unset); }
void fields(auto& a, IsolatedResult& v) {
    a(v.device, v.buffers, v.median_ms, v.least_ms, v.most_ms, v.timed_runs, v.log);
}

}  // namespace upsweep

namespace upsweep::device {
namespace {

constexpr uint32_t run_mark = 0x32525055, result_mark = 0x31415055;

template <typename T>
std::string encode_marked(uint32_t mark, const T& value) {
    ByteWriter writer;
    writer(mark), writer(value);
    return {reinterpret_cast<const char*>(writer.bytes.data()), writer.bytes.size()};
}

template <typename T>
T decode_marked(uint32_t mark, std::string_view text) {
    ByteReader reader = reader_of(text);
    uint32_t found = 0;
    reader(found);
    if (found != mark) reader.damaged();
    T value;
    reader(value);
    reader.expect_end();
    return value;
}

}  // namespace

std::string encode(const IsolatedRun& run) { return encode_marked(run_mark, run); }

IsolatedRun decode_run(std::string_view bytes) {
    auto run = decode_marked<IsolatedRun>(run_mark, bytes);
    if (!leads_somewhere(run)) refuse_talk();
    return run;
}

std::string encode(const IsolatedResult& result) { return encode_marked(result_mark, result); }

IsolatedResult decode_result(std::string_view bytes, const Plan& plan) {
    auto result = decode_marked<IsolatedResult>(result_mark, bytes);
    if (result.buffers.size() != plan.buffers.size()) refuse_talk();
    for (size_t i = 0; i < plan.buffers.size(); ++i)
        if (result.buffers[i].type() != plan.buffers[i].type ||
            result.buffers[i].count() != plan.buffers[i].extent.count())
            refuse_talk();
    return result;
}

}  // namespace upsweep::device
