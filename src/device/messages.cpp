#include "device/messages.h"

#include <variant>

#include "core/byte_stream.h"
#include "core/error.h"
#include "core/plan_layout.h"
#include "core/ranges.h"

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

constexpr const char* unreadable = "The two processes sent each other data that cannot be read.";
constexpr uint32_t message_mark = 0x314d5055;
constexpr uint64_t message_head = sizeof(uint32_t) + sizeof(uint8_t) + sizeof(uint64_t);

/// Where one process sent what the other cannot read.
[[noreturn]] void refuse_talk() { throw Error(unreadable); }

/// A reader that throws the same Error.
ByteReader reader_of(std::string_view text) {
    return {{reinterpret_cast<const std::byte*>(text.data()), text.size()}, {unreadable, unreadable}};
}

constexpr int most_streams = 1000;
constexpr int64_t most_elements = int64_t{1} << 36;  ///< of a buffer

bool is_within(int64_t all, int64_t first, int64_t part) {
    return first >= 0 && first <= all && part >= -1 && part <= all - first;
}

class Check {
  public:
    explicit Check(const IsolatedRun& run) : run_(run), plan_(run.plan) {}

    bool run() const {
        if (run_.hosts.empty() || !is_sound(plan_, most_elements)) return false;
        for (int i = 0; i < int(plan_.operations.size()); ++i)
            if (!holds(nth(plan_.operations, i), i)) return false;
        return true;
    }

  private:
    bool holds(const Operation& operation, int position) const {
        if (operation.stream > most_streams) return false;
        if (const auto* upload = std::get_if<Upload>(&operation.what)) return holds(*upload);
        if (const auto* download = std::get_if<Download>(&operation.what))
            return is_within(plan_[download->from].extent.count(), download->first, download->count);
        if (const auto* copy = std::get_if<Copy>(&operation.what))
            return plan_[copy->from].bytes() <= plan_[copy->to].bytes();
        const auto* wait = std::get_if<Wait>(&operation.what);
        return wait == nullptr || wait->operation < position;
    }

    bool holds(const Upload& upload) const {
        // What is not a host array was downloaded before; check_runs_on_gpu looks at that.
        if (size_t(upload.slot) >= run_.hosts.size()) return true;
        const Array& host = nth(run_.hosts, upload.slot);
        const int64_t taken = upload.count < 0 ? host.count() : upload.count;
        return is_within(host.count(), upload.first, upload.count) && upload.at >= 0 &&
               upload.at <= plan_[upload.to].extent.count() &&
               (upload.at + taken) * size_of(host.type()) <= plan_[upload.to].bytes();
    }

    const IsolatedRun& run_;
    const Plan& plan_;
};

/// Whether every number of the plan names something that there is, and every copy fits.
bool leads_somewhere(const IsolatedRun& run) { return Check(run).run(); }

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

std::string message(Stage stage, std::string_view payload) {
    ByteWriter head;
    head(message_mark), head(stage), head(uint64_t(payload.size()));
    std::string bytes(reinterpret_cast<const char*>(head.bytes.data()), head.bytes.size());
    return bytes += payload;
}

void Messages::add(std::string_view bytes) {
    pending_ += bytes;
    while (!pending_.empty()) {
        if (finished()) refuse_talk();
        if (pending_.size() < message_head) return;
        ByteReader head = reader_of(pending_);
        uint32_t mark = 0;
        Stage stage{};
        uint64_t size = 0;
        head(mark), head(stage), head(size);
        if (mark != message_mark || stage > last_stage || size > most_) refuse_talk();
        if (pending_.size() - message_head < size) return;
        stage_ = stage;
        payload_ = pending_.substr(message_head, size_t(size));
        pending_.erase(0, message_head + size_t(size));
    }
}

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
