// Of an own program: the header, its launch in words and chips for all that it is launched with; at the
// stage's foot what it printed, and what it left in its buffers beside what was expected.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/arguments.h"
#include "programs/whole.h"

namespace upsweep::app::step {

using programs::Choice;
using programs::OpenedProgram;
using programs::Outcome;
using programs::UserProgram;
using scenes::Scene;

namespace {

constexpr float chips_em = 2.25F;

/// "your program, 4 blocks of 8 threads"; of several launches in the file, which one.
std::string launch_in_words(const StepModel& model) {
    std::string text = "your program";
    if (model.program() != nullptr) {
        const OpenedProgram& opened = model.program()->opened;
        if (opened.whole != nullptr)
            return fmt::format("your whole program: {}, {} of them {}{}{}",
                               upsweep::counted(std::ssize(opened.whole->places), "operation"),
                               opened.launches, opened.launches == 1 ? "a launch" : "launches",
                               opened.left_out.empty() ? "" : ". ", opened.left_out);
        if (opened.has_main) text = "one launch by hand; main does not run";
    }
    if (model.position() == nullptr || model.position()->trace().launches.empty()) return text;
    const emulator::LaunchInfo& launch = model.position()->trace().launches.front();
    const bool one_block = launch.grid.count() == 1, one_thread = launch.block.count() == 1;
    return text + fmt::format(", {} block{} of {} thread{}", dim_text(launch.grid), one_block ? "" : "s",
                              dim_text(launch.block), one_thread ? "" : "s");
}

/// Without anything that is said of a launch.
UserProgram as_main_has_it(const UserProgram& program) {
    UserProgram made;
    made.file = program.file;
    made.definitions = program.definitions;
    made.max_steps = program.max_steps;
    made.main_arguments = program.main_arguments;
    return made;
}

/// "2,2" of "2,2,1".
std::string without_ones(std::string text) {
    while (text.ends_with(",1")) text.resize(text.size() - 2);
    return text;
}

struct ProgramHeader {
    Frame& frame;
    Services& services;
    StepModel& model;
    HeaderState& state;
    std::shared_ptr<const scenes::ProgramRun> known;

