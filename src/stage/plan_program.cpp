// A program that runs whole as a film strip: what main did from left to right, and under it what lies in the
// device's memory meanwhile. Its rows are the host and one for each buffer.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/whole.h"
#include "replay/data/blocks.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "stage/arrows.h"
#include "stage/marks.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;
using emulator::AllocationKind;

namespace {

using Act = ProgramAct;

constexpr TextStyle film_small{Face::sans, 0.8F}, film_code{Face::mono, 0.8F};
constexpr float film_card_em = 4.75F, film_wide_card_em = 7, film_launch_em = 18.6F, film_host_em = 3.75F,
                film_gap_em = 0.25F, film_row_em = 4.1F, film_least_row_em = 2.5F, film_between_em = 1.2F,
                film_label_em = 5, kernel_em = 5.1F;

const programs::OpenedProgram& opened_of(const Context& stage) { return stage.at.run().program->opened; }
const emulator::WholeProgramRun& whole_of(const Context& stage) { return *opened_of(stage).whole; }

/// The acts in view, the present one among them.
struct Shown {
    size_t first = 0, end = 0;
};

Shown shown_of(const std::vector<Act>& acts, size_t present, float room) {
    Shown shown{present, present + 1};
    float width = acts[present].width;
    for (bool grew = true; grew;) {
        grew = false;
        if (shown.end < acts.size() && width + acts[shown.end].width <= room) {
            width += acts[shown.end++].width;
            grew = true;
        }
        if (shown.first > 0 && width + acts[shown.first - 1].width <= room) {
            width += acts[--shown.first].width;
            grew = true;
        }
    }
    return shown;
}

/// Lines that the program has printed by the time an operation begins.
int64_t lines_before(const emulator::WholeProgramRun& whole, size_t operation) {
    const std::string& output = whole.host.output;
    const size_t end =
        operation < whole.printed.size() ? std::min(whole.printed[operation], output.size()) : output.size();
    return std::count(output.begin(), output.begin() + std::ptrdiff_t(end), '\n');
}

class ProgramFilm {
  public:
    ProgramFilm(Context& stage, Box rect)
        : stage_(stage), canvas_(stage.canvas), acts_(program_acts(stage.at)) {
        labels_ = Box::edges(rect.min.x, rect.min.y, rect.min.x + canvas_.em(film_label_em), rect.max.y);
        film_ = Box::edges(labels_.max.x, rect.min.y, rect.max.x, rect.max.y);
    }

    void draw() {
        if (acts_.empty()) return;
        place();
        choose_rows();
        draw_labels();
        for (size_t row = 0; row < rows_.size(); ++row) draw_row(row);
        for (size_t i = shown_.first; i < shown_.end; ++i)
            if (acts_[i].is_launch()) draw_launch(acts_[i], i == present_);
        for (size_t i = shown_.first; i < shown_.end; ++i)
            if (!acts_[i].is_launch()) draw_work(acts_[i], i == present_);
    }

  private:
    void place() {
        present_ = present_act(acts_, stage_.at);
        const float large = std::clamp(film_.width() * 0.4F, canvas_.em(11), canvas_.em(film_launch_em));
        for (size_t i = 0; i < acts_.size(); ++i) {
            const float wanted =
                std::max(canvas_.text_width({Face::sans_semibold, 0.85F}, words_of(acts_[i]).title),
                         canvas_.text_width(film_code, words_of(acts_[i]).detail)) +
                canvas_.em(1.1F + film_gap_em);
            acts_[i].width =
                i == present_ && acts_[i].is_launch()
                    ? large
                    : std::clamp(wanted, canvas_.em(film_card_em), canvas_.em(film_wide_card_em));
        }
        const float words = canvas_.em(3.2F);
        shown_ = shown_of(acts_, present_, film_.width());
        if (shown_.end - shown_.first < acts_.size())
            shown_ = shown_of(acts_, present_, film_.width() - 2 * words);
        draw_more(int64_t(shown_.first), film_.min.x + words / 2, "before");
        draw_more(std::ssize(acts_) - int64_t(shown_.end), film_.max.x - words / 2, "to come");
        // What is left of the room goes to all of them.
        const bool all = shown_.end - shown_.first == acts_.size();
        float used = 0;
        for (size_t i = shown_.first; i < shown_.end; ++i) used += acts_[i].width;
        const float wider = std::clamp((film_.width() - (all ? 0 : 2 * words)) / used, 1.0F, 1.25F);
        float x = film_.min.x + (shown_.first > 0 ? words : 0);
        for (size_t i = shown_.first; i < shown_.end; ++i) {
            acts_[i].width *= wider;
            acts_[i].left = x;
            x += acts_[i].width;
        }
        end_ = x - canvas_.em(film_gap_em);
    }

