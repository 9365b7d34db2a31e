// Pieces that box filters share.
#include "pipelines/parts/windows.h"

#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

/// The entry that makes the integral images.
const Algorithm& one_pass() { return find_algorithm("integral_image_one_pass"); }

Parameters one_pass_parameters(Extent extent, ElementTypes types, MachineShape machine) {
    return with_defaults(one_pass(), {.extent = extent, .types = types, .machine = machine, .options = {}});
}

}  // namespace

Option radius_option(int64_t highest) {
    return number_option("radius", "the window is 2 r + 1 pixels wide and high", 0, highest, 1);
}

Option border_option() {
    return choice_option("border", "what the filter reads beyond the picture",
                         {"cut the window", "replicate", "reflect"});
}

reference::Border border_of(const Parameters& parameters) {
    return reference::Border(parameters.option_or("border", 0));
}

ScalarType window_sum_type(const Parameters& parameters) {
    return parameters.types.input == ScalarType::u8 ? ScalarType::u32 : parameters.types.input;
}

std::vector<Argument> window_arguments(const Parameters& parameters) {
    return arguments(parameters.extent.width, parameters.extent.height, parameters.option("radius"),
                     parameters.option("border"));
}

Definitions window_definitions(const Parameters& parameters) {
    Definitions definitions = type_definitions(parameters.types);
    definitions.emplace_back("Sum", std::string(cuda_name_of(window_sum_type(parameters))));
    return definitions;
}

void append_integral_image(Plan& plan, BufferId from, BufferId to, MachineShape machine) {
    const ElementTypes types{plan[from].type, plan[to].type};
    const Parameters parameters = one_pass_parameters(plan[from].extent, types, machine);
    append_plan(plan, one_pass().make_plan(parameters), from, to);
}

std::vector<Expectation> integral_image_expectations(Extent extent, ElementTypes types,
                                                     MachineShape machine) {
    return one_pass().expectations(one_pass_parameters(extent, types, machine));
}

TabledPlan start_tabled_plan(std::string_view slug, const Parameters& parameters) {
    TabledPlan made{start_plan(slug, parameters), {}};
    made.table = made.plan.add_buffer({"table", ScalarType::u32, parameters.extent});
    append_integral_image(made.plan, made.plan.input, made.table, parameters.machine);
    return made;
}

void append_from_table(Plan& plan, BufferId table, Launch launch, SubjectRole output) {
    launch.bytes_read += plan[table].bytes();
    launch.bytes_written = plan[plan.output].bytes();
    launch.subjects = {on_grid(plan.input, SubjectRole::picture), on_grid(table, SubjectRole::table),
                       on_grid(plan.output, output)};
    append_launch(plan, std::move(launch));
}

Launch pixel_launch(KernelName kernel, Extent picture, MachineShape machine, std::string name,
                    int64_t pixels) {
    const int64_t threads = 8 * machine.lanes, a_block = threads * pixels;
    return {
        .kernel = std::move(kernel),
        .grid = {checked_blocks(pieces(picture.width, a_block) * picture.height, "A picture of this size")},
        .block = {threads},
        .name = std::move(name)};
}

}  // namespace upsweep
