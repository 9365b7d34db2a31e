// `upsweep occupancy`: how much of a multiprocessor a block of given size keeps busy, on GPUs of several
// generations.
#include "pipelines/parts/occupancy.h"

#include <fmt/format.h>

#include "backends/backend.h"
#include "bench/kernel_table.h"
#include "bench/recording.h"
#include "commands/command_line.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"

namespace upsweep::commands {
namespace {

struct OccupancyRequest {
    BlockNeeds needs;
    std::string capability;
    bool table_1 = false;
    bool json = false;
    std::string recorded, add_to;  // recordings
};

void occupancy_print_head() {
    fmt::print("{:<10} {:<22} {:>7} {:>9} {:>9} {:>7} {:>6} {:>10}  {}\n", "capability", "such as", "threads",
               "registers", "shared B", "blocks", "warps", "occupancy", "limited by");
}

void print_row(const BlockNeeds& needs, const Capability& capability) {
    const Occupancy occupancy = occupancy_of(needs, capability);
    fmt::print("{:<10} {:<22} {:>7} {:>9} {:>9} {:>7} {:>6} {:>8.0f} %  {}\n", capability.name,
               capability.example, needs.threads, needs.registers, needs.shared_bytes, occupancy.blocks,
               occupancy.warps, 100 * occupancy.share, occupancy.limit);
}

/// The kernels of Bilgic et al. 2010, table 1, on their GPU and on today's.
void print_table_1() {
    struct KernelRow {
        const char* kernel;
        BlockNeeds needs;
    };
    for (const KernelRow& row : {KernelRow{"scan", {256, 11, 2224}}, KernelRow{"increment", {256, 5, 48}},
                                 KernelRow{"transpose", {256, 8, 1120}}}) {
        fmt::print("{}\n", row.kernel);
        for (const Capability& capability : capabilities()) print_row(row.needs, capability);
    }
}

/// Of a recording that is named, of this machine's GPU, or of a recording that comes with the program.
bench::KernelTable measured_table_1(const OccupancyRequest& request) {
    if (!request.recorded.empty())
        return bench::recorded_kernel_table(bench::recording_text(request.recorded),
                                            in_quotes(request.recorded));
    if (backends::gpu().missing().empty()) return bench::measure_bilgic_kernels();
    for (const bench::ShippedRecording& shipped : bench::shipped_recordings()) try {
            return bench::recorded_kernel_table(shipped.text, std::string(shipped.name));
        } catch (const Error&) {
            continue;  // it has no such table
        }
    throw BackendMissing("Memory throughput is measured on a GPU. {}", backends::gpu().missing());
}

/// The same kernels as they are here, with the throughput that was measured.
void run_table_1(const OccupancyRequest& request) {
    if (!request.add_to.empty()) {
        const std::string text = bench::recording_text(request.add_to);
        check_output(request.add_to);
        const bench::KernelTable table = measured_table_1(request);
        return write_file(request.add_to, bench::with_kernel_table(text, in_quotes(request.add_to), table));
    }
    if (request.json) {
        const std::string text = bench::kernel_table_json(measured_table_1(request));
        return fmt::print("{}", text);
    }
    occupancy_print_head();
    print_table_1();
    try {
        fmt::print("\n{}", bench::kernel_table_text(measured_table_1(request)));
    } catch (const BackendMissing& missing) {
        fmt::print("\n{}\n", missing.what());
    }
}

void run_occupancy(const OccupancyRequest& request) {
    if (!request.table_1 && (request.json || !request.recorded.empty() || !request.add_to.empty()))
        throw UsageError("--json, --recorded and --add-to belong to the measured table: add --table-1.");
    if (request.table_1) return run_table_1(request);
    if (!request.capability.empty()) find_capability(request.capability);
    // What makes no sense is refused before anything is printed.
    occupancy_of(request.needs, capabilities().front());
    occupancy_print_head();
    for (const Capability& capability : capabilities())
        if (request.capability.empty() || request.capability == capability.name)
            print_row(request.needs, capability);
}

}  // namespace

void add_occupancy_command(Command program) {
    const auto [command, request] = program.add_command(
        "occupancy", "How many of a multiprocessor's warps a kernel keeps in flight; needs no GPU",
        run_occupancy);
    command.option("--threads", request.needs.threads, "threads a block").whole_number().shows_default();
    command.option("--registers", request.needs.registers, "registers a thread (nvcc -Xptxas -v says)")
        .whole_number()
        .shows_default();
    command.option("--shared", request.needs.shared_bytes, "bytes of shared memory a block")
        .whole_number()
        .shows_default();
    command.option("--capability", request.capability, "1.3, 2.0, 7.5, 8.0, 8.6 or 9.0; default: all");
    command.flag("--table-1", request.table_1,
                 "the three kernels of Bilgic et al. 2010, table 1, instead of a block of your own; with the "
                 "memory throughput of ours, measured or recorded");
    command.flag("--json", request.json, "with --table-1: what was measured, as JSON");
    command.option("--recorded", request.recorded, "with --table-1: show this recording's table");
    command.option("--add-to", request.add_to, "with --table-1: put what is measured into this recording");
}

}  // namespace upsweep::commands
