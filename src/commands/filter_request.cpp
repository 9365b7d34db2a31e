#include "commands/filter_request.h"

#include <fmt/core.h>

#include "commands/pictures.h"

namespace upsweep::commands {

void add_image(Command command, FilterRequest& request) {
    command.option("IMAGE", request.picture, image_help("a .npy array of u8")).required();
}

void add_output(Command command, FilterRequest& request, const std::string& meaning) {
    command.option("-o,--output", request.output, meaning).required();
    command.option("--on", request.on, "cpu, gpu or emulator");
}

FilterInput open_filter(const FilterRequest& request) {
    const backends::Backend& on = backends::find(request.on);
    check_picture_name(request.output, request.picture);
    return {on, load_grey(request.picture)};
}

void print_filtered(const FilterRequest& request, const FilterInput& input, const std::string& what,
                    std::initializer_list<FilterPart> parts) {
    std::string times;
    for (const FilterPart& part : parts) times += time_of(part.name, part.ms);
    fmt::print("{}, {}; on the {}{}\n", size_of_picture(request.output, input.grey.extent()), what,
               input.on.title(), times);
}

}  // namespace upsweep::commands
