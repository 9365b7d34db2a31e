// What each kernel of a plan takes and how fast it moves its data: table 1 of Bilgic et al. 2010, measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "backends/backend.h"
#include "bench/machine.h"
#include "pipelines/parts/occupancy.h"

namespace upsweep::bench {

/// All launches of one kernel in a plan.
struct KernelRow {
    std::string kernel;  ///< "scan_segments"
    BlockNeeds needs;
    int launches = 0;
    double seconds = 0;  ///< of all of them, the median of the runs
    int64_t bytes = 0;   ///< that they must read and write at least

    /// 1 GB = 10^9 bytes.
    double gb_per_s() const { return seconds > 0 ? double(bytes) / seconds * 1e-9 : 0; }
};

struct KernelTable {
    std::string gpu, capability, date;  ///< "NVIDIA H200", "9.0", "2026-11-27"
    std::string algorithm;
    Extent extent;
    std::vector<KernelRow> rows;
};

/// The integral image of Bilgic et al. at 4 megapixels, f32: its kernels in the order of their first launch,
/// by events around each launch. Throws BackendMissing where there is no GPU.
KernelTable measure_bilgic_kernels();
/// Groups the launches of several runs of one plan by kernel.
std::vector<KernelRow> kernel_rows(const std::vector<std::vector<backends::LaunchTime>>& runs);

/// "kernel | threads | registers | shared B | occupancy | GB/s", and what the paper has.
std::string kernel_table_text(const KernelTable& table);
/// {"gpu","capability","date","algorithm","width","height","kernels":[{"kernel","threads","registers",
/// "shared_bytes","launches","ms","bytes","gb_per_s","occupancy_percent"}]}.
std::string kernel_table_json(const KernelTable& table);
/// Of the recording `text`, called `name`; its key "kernels" is what kernel_table_json writes. Throws Error
/// where it has none, or one that makes no sense.
KernelTable recorded_kernel_table(std::string_view text, const std::string& name);
/// The recording with this table. Throws UsageError where it is of another GPU.
std::string with_kernel_table(const std::string& text, const std::string& name, const KernelTable& table);

}  // namespace upsweep::bench
