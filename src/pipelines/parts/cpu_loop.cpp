// The plan that every CPU loop has.
#include "pipelines/parts/cpu_loop.h"

#include "pipelines/parts/building_blocks.h"

namespace upsweep {

void append_loop(Plan& plan, std::vector<Argument> arguments) {
    const std::string name(plan.algorithm);
    const ElementTypes types{plan[plan.input].type, plan[plan.output].type};
    plan.operations.push_back({Launch{.kernel = {name + ".h", name, type_definitions(types)},
                                      .grid = {},
                                      .block = {},
                                      .arguments = std::move(arguments),
                                      .name = "loop",
                                      .bytes_read = plan[plan.input].bytes(),
                                      .bytes_written = plan[plan.output].bytes(),
                                      .host_loop = true}});
}

Plan make_loop_plan(std::string_view slug, const Parameters& parameters, std::vector<Argument> further,
                    Extent output) {
    Plan plan = start_plan(slug, parameters, output.count() == 0 ? parameters.extent : output);
    std::vector<Argument> arguments = {BufferArgument{plan.input}, BufferArgument{plan.output},
                                       int_argument(parameters.extent.width),
                                       int_argument(parameters.extent.height)};
    arguments.insert(arguments.end(), further.begin(), further.end());
    append_loop(plan, std::move(arguments));
    return plan;
}

}  // namespace upsweep
