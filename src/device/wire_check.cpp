#include "device/wire_check.h"

#include <variant>

#include "core/plan_layout.h"
#include "core/ranges.h"

namespace upsweep::device {
namespace {

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
        return is_within(host.count(), upload.first, upload.count) &&
               taken * size_of(host.type()) <= plan_[upload.to].bytes();
    }

    const IsolatedRun& run_;
    const Plan& plan_;
};

}  // namespace

bool leads_somewhere(const IsolatedRun& run) { return Check(run).run(); }

}  // namespace upsweep::device
