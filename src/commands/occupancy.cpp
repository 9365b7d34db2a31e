// `upsweep occupancy`: how much of a multiprocessor a block of given size keeps busy, on GPUs of several
// generations.
#include "pipelines/parts/occupancy.h"

#include <fmt/format.h>

#include "commands/command_line.h"

namespace upsweep::commands {
namespace {

struct OccupancyRequest {
    BlockNeeds needs;
    std::string capability;
    bool table_1 = false;
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

void run_occupancy(const OccupancyRequest& request) {
    if (!request.capability.empty()) find_capability(request.capability);
    // What makes no sense is refused before anything is printed.
    occupancy_of(request.needs, capabilities().front());
    occupancy_print_head();
    if (request.table_1) return print_table_1();
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
                 "the three kernels of Bilgic et al. 2010, table 1, instead of a block of your own");
}

}  // namespace upsweep::commands