    void draw_more(int64_t count, float x, std::string_view word) {
        if (count == 0) return;
        const float y = film_.min.y + canvas_.em(film_host_em / 2), half = canvas_.em(0.5F);
        canvas_.text({x, y - half}, film_small, {Role::t3}, std::to_string(count), Align::centre);
        canvas_.text({x, y + half}, film_small, {Role::t3}, word, Align::centre);
    }

    AllocationKind kind_of(int array) const {
        const auto& kinds = whole_of(stage_).kinds;
        return array < std::ssize(kinds) ? nth(kinds, array) : AllocationKind::device;
    }

    /// The buffers of what is in view, those of the present operation first; as many as there is room for.
    /// What lies on the host comes first, then what both share.
    void choose_rows() {
        std::vector<int> wanted;
        const auto want = [&](const Act& act) {
            for (const int array : arrays_of(*act.operation))
                if (!contains(wanted, array)) wanted.push_back(array);
        };
        want(acts_[present_]);
        for (size_t i = shown_.first; i < shown_.end; ++i) want(acts_[i]);
        const float top = film_.min.y + canvas_.em(film_host_em + film_between_em);
        const auto fit = size_t(std::max(0.0F, (film_.max.y - top) / canvas_.em(film_least_row_em)));
        if (wanted.size() > fit) wanted.resize(fit);
        const auto order = [&](int array) {
            const AllocationKind kind = kind_of(array);
            return std::pair(kind == AllocationKind::pinned    ? 0
                             : kind == AllocationKind::managed ? 1
                                                               : 2,
                             array);
        };
        sort(wanted, [&](int a, int b) { return order(a) < order(b); });
        rows_ = std::move(wanted);
        if (!rows_.empty())
            row_height_ = std::min(canvas_.em(film_row_em), (film_.max.y - top) / float(rows_.size()));
    }

    std::vector<int> arrays_of(const PlanOperation& one) const {
        std::vector<int> arrays;
        const Operation& operation = stage_.trace().plan.operations[one.operation];
        const auto add = [&](BufferId buffer) {
            if (buffer.index >= 0 && !contains(arrays, buffer.index)) arrays.push_back(buffer.index);
        };
        const auto& what = operation.what;
        if (const auto* launch = std::get_if<Launch>(&what))
            for (const Argument& argument : launch->arguments)
                if (const auto* buffer = std::get_if<BufferArgument>(&argument)) add(buffer->buffer);
        if (const auto* upload = std::get_if<Upload>(&what)) add(upload->to);
        if (const auto* download = std::get_if<Download>(&what)) add(download->from);
        if (const auto* clear = std::get_if<Clear>(&what)) add(clear->buffer);
        if (const auto* set = std::get_if<SetVariable>(&what)) add(set->from);
        if (const auto* work = std::get_if<HostWork>(&what)) add(work->buffer);
        if (const auto* copy = std::get_if<Copy>(&what)) {
            add(copy->from);
            add(copy->to);
        }
        return arrays;
    }

