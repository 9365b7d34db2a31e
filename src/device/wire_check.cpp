#include "device/wire_check.h"

#include <algorithm>
#include <variant>

namespace upsweep::device {
namespace {

constexpr int most_streams = 1000;

bool is_within(std::int64_t all, std::int64_t first, std::int64_t part) {
    return first >= 0 && first <= all && part >= -1 && part <= all - first;
}

class Check {
  public:
    explicit Check(const ApartRun& run) : run_(run), plan_(run.plan) {}

    bool run() const {
        const auto count = static_cast<int>(plan_.buffers.size());
        if (run_.hosts.empty() || plan_.input.index >= count || plan_.output.index >= count) return false;
        for (int i = 0; i < static_cast<int>(plan_.operations.size()); ++i)
            if (!holds(plan_.operations[static_cast<std::size_t>(i)], i)) return false;
        return true;
    }

  private:
    bool known(BufferId id) const {
        return id.index >= 0 && id.index < static_cast<int>(plan_.buffers.size());
    }

    bool holds(const Operation& operation, int position) const {
        if (operation.stream < 0 || operation.stream > most_streams) return false;
        if (const auto* launch = std::get_if<Launch>(&operation.what)) return holds(*launch);
        if (const auto* upload = std::get_if<Upload>(&operation.what)) return holds(*upload);
        if (const auto* download = std::get_if<Download>(&operation.what))
            return known(download->from) &&
                   is_within(plan_[download->from].extent.count(), download->first, download->count);
        if (const auto* copy = std::get_if<Copy>(&operation.what))
            return known(copy->from) && known(copy->to) &&
                   plan_[copy->from].bytes() <= plan_[copy->to].bytes();
        if (const auto* clear = std::get_if<Clear>(&operation.what)) return known(clear->buffer);
        if (const auto* set = std::get_if<SetVariable>(&operation.what)) return known(set->from);
        const auto* wait = std::get_if<Wait>(&operation.what);
        return wait != nullptr && wait->operation >= 0 && wait->operation < position;
    }

    bool holds(const Launch& launch) const {
        return std::all_of(launch.arguments.begin(), launch.arguments.end(), [&](const Argument& argument) {
            const auto* pointer = std::get_if<BufferArgument>(&argument);
            return pointer == nullptr || known(pointer->buffer);
        });
    }

    bool holds(const Upload& upload) const {
        if (!known(upload.to) || upload.slot < 0) return false;
        // What is not a host array was downloaded before; check_runs_on_gpu looks at that.
        if (static_cast<std::size_t>(upload.slot) >= run_.hosts.size()) return true;
        const Array& host = run_.hosts[static_cast<std::size_t>(upload.slot)];
        const std::int64_t taken = upload.count < 0 ? host.count() : upload.count;
        return is_within(host.count(), upload.first, upload.count) &&
               taken * size_of(host.type()) <= plan_[upload.to].bytes();
    }

    const ApartRun& run_;
    const Plan& plan_;
};

}  // namespace

bool leads_somewhere(const ApartRun& run) { return Check(run).run(); }

}  // namespace upsweep::device
