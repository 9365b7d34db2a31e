// `upsweep handout`: a lesson as a sheet to print.
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "commands/commands.h"
#include "commands/page_options.h"
#include "core/write_file.h"
#include "export/lesson_page.h"

namespace upsweep::commands {
namespace {

struct HandoutRequest {
    std::string lesson;
    PageOptions page;
};

void write_handout(const HandoutRequest& request) {
    check_page_file(request.page, "upsweep handout " + request.lesson);
    check_output(request.page.file, {request.lesson});
    stage::Drawing how{.width = 960, .height = 560, .theme = canvas::ThemeKind::light};
    write_file(request.page.file, exports::handout(exports::run_lesson(request.lesson), how));
}

}  // namespace

void add_handout_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "handout",
        "Write a lesson as a page to print: pictures, questions, and the answers on the last page");
    auto request = std::make_shared<HandoutRequest>();
    command->add_option("LESSON", request->lesson, "its slug, work-efficient-scan, or its file, NAME.md")
        ->required();
    command->add_option("-o,--output", request->page.file, "HTML to write");
    command->callback([request] { write_handout(*request); });
}

}  // namespace upsweep::commands