    Box row_box(size_t row) const {
        const float top = film_.min.y + canvas_.em(film_host_em + film_between_em) + row_height_ * float(row);
        return Box::edges(film_.min.x, top, end_, top + row_height_ - canvas_.em(0.6F));
    }

    std::optional<size_t> row_of(int array) const {
        for (size_t row = 0; row < rows_.size(); ++row)
            if (rows_[row] == array) return row;
        return std::nullopt;
    }

    void draw_labels() {
        const auto label = [&](float y, std::string_view name, std::string_view about, TextStyle style) {
            canvas_.text({labels_.min.x, y - canvas_.em(0.6F)}, type::strong, {Role::t1}, name);
            canvas_.text({labels_.min.x, y + canvas_.em(0.6F)}, style, {Role::t3}, about);
        };
        label(film_.min.y + canvas_.em(film_host_em / 2), "host", "main()", film_code);
        for (size_t row = 0; row < rows_.size();) {
            const AllocationKind kind = memory_of(rows_[row]);
            size_t end = row;
            while (end < rows_.size() && memory_of(rows_[end]) == kind) ++end;
            const float y = (row_box(row).min.y + row_box(end - 1).max.y) / 2;
            label(y,
                  kind == AllocationKind::pinned    ? "host"
                  : kind == AllocationKind::managed ? "both"
                                                    : "device",
                  kind == AllocationKind::pinned    ? "pinned"
                  : kind == AllocationKind::managed ? "managed"
                                                    : "memory",
                  film_small);
            row = end;
        }
    }
    AllocationKind memory_of(int array) const {
        const AllocationKind kind = kind_of(array);
        return kind == AllocationKind::symbol ? AllocationKind::device : kind;
    }

    /// From its allocation to its free.
    void draw_row(size_t row) {
        Box box = row_box(row);
        const int array = rows_[row];
        for (size_t i = shown_.first; i < shown_.end; ++i) {
            if (!contains(arrays_of(*acts_[i].operation), array)) continue;
            const float middle = acts_[i].left + acts_[i].width / 2;
            if (acts_[i].name.starts_with("malloc")) box.min.x = middle - canvas_.em(0.6F);
            if (acts_[i].name == "free") box.max.x = middle + canvas_.em(0.6F);
        }
        const AllocationKind kind = kind_of(array);
        const bool shared = kind == AllocationKind::managed || kind == AllocationKind::pinned;
        const Pen pen{{shared ? Role::line2 : Role::line},
                      1,
                      kind == AllocationKind::managed ? canvas_.px(4) : 0,
                      canvas_.px(3)};
        canvas_.rectangle(box.snapped(), {kind == AllocationKind::pinned ? Role::bg2 : Role::bg1}, pen,
                          canvas_.em(0.3F));
        const emulator::ArrayInfo& info = stage_.info(emulator::ArrayId(array));
        const float y = box.centre().y, x = box.min.x + canvas_.em(0.6F),
                    room = canvas_.em(film_card_em - 0.6F);
        canvas_.text_within({x, y - canvas_.em(0.55F)}, room, film_code, {Role::t1}, info.name);
        canvas_.text_within({x, y + canvas_.em(0.55F)}, room, film_small, {Role::t3},
                            kind == AllocationKind::symbol
                                ? "variable"
                                : bytes_text(info.extent.count() * size_of(info.type)));
        for (size_t i = shown_.first; i < shown_.end; ++i)
            if (acts_[i].operation->to == array && !acts_[i].is_launch()) draw_left(acts_[i], i, row);
    }

    /// What an operation left in the row: a small picture, to the next act that has to do with it.
    void draw_left(const Act& act, size_t number, size_t row) {
        if (!is_done(act) && number != present_) return;
        const Box box = row_box(row);
        float right = end_;
        for (size_t i = number + 1; i < shown_.end; ++i)
            if (contains(arrays_of(*acts_[i].operation), rows_[row])) {
                right = acts_[i].left + (acts_[i].is_launch() && i == present_ ? canvas_.em(0.3F) : 0);
                break;
            }
        const float left =
            std::max(act.left + act.width / 2 + canvas_.em(0.5F), act.name.empty() ? box.min.x : act.left);
        draw_values(rows_[row], stage_.at.plan().left(act.operation->operation, rows_[row]),
                    Box::edges(left, box.min.y, right - canvas_.em(0.4F), box.max.y));
    }

