// Looks for numbers that no block or warp has.
#include "emulator/order_lists.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::emulator {

void check_lists(const ToyGpu& gpu, const Plan& plan) {
    std::int64_t blocks = 1, warps = 1;
    for (const Operation& operation : plan.operations)
        if (const auto* launch = std::get_if<Launch>(&operation.what);
            launch != nullptr && !launch->host_loop) {
            blocks = std::max(blocks, launch->grid.count());
            warps =
                std::max(warps, launch->grid.count() * ((launch->block.count() + gpu.lanes - 1) / gpu.lanes));
        }
    const auto check = [](const Order& order, const char* of, std::int64_t count) {
        for (const int number : order.list)
            if (number >= count)
                throw UsageError(fmt::format(
                    "The list of {}s names {} {}, but no launch here has it; its {}s are 0 to {}.", of, of,
                    number, of, count - 1));
    };
    check(gpu.schedule.blocks, "block", blocks);
    check(gpu.schedule.warps, "warp", warps);
}

}  // namespace upsweep::emulator
