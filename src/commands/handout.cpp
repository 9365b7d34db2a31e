// `upsweep handout`: a lesson as a sheet to print.
#include <string>

#include "commands/command_line.h"
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

void add_handout_command(Command program) {
    const auto [command, request] = program.add_command(
        "handout", "Write a lesson as a page to print: pictures, questions, and the answers on the last page",
        write_handout);
    command.option("LESSON", request.lesson, "its slug, work-efficient-scan, or its file, NAME.md")
        .required();
    command.option("-o,--output", request.page.file, "HTML to write");
}

}  // namespace upsweep::commands