    void draw_values(int array, const ArrayMoment* moment, const Box& room) {
        const float height = room.height() - canvas_.em(0.6F);
        if (room.width() < canvas_.em(2) || height < canvas_.em(0.8F)) return;
        if (stage_.info(emulator::ArrayId(array)).extent.count() > PlanOperations::most_kept) return;
        Thumbnail made = make_thumbnail(stage_, {array, false, moment}, room.width(), height);
        if (!made.written_out && made.cells.height == 1)
            made.cell_width = std::min(made.cell_width, room.width() / float(made.cells.width));
        if (made.width() <= room.width() + 1 && made.height() <= height + 1)
            draw_thumbnail(stage_, made, {room.min.x, room.centre().y - made.height() / 2});
    }

    bool is_done(const Act& act) const { return act.operation->done(stage_.at.step()); }
    bool has_begun(const Act& act) const { return stage_.at.step() >= act.steps.end || is_done(act); }

    /// A fault in the line of a host's operation.
    bool has_fault(const Act& act) const {
        if (act.fails()) return true;
        if (act.name == "compute" || act.name == "wait" || act.name == "return") return false;
        return any_of(whole_of(stage_).host.findings, [&](const emulator::HostFinding& finding) {
            return finding.fault && finding.where.line == act.line;
        });
    }

    Box host_box(const Act& act) const {
        return Box::edges(act.left, film_.min.y, act.left + act.width - canvas_.em(film_gap_em),
                          film_.min.y + canvas_.em(film_host_em))
            .snapped();
    }

    struct Words {
        std::string title, detail, place;
    };

    /// The names of variables that hold something else behind the act; arrays alone if any do.
    std::pair<std::string, bool> changed_by(const Act& act) const {
        const auto* now = programs::values_behind(opened_of(stage_), act.operation->operation);
        const auto* before =
            act.first == 0 ? nullptr : programs::values_behind(opened_of(stage_), act.first - 1);
        std::string arrays, others;
        if (now == nullptr) return {};
        for (const emulator::HostValue& one : *now) {
            if ((before != nullptr && contains(*before, one)) || one.value == "not set") continue;
            const bool array =
                one.type.ends_with(']') || one.type.starts_with("vector<") || one.value.starts_with("host");
            std::string& to = array ? arrays : others;
            to += (to.empty() ? "" : ", ") + one.name;
        }
        return arrays.empty() ? std::pair(others, false) : std::pair(arrays, true);
    }