    const OpenedProgram& opened() const { return known->opened; }
    const UserProgram& program() const { return *model.scene().program(); }
    std::string change(const std::function<void(UserProgram&)>& edit) const {
        return try_scene(services, model, [&] {
            Scene scene = model.scene();
            edit(*scene.program());
            return scene;
        });
    }
};

/// Why the chip has its value, for its tooltip.
std::string tip_of(const ProgramHeader& header, const Choice& choice) {
    switch (choice.from) {
        case Choice::From::person:
            return {};
        case Choice::From::file:
            if (header.opened().line == 0) return {};
            return header.opened().whole != nullptr
                       ? fmt::format("As line {} launches it. With another value this launch runs by hand.",
                                     header.opened().line)
                       : fmt::format("As line {} launches it. {}\n{}", header.opened().line,
                                     programs::launch_sentence(header.opened()),
                                     programs::unchecked_sentence(header.opened()));
        case Choice::From::guess:
            return choice.reason.empty() ? "A guess. Click to change it."
                                         : fmt::format("A guess: {}. Click to change it.", choice.reason);
    }
    return {};
}

/// How a chip's text becomes part of the program. Throws UsageError.
using Set = std::function<void(UserProgram&, const std::string&)>;

Chip chip_of(ProgramHeader& header, const std::string& name, const std::string& label, const Choice& choice,
             const std::string& hint, Set set) {
    const std::string id = "step.program." + name;
    Chip made;
    made.id = id;
    made.label = label;
    made.value = shown_value(choice.text);
    made.menu_em = 20;
    made.guessed = choice.from == Choice::From::guess;
    made.tip = tip_of(header, choice);
    if (made.value != choice.text) made.tip = one_line(choice.text, 400) + "\n" + made.tip;
    const bool chosen = choice.from == Choice::From::person;
    made.menu = [&header, id, now = choice.text, chosen, hint, set = std::move(set)] {
        return text_menu(header.frame, id, header.state.program[id], now, hint, "file",
                         chosen ? "As the file has it" : "", [&](const std::string& text) {
                             return header.change([&](UserProgram& program) { set(program, text); });
                         });
    };
    return made;
}

void add_kernel(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const bool template_kernel = opened.kernel.text.find('<') != std::string::npos;
    const bool all = opened.launches > 1 && opened.whole != nullptr;
    if (opened.kernels.size() < 2 && !template_kernel && !all) return;
    Chip made = chip_of(header, "kernel", "kernel", opened.kernel, "reduce or reduce<float, 256>",
                        [](UserProgram& program, const std::string& text) {
                            program.kernel = text;
                            program.template_arguments.clear();
                            program.arguments.clear();
                            program.grid.clear();
                            program.block.clear();
                            program.shared.reset();
                            program.expected.clear();
                        });
    if (all) made.value = "all, in order";
    if (all) made.tip = programs::launch_sentence(opened);
    made.menu = [&header, &opened, typed = made.menu] {
        bool done = typed();
        for (const std::string& kernel : opened.kernels) {
            const bool now = opened.kernel.text.substr(0, opened.kernel.text.find('<')) == kernel;
            if (!menu_row(header.frame, "step.program.kernel." + kernel, kernel, now)) continue;
            header.change([&](UserProgram& program) {
                UserProgram other = as_main_has_it(program);
                other.kernel = kernel;
                program = other;
            });
            done = true;
        }
        return done;
    };
    chips.push_back(std::move(made));
}

void add_shape(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const auto side = [&](const char* name, const Choice& choice, std::string UserProgram::*field) {
        chips.push_back(chip_of(header, name, name, choice, "4 or 4,2",
                                [name, field](UserProgram& program, const std::string& text) {
                                    if (!text.empty()) programs::parse_dim3(text, name);
                                    program.*field = text;
                                }));
        chips.back().value = without_ones(choice.text);
    };
    side("grid", opened.grid, &UserProgram::grid);
    side("block", opened.block, &UserProgram::block);
    if (!opened.signature.dynamic_shared && opened.shared.text == "0") return;
    chips.push_back(chip_of(header, "shared", "shared bytes", opened.shared, "bytes",
                            [](UserProgram& program, const std::string& text) {
                                program.shared.reset();
                                if (!text.empty())
                                    program.shared = programs::parse_whole(text, 0, int64_t{1} << 30,
                                                                           "Dynamic shared memory");
                            }));
}

void add_arguments(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    const std::vector<programs::Declared> wanted = programs::given_parameters(opened.signature);
    for (size_t i = 0; i < std::min(opened.arguments.size(), wanted.size()); ++i) {
        const bool buffer = wanted[i].count == 1 && opened.signature.parameters[wanted[i].first].pointer;
        Chip made =
            chip_of(header, "arg." + wanted[i].name, wanted[i].name, opened.arguments[i],
                    buffer ? "iota:8, values:3,1,7 or @file.npy" : "a number",
                    [i, count = opened.arguments.size()](UserProgram& program, const std::string& text) {
                        program.arguments.resize(count);
                        program.arguments[i] = text;
                    });
        if (made.tip.empty()) made.tip = wanted[i].type_name;
        chips.push_back(std::move(made));
    }
}

void add_variables(ProgramHeader& header, std::vector<Chip>& chips) {
    const OpenedProgram& opened = header.opened();
    for (const emulator::GlobalVariable& variable : opened.signature.globals) {
        if (!variable.constant) continue;
        const std::string& name = variable.as.name;
        const std::string text = named(header.program().settings, name);
        const bool unset = contains(opened.never_set, name);
        Choice choice{text, text.empty() ? Choice::From::file : Choice::From::person};
        if (unset) choice = {"zeros", Choice::From::guess, "nothing sets it, so it holds zeros"};
        if (text.empty() && !unset) choice.text = "as written";
        for (const std::string& guess : opened.guessed)
            if (text.empty() && guess.starts_with(name + " begins with "))
                choice = {"a guess", Choice::From::guess, guess};
        Chip made = chip_of(header, "set." + name, name, choice, "values:1,2,1",
                            [name](UserProgram& program, const std::string& typed) {
                                set_named(program.settings, name, typed);
                            });
        chips.push_back(std::move(made));
    }
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) words.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

void add_definitions(ProgramHeader& header, std::vector<Chip>& chips) {
    const std::string now = fmt::format("{}", fmt::join(header.program().definitions, " "));
    Chip made = chip_of(header, "define", "-D", {now, Choice::From::file}, "N=64 TILE=8",
                        [](UserProgram& program, const std::string& text) {
                            program.definitions = words_of(text);
                            programs::parse_definitions(program.definitions);
                        });
    made.value = now.empty() ? "none" : shown_value(now);
    made.tip = "Definitions, as a compiler takes them after -D.";
    chips.push_back(std::move(made));
}

void add_main_arguments(ProgramHeader& header, std::vector<Chip>& chips) {
    if (header.opened().whole == nullptr) return;
    const std::string now = fmt::format("{}", fmt::join(header.program().main_arguments, " "));
    Chip made = chip_of(
        header, "arguments", "argv", {now, Choice::From::file}, "1024 fast",
        [](UserProgram& program, const std::string& text) { program.main_arguments = words_of(text); });
    made.value = now.empty() ? "none" : shown_value(now);
    made.tip = "What main is given, with blanks between.";
    chips.push_back(std::move(made));
}

std::vector<Chip> chips_of(ProgramHeader& header) {
    std::vector<Chip> chips;
    if (header.known == nullptr) return chips;
    if (!header.opened().kernel.text.empty() || !header.opened().in_order.empty()) add_kernel(header, chips);
    const bool several = header.opened().whole != nullptr && header.opened().launches > 1;
    if (!several && !header.opened().grid.text.empty()) add_shape(header, chips);
    add_arguments(header, chips);
    add_variables(header, chips);
    add_definitions(header, chips);
    add_main_arguments(header, chips);
    return chips;
}

/// What undoes a launch by hand, or makes the record longer, at the right end of the chips. Gives where it
/// begins.
float draw_program_button(ProgramHeader& header, Rect line) {
    if (header.known == nullptr) return line.max.x;
    Frame& frame = header.frame;
    const OpenedProgram& opened = header.opened();
    const auto place = [&](std::string_view label, const ButtonOptions& options) {
        const float width = button_width(frame, label, options);
        return Rect::sized({line.max.x - width, snap(line.min.y)}, width, frame.em(1.75F)).snapped();
    };
    if (opened.has_main && opened.whole == nullptr && !programs::says_nothing(header.program())) {
        const ButtonOptions back{.tip = "Take back what was said of the launch, and run main again."};
        const Rect box = place("Run main again", back);
        if (button(frame, "step.program.main", box, "Run main again", back))
            header.change([](UserProgram& program) { program = as_main_has_it(program); });
        return box.min.x;
    }
    if (!opened.left_out.empty() && header.model.higher_step_limit() > 0) {
        const ButtonOptions more{.tip = opened.left_out + " Record ten times as many steps."};
        const Rect box = place("Record more", more);
        if (button(frame, "step.program.more", box, "Record more", more)) header.model.raise_step_limit();
        return box.min.x;
    }
    return line.max.x;
}

}  // namespace

float program_chips_height(const Frame& frame) { return frame.em(chips_em); }

void draw_program_header(Frame& frame, Rect rect, Services& services, StepModel& model, HeaderState& state) {
    ProgramHeader header{frame, services, model, state, model.program()};
    if (has_lines(frame))
        draw_schedule(frame, rect.cut_bottom(schedule_height(frame, model)), services, model, state.schedule);
    const Rect line = rect.cut_bottom(frame.em(chips_em));
    const float y = rect.centre().y, left = rect.min.x, gap = frame.em();
    const float chips_right = draw_program_button(header, line) - gap;
    std::vector<Chip> schedule;
    if (!has_lines(frame))
        schedule.push_back({"step.schedule", "schedule", schedule_in_words(model.scene().gpu), 17,
                            [&] { return schedule_menu(frame, services, model, state.schedule); }});
    float right = rect.max.x;
    for (const Chip& one : schedule) right -= chip_width(frame, one.label, one.value) + gap;

    const std::string name = programs::name_of(*model.scene().program());
    const TextStyle title = title_style(frame);
    const float width = std::min(text_width(frame, title, name), (right - left) * 0.6F);
    draw_elided(frame, {left, y}, width + 1, title, Role::t1, name);
    const float words = left + width + gap;
    if (right - words > frame.em(6))
        draw_elided(frame, {words, y + frame.em(0.1F)}, right - words, type::label, Role::t3,
                    launch_in_words(model));
    draw_chips(frame, schedule, right, rect.max.x, snap(y - frame.em(0.875F)), Align::right);
    std::vector<Chip> chips = chips_of(header);
    draw_chips(frame, chips, line.min.x, chips_right, snap(line.min.y), Align::left);
}

namespace {

constexpr float step_output_head_em = 2.4F, box_em = 2.7F, foot_em = 0.7F;

/// What lanes printed, on one line: the lines are side by side.
std::string printed_text(const emulator::Trace& trace) {
    constexpr size_t most = 400;
    std::string text;
    for (const emulator::Printed& printed : trace.printed) {
        std::string line = printed.text;
        while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
        text += (text.empty() ? "" : "   ") + one_line(line);
        if (text.size() > most) break;
    }
    return text;
}

/// "values:1,2,3" of what is typed as plain numbers.
std::string as_values(const std::string& text) {
    const bool plain = text.find_first_of(":@") == std::string::npos;
    if (!plain) return text;
    std::string joined;
    for (const char c : text)
        if (c != ' ')
            joined += c;
        else if (!joined.empty() && joined.back() != ',')
            joined += ',';
    return "values:" + joined;
}

struct Output {
    Frame& frame;
    Services& services;
    StepModel& model;
    OutputState& state;
    const scenes::ProgramRun& run;
};

bool expected_menu(Output& output, const std::string& name) {
    const std::string now = named(output.model.scene().program()->expected, name);
    return text_menu(output.frame, "step.output.expected", output.state.expected[name], now,
                     "120, 376, 632 or @file.npy", "none", now.empty() ? "" : "Expect nothing",
                     [&](const std::string& text) {
                         return try_scene(output.services, output.model, [&] {
                             Scene scene = output.model.scene();
                             set_named(scene.program()->expected, name, text.empty() ? "" : as_values(text));
                             return scene;
                         });
                     });
}

/// "as expected" or "2 of 4 wrong", and the chip for what is expected. Gives where it begins.
float draw_verdict(Output& output, const Outcome& outcome, Rect line) {
    Frame& frame = output.frame;
    const std::string typed = named(output.model.scene().program()->expected, outcome.name);
    const std::string value = typed.empty() ? "none" : shown_value(typed);
    float x = line.max.x - chip_width(frame, "expected", value);
    const float y = line.centre().y;
    chip(frame, "step.output.expected", {x, snap(y - frame.em(0.875F))}, "expected", value, 22,
         [&] { return expected_menu(output, outcome.name); });
    if (outcome.expected.empty()) return x;
    const bool right = outcome.different == 0;
    const std::string text =
        right ? "as expected" : fmt::format("{} of {} wrong", outcome.different, outcome.count);
    x -= text_width(frame, type::body, text) + frame.em(0.8F);
    const Role role = right ? Role::right : Role::trouble;
    draw_text(frame, {x, y}, type::body, role, text);
    const float size = frame.em(0.8F);
    x -= size + frame.em(0.5F);
    const Rect mark = Rect::around({x + size / 2, y}, size);
    marks::verdict(frame, mark, right);
    return x;
}

/// The numbers that fit, wrong ones as cells of their state with what they should be.
void draw_cells(Frame& frame, const Outcome& outcome, Rect box) {
    const float y = box.centre().y, gap = frame.em(0.9F);
    float x = box.min.x + frame.em(0.8F);
    const float end = box.max.x - frame.em(0.8F);
    if (outcome.first > 0) {
        const std::string skipped = fmt::format("… [{}]", outcome.first);
        draw_text(frame, {x, y}, type::small, Role::t3, skipped);
        x += text_width(frame, type::small, skipped) + gap;
    }
    for (size_t i = 0; i < outcome.cells.size(); ++i) {
        const bool written = outcome.written[i];
        const std::string text = written ? bits_to_text(outcome.cells[i].type, outcome.cells[i].bits) : "–";
        const bool wrong =
            !outcome.expected.empty() && !programs::are_alike(outcome.cells[i], outcome.expected[i]);
        const std::string should =
            wrong ? "should be " + bits_to_text(outcome.expected[i].type, outcome.expected[i].bits) : "";
        const float number = text_width(frame, type::number, text);
        const float width = wrong ? number + frame.em(2.2F) + text_width(frame, type::small, should) : number;
        const bool last =
            i + 1 == outcome.cells.size() && outcome.first + std::ssize(outcome.cells) == outcome.count;
        const std::string rest = fmt::format("… {} numbers", outcome.count);
        const float room = last ? 0 : text_width(frame, type::small, rest) + gap;
        if (x + width + room > end) {
            draw_text(frame, {x, y}, type::small, Role::t3, rest);
            return;
        }
        if (wrong) {
            const Rect cell(x, box.centre().y - frame.em(0.85F), x + number + frame.em(1.4F),
                            box.centre().y + frame.em(0.85F));
            frame.fill(cell, Role::trouble_fill, frame.em(0.25F));
            frame.outline(cell, Role::trouble, frame.em(0.25F), frame.px(2));
            const float size = frame.em(0.42F);
            marks::cross(frame, Rect::around({x + frame.em(0.5F), cell.min.y + frame.em(0.5F)}, size),
                         Role::trouble_text);
            draw_text(frame, {x + frame.em(0.9F), y}, type::number, Role::trouble_text, text);
            draw_text(frame, {cell.max.x + frame.em(0.4F), y}, type::small, Role::t2, should);
        } else {
            draw_text(frame, {x, y}, type::number, written ? Role::t1 : Role::t3, text);
        }
        x += width + gap;
    }
}

/// A program that ran whole, as a terminal shows it: its lines, how many of them were printed by now, and
/// which the present operation has printed.
struct Terminal {
    std::vector<std::string> lines;
    size_t so_far = 0, before = 0;  ///< lines before the present operation's
    int32_t line = 0;               ///< of the operation after which they were printed
    bool ended = false;             ///< the last line says how it ended
};

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(one_line(std::string(text.substr(at, end - at)), 400));
        at = end + 1;
    }
    return lines;
}

