// `upsweep occupancy`: how much of a multiprocessor a block of given size keeps busy, on GPUs of several
// generations.
#include "pipelines/parts/occupancy.h"

#include <cstdio>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "commands/settings.h"

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
    struct Row {
        const char* kernel;
        BlockNeeds needs;
    };
    for (const Row& row :
         {Row{"scan", {256, 11, 2224}}, Row{"increment", {256, 5, 48}}, Row{"transpose", {256, 8, 1120}}}) {
        fmt::print("{}\n", row.kernel);
        for (const Capability& capability : capabilities()) print_row(row.needs, capability);
    }
}

void run_occupancy(const OccupancyRequest& request) {
    // What makes no sense is refused before anything is printed.
    occupancy_of(request.needs, capabilities().front());
    occupancy_print_head();
    if (request.table_1) return print_table_1();
    for (const Capability& capability : capabilities())
        if (request.capability.empty() || request.capability == capability.name)
            print_row(request.needs, capability);
}

}  // namespace

void add_occupancy_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "occupancy", "How many of a multiprocessor's warps a kernel keeps in flight; needs no GPU");
    auto request = std::make_shared<OccupancyRequest>();
    command->add_option("--threads", request->needs.threads, "threads a block")
        ->check(complaint_about_integer)
        ->capture_default_str();
    command->add_option("--registers", request->needs.registers, "registers a thread (nvcc -Xptxas -v says)")
        ->check(complaint_about_integer)
        ->capture_default_str();
    command->add_option("--shared", request->needs.shared_bytes, "bytes of shared memory a block")
        ->check(complaint_about_integer)
        ->capture_default_str();
    command->add_option("--capability", request->capability, "1.3, 2.0, 7.5, 8.0, 8.6 or 9.0; default: all");
    command->add_flag("--table-1", request->table_1,
                      "the three kernels of Bilgic et al. 2010, table 1, instead of a block of your own");
    command->callback([request] {
        if (!request->capability.empty()) find_capability(request->capability);
        run_occupancy(*request);
    });
}

}  // namespace upsweep::commands
