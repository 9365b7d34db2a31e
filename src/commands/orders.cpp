// `upsweep orders`: looks for an order of blocks or of warps that breaks a kernel.
#include <string>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/write_file.h"
#include "scenes/scene_file.h"
#include "scenes/schedule_game.h"

namespace upsweep::commands {
namespace {

constexpr int64_t most_orders = 100'000;

struct OrdersRequest {
    SceneOptions scene;
    std::string of = "blocks", file;
    int64_t most = 500;
};

void orders(const OrdersRequest& request) {
    if (request.most < 1 || request.most > most_orders)
        throw UsageError("--most takes 1 to {}, not {}.", most_orders, request.most);
    const scenes::Scene scene = scene_of(request.scene);
    const InputFiles inputs = inputs_of(request.scene);
    if (!request.file.empty()) check_output(request.file, inputs);
    const scenes::Turn turn = request.of == "blocks" ? scenes::Turn::block : scenes::Turn::warp;
    const scenes::ScheduleSearch search = scenes::find_breaking_order(scene, turn, request.most);
    if (!search.failing) {
        if (!request.file.empty())
            throw Error("None of {} orders of {} breaks it, so {} was not written.", search.tried, request.of,
                        request.file);
        fmt::print("None of {} orders of {} breaks it; {}\n", search.tried, request.of,
                   search.all ? "there are no others." : "there are more that were not tried.");
        return;
    }
    const emulator::Schedule& schedule = search.failing->gpu.schedule;
    fmt::print("{} {} breaks it, found after {} orders: {}\n", request.of,
               emulator::to_string(turn == scenes::Turn::block ? schedule.blocks : schedule.warps),
               search.tried, search.why);
    if (request.file.empty())
        fmt::print("{}\n", scenes::to_command(*search.failing));
    else
        write_file(request.file, scenes::to_toml(*search.failing), inputs);
}

}  // namespace

void add_orders_command(Command program) {
    const auto [command, request] = program.add_command(
        "orders",
        "Look for an order of blocks or of warps in which a kernel gives a wrong result or never ends",
        orders);
    add_scene_options(command, request.scene);
    for (const char* gone : {"--step", "--launch", "--max-steps", "--max-memory"}) command.remove(gone);
    command
        .option("--of", request.of,
                "blocks: every order, the shortest lists first; or warps: named orders, then random ones")
        .one_of({"blocks", "warps"})
        .shows_default();
    command.option("--most", request.most, "orders to try").whole_number().shows_default();
    command.option("-o,--output", request.file,
                   "write the scene that breaks to this file; `upsweep NAME.toml` opens it in the window");
    add_opening_option(command, request.scene);
}

}  // namespace upsweep::commands