    Words words_of(const Act& act) const {
        const PlanOperation& one = *act.operation;
        const emulator::WholeProgramRun& whole = whole_of(stage_);
        Words words;
        words.place = act.end_line > act.line && act.name == "compute"
                          ? fmt::format("{}–{}", act.line, act.end_line)
                          : fmt::format("line {}", act.line);
        words.title = act.name;
        words.detail = one.of;
        if (act.name == "compute") {
            const auto [names, arrays] = changed_by(act);
            words.title = arrays ? "fill" : "compute";
            words.detail = names;
        } else if (act.name == "print") {
            words.detail = upsweep::counted(std::max<int64_t>(1, lines_before(whole, one.operation + 1) -
                                                                     lines_before(whole, one.operation)),
                                            "line");
        } else if (act.name == "launch") {
            words.detail = "does not run";
        } else if (act.name == "wait") {
            words.detail = "for the device";
        } else if (act.name == "return" || act.name == "exit") {
            words.detail = std::to_string(whole.host.exit_status);
        } else if (act.name.starts_with("copy")) {
            words.detail =
                bytes_text(std::get<HostWork>(stage_.trace().plan.operations[one.operation].what).bytes);
        }
        if (!act.name.empty()) return words;
        words.detail = bytes_text(std::max(one.bytes_in, one.bytes_out));
        const AllocationKind kind = one.to >= 0 ? kind_of(one.to) : AllocationKind::device;
        switch (one.kind) {
            case PlanKind::upload:
                words.title = "copy up";
                if (kind == AllocationKind::managed || kind == AllocationKind::pinned) {
                    words.title = "host wrote";
                    words.detail = one.of;
                }
                if (contains(whole.fills, one.operation)) words.title = "set bytes";
                break;
            case PlanKind::download:
                words.title = "copy down";
                break;
            case PlanKind::clear:
                words.title = "set bytes";
                break;
            case PlanKind::copy:
                words.title = one.name == "set" ? "set symbol" : "copy";
                break;
            case PlanKind::launch: {
                const Launch& launch = launch_of(one);
                words.title = one.name;
                words.detail = fmt::format("<<<{}, {}>>>", launch.grid.count(), launch.block.count());
                break;
            }
            case PlanKind::host:
            case PlanKind::wait:
                break;
        }
        return words;
    }

    const Launch& launch_of(const PlanOperation& one) const {
        return std::get<Launch>(stage_.trace().plan.operations[one.operation].what);
    }

    void draw_host_card(const Act& act, bool present) {
        const Box box = host_box(act);
        const bool done = has_begun(act), fault = has_fault(act);
        const Pen pen = fault     ? Pen{{Role::trouble}, canvas_.px(1.5F)}
                        : present ? Pen{{Role::ink}, canvas_.px(2)}
                                  : Pen{{Role::line2}, 1};
        canvas_.rectangle(box, {present || done ? Role::bg3 : Role::bg2}, pen, canvas_.em(0.25F));
        const float x = box.min.x + canvas_.em(0.45F), room = box.width() - canvas_.em(0.7F);
        const Words words = words_of(act);
        const Ink loud{present || done ? Role::t1 : Role::t3}, quiet{present || done ? Role::t2 : Role::t3};
        canvas_.text_within({x, box.min.y + canvas_.em(0.8F)}, room, {Face::sans_semibold, 0.85F}, loud,
                            words.title);
        canvas_.text_within({x, box.min.y + canvas_.em(1.9F)}, room, film_code, quiet, words.detail);
        const float side = canvas_.em(fault ? 0.9F : 0);
        canvas_.text_within({x, box.min.y + canvas_.em(2.95F)}, room - side, film_small, quiet, words.place);
        if (fault) draw_octagon({box.max.x - canvas_.em(0.75F), box.max.y - canvas_.em(0.75F)}, side / 2);
        canvas_.hit("operation." + std::to_string(act.first), box);
    }

    void draw_octagon(Point centre, float radius) {
        std::vector<Point> points;
        const float far = radius, near = radius * 0.414F;
        for (const auto& [x, y] : {std::pair(near, -far),
                                   {far, -near},
                                   {far, near},
                                   {near, far},
                                   {-near, far},
                                   {-far, near},
                                   {-far, -near},
                                   {-near, -far}})
            points.push_back(centre + Point{x, y});
        canvas_.polygon(points, {Role::trouble});
        canvas_.line({centre.x - radius / 2, centre.y}, {centre.x + radius / 2, centre.y},
                     {{Role::bg1}, canvas_.px(1.5F)});
    }