Terminal terminal_of(const StepModel& model) {
    const emulator::WholeProgramRun& whole = *model.program()->opened.whole;
    const emulator::Trace& trace = model.position()->trace();
    const std::string_view output = whole.host.output;
    Terminal made;
    made.lines = lines_of(output);
    const int64_t step = model.position()->step();
    const bool over = step >= trace.step_count() && trace.plan.operations.size() == whole.printed.size();
    // What was printed between the operation before and this one has been printed now.
    const size_t last =
        trace.step_count() == 0 ? 0 : size_t(trace.step_at(std::min(step, trace.step_count() - 1)).operation);
    const size_t characters = over || last >= whole.printed.size() ? output.size() : whole.printed[last];
    made.so_far = lines_of(output.substr(0, characters)).size();
    const size_t earlier = over ? (whole.printed.empty() ? 0 : whole.printed.back())
                           : last > 0 && last - 1 < whole.printed.size() ? whole.printed[last - 1]
                                                                         : 0;
    made.before = std::min(made.so_far, lines_of(output.substr(0, earlier)).size());
    for (const std::string& line : lines_of(whole.host.errors)) made.lines.push_back(line);
    made.ended = !whole.host.ended.empty() || whole.host.exit_status != 0;
    if (made.ended) made.lines.push_back(programs::ended_sentence(model.program()->opened));
    if (over) made.so_far = made.lines.size();
    return made;
}

