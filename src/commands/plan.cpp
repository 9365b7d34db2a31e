// `upsweep plan`: the plan of a class as text.
#include <cstdio>
#include <memory>
#include <string>

#include "commands/command_line.h"
#include "core/error.h"
#include "lessons/class_plan.h"

namespace upsweep::commands {
namespace {

void print_plan(int minutes) {
    std::string known;
    for (const lessons::ClassPlan& plan : lessons::class_plans()) {
        if (plan.minutes == minutes) {
            std::fputs(lessons::to_text(plan, lessons::all_lessons()).c_str(), stdout);
            return;
        }
        known += (known.empty() ? "" : " and ") + std::to_string(plan.minutes);
    }
    throw UsageError("There is no plan for a class of " + std::to_string(minutes) +
                     " minutes; there are plans of " + known + ".");
}

}  // namespace

void add_plan_command(Command program) {
    const Command command = program.add_command(
        "plan", "Print the plan of a class: what to show when, what to say and to ask, which keys");
    auto minutes = std::make_shared<int>(50);
    command.option("--minutes", *minutes, "how long the class is: 50 or 90").shows_default();
    command.runs([minutes] { print_plan(*minutes); });
}

}  // namespace upsweep::commands