    /// Anything but a launch: between the host and the rows that it is about.
    void draw_work(const Act& act, bool present) {
        draw_host_card(act, present);
        const Box card = host_box(act);
        const bool down = act.operation->kind == PlanKind::download || act.name == "copy down";
        const bool fails = act.fails();
        for (const int array : arrays_of(*act.operation)) {
            const auto row = row_of(array);
            if (!row) continue;
            const Box box = row_box(*row);
            const Point host{card.centre().x, card.max.y}, device{card.centre().x, box.min.y};
            if (fails) {
                const Pen pen{{Role::trouble}, canvas_.px(1.5F), canvas_.px(4), canvas_.px(3)};
                canvas_.line(host, device, pen);
                const emulator::ArrayInfo& info = stage_.info(emulator::ArrayId(array));
                const std::string has = bytes_text(info.extent.count() * size_of(info.type)) + " here";
                const float half = canvas_.text_width(film_code, has) / 2 + canvas_.em(0.4F);
                const Box plate = Box::edges(host.x - half, box.centre().y - canvas_.em(0.7F), host.x + half,
                                             box.centre().y + canvas_.em(0.7F))
                                      .snapped();
                canvas_.rectangle(plate, {Role::bg1}, {{Role::trouble}, canvas_.px(1.5F)}, canvas_.em(0.25F));
                canvas_.text(plate.centre(), film_code, {Role::t1}, has, Align::centre);
                continue;
            }
            const ArrowKind kind = !present ? ArrowKind::before : down ? ArrowKind::read : ArrowKind::written;
            draw_straight(canvas_, down ? device : host, down ? host : device, kind);
        }
    }

    /// The present one reaches through the device's lane; others are a box there.
    void draw_launch(const Act& act, bool present) {
        const bool done = is_done(act);
        const Box host = host_box(act);
        if (present) {
            const Box all = rows_.empty() ? host
                                          : Box::edges(host.min.x, host.min.y, host.max.x,
                                                       row_box(rows_.size() - 1).max.y + canvas_.em(0.4F))
                                                .snapped();
            canvas_.rectangle(all, {Role::bg3}, {{has_fault(act) ? Role::trouble : Role::ink}, canvas_.px(2)},
                              canvas_.em(0.3F));
            draw_launch_words(act, host);
            canvas_.hit("operation." + std::to_string(act.first), host);
        } else {
            draw_host_card(act, false);
        }
        if (rows_.empty()) return;
        const float half = std::min(canvas_.em(kernel_em / 2), host.width() * (present ? 0.2F : 0.4F));
        const float middle = present ? host.min.x + host.width() * 0.3F : host.centre().x;
        const Box kernel = Box::edges(middle - half, row_box(0).min.y - canvas_.em(present ? 0.1F : 0),
                                      middle + half, row_box(rows_.size() - 1).max.y)
                               .snapped();
        const Pen pen = present ? Pen{{Role::ink}, canvas_.px(2)} : Pen{{done ? Role::t2 : Role::line2}, 1};
        canvas_.rectangle(kernel, {present ? Role::bg1 : Role::bg0}, pen, canvas_.em(0.3F));
        const Ink ink{present || done ? Role::t1 : Role::t3};
        const float room = kernel.width() - canvas_.em(0.6F);
        const bool tall = kernel.height() > canvas_.em(3.2F);
        canvas_.text_within({kernel.centre().x, kernel.centre().y - canvas_.em(tall ? 0.6F : 0)}, room,
                            present ? type::code_strong : type::code, ink, act.operation->name,
                            Align::centre);
        if (tall)
            canvas_.text_within({kernel.centre().x, kernel.centre().y + canvas_.em(0.7F)}, room, film_small,
                                {Role::t2}, upsweep::counted(launch_of(*act.operation).grid.count(), "block"),
                                Align::centre);
        draw_uses(act, present, kernel, host);
    }