constexpr float terminal_row_em = 1.45F;
constexpr size_t terminal_rows = 5;

size_t rows_of(const Terminal& terminal) {
    return std::clamp(terminal.lines.size() + 1, size_t(2), terminal_rows);
}

/// The command, then the lines that fit, the latest that was printed among them; those to come are dim.
void draw_terminal(Frame& frame, Rect line, Rect box, const std::string& name, const Terminal& terminal) {
    const size_t rows =
        std::max<size_t>(1, std::min(rows_of(terminal), size_t(box.height() / frame.em(1.2F))));
    const size_t all = terminal.lines.size() + 1, done = terminal.so_far + 1;
    draw_text(frame, {line.max.x, line.centre().y}, type::label, Role::t3,
              terminal.lines.empty() ? "it prints nothing"
                                     : fmt::format("{} of {} so far", terminal.so_far,
                                                   upsweep::counted(std::ssize(terminal.lines), "line")),
              Align::right);
    const size_t first = std::min(all - std::min(all, rows), done > rows ? done - rows : 0);
    const float height = box.height() / float(rows);
    for (size_t i = first; i < std::min(all, first + rows); ++i) {
        const Rect row = Rect::sized({box.min.x, box.min.y + float(i - first) * height}, box.width(), height);
        const bool latest = i > 0 && i < done && i > terminal.before;
        if (latest) {
            frame.fill(row.snapped(), Role::bg3);
            frame.fill(Rect::sized(row.min, frame.px(3), height).snapped(), Role::ink);
        }
        const std::string text =
            i == 0 ? "$ ./" + name.substr(0, name.rfind('.')) : nth(terminal.lines, i - 1);
        const bool end = terminal.ended && i + 1 == all;
        const std::string_view beside = latest && i + 1 == done ? "just printed" : "";
        const float right = beside.empty() ? 0 : text_width(frame, type::label, beside) + frame.em();
        if (!beside.empty())
            draw_text(frame, {row.max.x - frame.em(0.8F), row.centre().y}, type::label, Role::t2, beside,
                      Align::right);
        draw_elided(frame, {row.min.x + frame.em(0.8F), row.centre().y}, row.width() - frame.em(1.6F) - right,
                    latest ? type::code_strong : type::code,
                    i >= done ? Role::t3
                    : end     ? Role::trouble
                    : i == 0  ? Role::t2
                              : Role::t1,
                    text);
    }
}

}  // namespace

