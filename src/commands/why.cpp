// `upsweep why`: where a kernel's time goes, predicted from the emulator's counts.
#include <cstdio>
#include <string>

#include "commands/command_line.h"
#include "commands/messages.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/json.h"
#include "model/accuracy.h"
#include "model/why.h"

namespace upsweep::commands {
namespace {

struct WhyArguments {
    scenes::SceneWords asked;
    std::string format = "text";
    bool table = false;
};

void why(const WhyArguments& arguments) {
    if (arguments.table) {
        std::fputs(model::accuracy_text(model::accuracy(catalog())).c_str(), stdout);
        std::fputs(("\n" + model::cures_text(model::cures())).c_str(), stdout);
        return;
    }
    if (arguments.asked.algorithm.empty())
        throw UsageError("Name an algorithm or a .cu file: upsweep why scan_blelloch --n 1000000.");
    const model::Why answer = model::why_here(model::question_of(arguments.asked),
                                              [](std::string_view next) { tell(std::string(next)); });
    if (arguments.format == "json") return print(model::to_json(answer));
    std::fputs(model::to_text(answer).c_str(), stdout);
}

}  // namespace

void add_why_command(Command program) {
    const auto [command, arguments] = program.add_command(
        "why", "Why is it slow? A kernel's time from the emulator's counts, taken apart; needs no GPU", why);
    command.option("ALGORITHM", arguments.asked.algorithm,
                   "an algorithm of the catalog (upsweep list) or a .cu file");
    add_size_options(command, arguments.asked);
    command.option("--format", arguments.format, "text or json").one_of({"text", "json"});
    command.flag("--table", arguments.table,
                 "how far the model is off: every scan and integral image of the recording");
}

}  // namespace upsweep::commands