    void draw_launch_words(const Act& act, const Box& box) {
        const PlanOperation& one = *act.operation;
        const Launch& launch = launch_of(one);
        const float x = box.min.x + canvas_.em(0.6F), right = box.max.x - canvas_.em(0.6F);
        const std::string number = fmt::format("launch {}", stage_.at.plan().number_of_launch(one.operation));
        const float beside = canvas_.text_width({Face::sans_semibold, 0.8F}, number);
        canvas_.text({right, box.min.y + canvas_.em(0.85F)}, {Face::sans_semibold, 0.8F}, {Role::t1}, number,
                     Align::right);
        canvas_.text_within(
            {x, box.min.y + canvas_.em(0.85F)}, right - x - beside - canvas_.em(0.5F),
            {Face::mono_bold, 0.9F}, {Role::t1},
            fmt::format("{}<<<{}, {}>>>", one.name, launch.grid.count(), launch.block.count()));
        canvas_.text_within({x, box.min.y + canvas_.em(1.95F)}, right - x, film_small, {Role::t1},
                            fmt::format("{} of {}, {}", upsweep::counted(launch.grid.count(), "block"),
                                        upsweep::counted(launch.block.count(), "thread"),
                                        one.ran() ? upsweep::counted(one.steps.end - one.steps.first, "step")
                                                  : "not recorded"));
        const float line = canvas_.text({x, box.min.y + canvas_.em(3)}, film_small, {Role::t2},
                                        fmt::format("line {}", act.line));
        canvas_.text_within(
            {right, box.min.y + canvas_.em(3)}, right - x - line - canvas_.em(0.6F), film_small, {Role::t2},
            fmt::format("{} of {} blocks done", stage_.at.blocks().done, launch.grid.count()), Align::right);
    }

    /// What it reads comes from the left, what it leaves goes to the right.
    void draw_uses(const Act& act, bool present, const Box& kernel, const Box& host) {
        for (const int array : arrays_of(*act.operation)) {
            const auto row = row_of(array);
            if (!row) continue;
            const Box band = row_box(*row);
            const float y = band.centre().y;
            const bool written = array == act.operation->to;
            const ArrowKind kind = !present  ? ArrowKind::before
                                   : written ? ArrowKind::written
                                             : ArrowKind::read;
            const float from = written ? kernel.max.x : host.min.x + canvas_.em(present ? 0.2F : 0);
            const float to = written ? std::min(kernel.max.x + canvas_.em(present ? 1.4F : 0.9F), host.max.x)
                                     : kernel.min.x;
            if (to > from + canvas_.em(0.3F)) draw_straight(canvas_, {from, y}, {to, y}, kind);
            if (!present) continue;
            const float left = kernel.max.x + canvas_.em(written ? 1.6F : 0.6F);
            const Box room = Box::edges(left, band.min.y, host.max.x - canvas_.em(0.5F), band.max.y);
            if (written)
                draw_values(array, nullptr, room);
            else
                canvas_.text_within({room.max.x, y}, room.width(), film_small, {Role::t2},
                                    bytes_text(stage_.trace().plan.buffers[size_t(array)].bytes()),
                                    Align::right);
        }
    }

    Context& stage_;
    Canvas& canvas_;
    std::vector<Act> acts_;
    Box labels_, film_;
    Shown shown_;
    size_t present_ = 0;
    std::vector<int> rows_;  ///< array ids
    float row_height_ = 0, end_ = 0;
};

}  // namespace

bool is_whole_program(const Context& stage) {
    const auto& program = stage.at.run().program;
    return program != nullptr && program->opened.whole != nullptr;
}

float program_film_height(const Context& stage, float room) {
    size_t buffers = 0;
    for (const Buffer& buffer : stage.trace().plan.buffers) buffers += buffer.bytes() > 1;
    const float rows = float(std::min<size_t>(buffers, 5));
    const float least = film_host_em + film_between_em + film_least_row_em * rows + 0.4F;
    const float wanted = film_host_em + film_between_em + film_row_em * rows + 0.4F;
    const Canvas& canvas = stage.canvas;
    if (stage.trace().launches.empty()) return std::min(canvas.em(wanted), room);
    return std::clamp(room * 0.42F, std::min(canvas.em(least), room * 0.65F), canvas.em(wanted));
}

void draw_program_film(Context& stage, Box rect) { ProgramFilm(stage, rect).draw(); }

}  // namespace upsweep::stage