float output_height(const Frame& frame, const StepModel& model, float room) {
    if (model.position() == nullptr || model.program() == nullptr) return 0;
    float box = box_em;
    if (model.program()->opened.whole != nullptr)
        box = std::max(box, terminal_row_em * float(rows_of(terminal_of(model))));
    const float least = frame.em(step_output_head_em + box_em + foot_em);
    if (room < 3.4F * least) return 0;
    return std::max(least, std::min(frame.em(step_output_head_em + box + foot_em), room * 0.3F));
}

void draw_output(Frame& frame, Rect rect, Services& services, StepModel& model, OutputState& state) {
    const auto run = model.program();
    Output output{frame, services, model, state, *run};
    const emulator::Trace& trace = model.position()->trace();
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    Rect line = rect.cut_top(frame.em(step_output_head_em));
    const float margin = frame.margin();
    line = line.inset(margin, 0);
    const bool whole = run->opened.whole != nullptr;
    const bool printed = whole ? !run->opened.whole->host.output.empty() ||
                                     !run->opened.whole->host.errors.empty() ||
                                     !run->opened.whole->host.ended.empty()
                               : !trace.printed.empty();
    const bool nothing = run->outcomes.empty() && !printed;
    if (nothing) {
        draw_text(frame, {line.min.x, line.centre().y}, type::strong, Role::t1, "Program output");
        draw_text(frame, {line.min.x, rect.min.y + frame.em(0.7F)}, type::body, Role::t2,
                  "The program printed nothing and changed no buffer.");
        return;
    }
    std::vector<std::string_view> names;
    if (printed) names.push_back("printed");
    for (const Outcome& outcome : run->outcomes) names.push_back(outcome.name);
    if (state.scenes != model.scenes()) {
        // The first buffer is the result, unless another was chosen before.
        state.scenes = model.scenes();
        state.chosen = 0;
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i] == state.name) state.chosen = int(i);
    }
    state.chosen = std::clamp(state.chosen, 0, int(names.size()) - 1);
    // What lanes printed is the program's output; a buffer is what the run left in memory.
    const bool printed_shown = printed && state.chosen == 0;
    const std::string_view title = printed_shown ? "Program output"
                                   : trace.complete && run->opened.left_out.empty()
                                       ? "Memory after the run"
                                       : "Memory where the run ended";
    draw_text(frame, {line.min.x, line.centre().y}, type::strong, Role::t1, title);
    const float left = line.min.x + text_width(frame, type::strong, title) + frame.em();
    if (names.size() > 1 && left + segmented_width(frame, names) < line.max.x - frame.em(10)) {
        if (segmented(frame, "step.output.of", {left, line.centre().y - frame.em()}, names, state.chosen))
            state.name = nth(names, state.chosen);
    } else if (!printed_shown) {
        draw_text(frame, {left, line.centre().y}, type::code, Role::t2, nth(names, state.chosen));
    }
    Rect box = rect.inset(margin, 0);
    box.max.y -= frame.em(foot_em);
    frame.items.note("step.output", box);
    frame.fill(box, Role::bg1, frame.em(0.375F));
    frame.outline(box, Role::line, frame.em(0.375F));
    if (printed_shown && whole)
        return draw_terminal(frame, line, box, programs::name_of(*model.scene().program()),
                             terminal_of(model));
    if (printed_shown) {
        draw_elided(frame, {box.min.x + frame.em(0.8F), box.centre().y}, box.width() - frame.em(1.6F),
                    type::code, Role::t1, printed_text(trace));
        return;
    }
    const Outcome& outcome = nth(run->outcomes, state.chosen - (printed ? 1 : 0));
    draw_verdict(output, outcome, line);
    draw_cells(frame, outcome, box);
}

}  // namespace upsweep::app::step
