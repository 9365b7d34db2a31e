// The plan that every CPU loop has.
#include "pipelines/cpu_loop.h"

#include "pipelines/building_blocks.h"

namespace upsweep {

Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further) {
    Plan plan = start_plan(slug, parameters, parameters.extent);
    const std::string name(slug);
    std::vector<Argument> arguments = {BufferArgument{plan.input}, BufferArgument{plan.output},
                                       int_argument(parameters.extent.width),
                                       int_argument(parameters.extent.height)};
    arguments.insert(arguments.end(), further.begin(), further.end());
    plan.operations.push_back({Launch{.kernel = {name + ".h", name, type_definitions(parameters.types)},
                                      .grid = {},
                                      .block = {},
                                      .arguments = std::move(arguments),
                                      .name = "loop",
                                      .bytes_read = plan[plan.input].bytes(),
                                      .bytes_written = plan[plan.output].bytes(),
                                      .host_loop = true}});
    return plan;
}

}  // namespace upsweep
