// A program that runs whole as a film strip: what main did from left to right, and under it what lies in the
// device's memory meanwhile. Its rows are the host and one for each buffer.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/words.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "replay/structure/plan.h"
#include "scenes/run_program.h"
#include "scenes/run_scene.h"
#include "stage/arrows.h"
#include "stage/marks.h"
#include "stage/plan_parts.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr TextStyle film_small{Face::sans, 0.8F}, film_code{Face::mono, 0.8F};
constexpr float film_card_em = 5.7F, film_launch_em = 12.5F, film_host_em = 3.7F, film_row_em = 2.5F,
                film_label_em = 5.6F;

/// What main did, or what it printed before it did that.
struct Act {
    const PlanOperation* operation = nullptr;  ///< null: only printed
    int64_t printed = 0;                       ///< lines
    int64_t step = 0;                          ///< when it is done
    float left = 0, width = 0;                 ///< pixels
};

const emulator::WholeProgramRun& whole_of(const Context& stage) {
    return *stage.at.run().program->opened.whole;
}

int64_t lines_between(const std::string& output, size_t first, size_t end) {
    first = std::min(first, output.size());
    end = std::min(end, output.size());
    return std::count(output.begin() + std::ptrdiff_t(first), output.begin() + std::ptrdiff_t(end), '\n');
}

std::vector<Act> acts_of(const Context& stage) {
    const emulator::WholeProgramRun& whole = whole_of(stage);
    std::vector<Act> acts;
    size_t before = 0;
    const auto print_until = [&](size_t end, int64_t step) {
        const int64_t lines = lines_between(whole.host.output, before, end);
        if (lines > 0) acts.push_back({nullptr, lines, step});
        before = std::max(before, end);
    };
    for (const PlanOperation& one : stage.at.plan().all()) {
        if (one.operation < whole.printed.size())
            print_until(whole.printed[one.operation], one.ran() ? one.steps.first : stage.at.step_count());
        if (one.kind != PlanKind::wait) acts.push_back({&one, 0, one.steps.end});
    }
    if (stage.at.plan().all().size() == whole.printed.size())
        print_until(whole.host.output.size(), stage.at.step_count());
    return acts;
}

/// The acts in view, the present one among them.
struct Shown {
    size_t first = 0, end = 0;
};

Shown shown_of(const std::vector<Act>& acts, size_t present, float room) {
    Shown shown{present, present + 1};
    float width = acts[present].width;
    for (bool grew = true; grew;) {
        grew = false;
        if (shown.first > 0 && width + acts[shown.first - 1].width <= room) {
            width += acts[--shown.first].width;
            grew = true;
        }
        if (shown.end < acts.size() && width + acts[shown.end].width <= room) {
            width += acts[shown.end++].width;
            grew = true;
        }
    }
    return shown;
}

class ProgramFilm {
  public:
    ProgramFilm(Context& stage, Box rect) : stage_(stage), canvas_(stage.canvas), acts_(acts_of(stage)) {
        labels_ = Box::edges(rect.min.x, rect.min.y, rect.min.x + canvas_.em(film_label_em), rect.max.y);
        film_ = Box::edges(labels_.max.x, rect.min.y, rect.max.x, rect.max.y);
    }

    void draw() {
        if (acts_.empty()) return;
        place();
        choose_rows();
        draw_labels();
        for (size_t row = 0; row < rows_.size(); ++row) draw_row(row);
        for (size_t i = shown_.first; i < shown_.end; ++i) {
            const Act& act = acts_[i];
            if (act.operation == nullptr)
                draw_printed(act);
            else if (act.operation->kind == PlanKind::launch)
                draw_launch(act);
            else
                draw_copy(act);
        }
    }

  private:
    void place() {
        const PlanOperation* present = present_operation(stage_);
        size_t at = 0;
        for (size_t i = 0; i < acts_.size(); ++i) {
            const bool launch = acts_[i].operation != nullptr && acts_[i].operation->kind == PlanKind::launch;
            acts_[i].width = canvas_.em(launch ? film_launch_em : film_card_em);
            if (acts_[i].operation != nullptr && acts_[i].operation == present) at = i;
        }
        const float words = canvas_.em(3.2F);
        shown_ = shown_of(acts_, at, film_.width());
        if (shown_.end - shown_.first < acts_.size()) shown_ = shown_of(acts_, at, film_.width() - 2 * words);
        draw_more(int64_t(shown_.first), film_.min.x + words / 2, "before");
        draw_more(std::ssize(acts_) - int64_t(shown_.end), film_.max.x - words / 2, "to come");
        // What is left of the room goes to all of them.
        const bool all = shown_.end - shown_.first == acts_.size();
        float used = 0;
        for (size_t i = shown_.first; i < shown_.end; ++i) used += acts_[i].width;
        const float wider = std::clamp((film_.width() - (all ? 0 : 2 * words)) / used, 1.0F, 1.4F);
        for (size_t i = shown_.first; i < shown_.end; ++i) acts_[i].width *= wider;
        float x = film_.min.x + (shown_.first > 0 ? words : 0);
        for (size_t i = shown_.first; i < shown_.end; ++i) {
            acts_[i].left = x;
            x += acts_[i].width;
        }
        end_ = x;
    }

    void draw_more(int64_t count, float x, std::string_view word) {
        if (count == 0) return;
        const float y = film_.min.y + canvas_.em(film_host_em / 2), half = canvas_.em(0.5F);
        canvas_.text({x, y - half}, film_small, {Role::t3}, std::to_string(count), Align::centre);
        canvas_.text({x, y + half}, film_small, {Role::t3}, word, Align::centre);
    }

    /// The buffers of what is in view, those of the present operation first; as many as there is room for.
    void choose_rows() {
        std::vector<int> wanted;
        const auto want = [&](const PlanOperation& one) {
            for (const int array : arrays_of(one))
                if (!contains(wanted, array)) wanted.push_back(array);
        };
        if (const PlanOperation* present = present_operation(stage_); present != nullptr) want(*present);
        for (size_t i = shown_.first; i < shown_.end; ++i)
            if (acts_[i].operation != nullptr) want(*acts_[i].operation);
        const float top = film_.min.y + canvas_.em(film_host_em + 0.7F);
        const auto fit = size_t(std::max(0.0F, (film_.max.y - top) / canvas_.em(film_row_em)));
        if (wanted.size() > fit) wanted.resize(fit);
        std::sort(wanted.begin(), wanted.end());
        rows_ = std::move(wanted);
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
        if (const auto* copy = std::get_if<Copy>(&what)) {
            add(copy->from);
            add(copy->to);
        }
        return arrays;
    }

    Box row_box(size_t row) const {
        const float top = film_.min.y + canvas_.em(film_host_em + 0.7F + film_row_em * float(row));
        return Box::edges(film_.min.x, top + canvas_.em(0.15F), end_, top + canvas_.em(film_row_em - 0.25F));
    }

    std::optional<size_t> row_of(int array) const {
        for (size_t row = 0; row < rows_.size(); ++row)
            if (rows_[row] == array) return row;
        return std::nullopt;
    }

    void draw_labels() {
        const float host = film_.min.y + canvas_.em(film_host_em / 2), half = canvas_.em(0.6F);
        canvas_.text({labels_.min.x, host - half}, type::strong, {Role::t1}, "host");
        canvas_.text({labels_.min.x, host + half}, film_code, {Role::t3}, "main()");
        if (rows_.empty()) return;
        const float device = (row_box(0).min.y + row_box(rows_.size() - 1).max.y) / 2;
        canvas_.text({labels_.min.x, device - half}, type::strong, {Role::t1}, "device");
        canvas_.text({labels_.min.x, device + half}, film_small, {Role::t3}, "memory");
    }

    /// From before it is first used on: its name has room there.
    void draw_row(size_t row) {
        Box box = row_box(row);
        for (size_t i = 0; i < shown_.end; ++i) {
            if (acts_[i].operation == nullptr || !contains(arrays_of(*acts_[i].operation), rows_[row]))
                continue;
            const bool launch = acts_[i].operation->kind == PlanKind::launch;
            if (i > shown_.first) box.min.x = acts_[launch ? i - 1 : i].left;
            break;
        }
        box.max.x -= canvas_.em(0.4F);
        canvas_.rectangle(box.snapped(), {Role::bg1}, {{Role::line}, 1}, canvas_.em(0.3F));
        const emulator::ArrayInfo& info = stage_.info(emulator::ArrayId(rows_[row]));
        const float y = box.centre().y, x = box.min.x + canvas_.em(0.6F);
        canvas_.text_within({x, y - canvas_.em(0.5F)}, canvas_.em(film_card_em - 1), film_code, {Role::t1},
                            info.name);
        canvas_.text({x, y + canvas_.em(0.55F)}, film_small, {Role::t3},
                     bytes_text(info.extent.count() * size_of(info.type)));
    }

    bool is_present(const Act& act) const {
        return act.operation != nullptr && act.operation == present_operation(stage_);
    }
    bool is_done(const Act& act) const {
        const int64_t step = stage_.at.step();
        return act.operation == nullptr ? step >= act.step : act.operation->done(step);
    }

    int32_t line_of(const PlanOperation& one) const {
        const auto& places = whole_of(stage_).places;
        return one.operation < places.size() ? places[one.operation].line : 0;
    }

    /// A fault in the line of a host's operation.
    bool has_fault(const PlanOperation& one) const {
        return any_of(whole_of(stage_).host.findings, [&](const emulator::HostFinding& finding) {
            return finding.fault && finding.where.line == line_of(one);
        });
    }

    Box host_box(const Act& act) const {
        return Box::edges(act.left, film_.min.y, act.left + act.width - canvas_.em(0.4F),
                          film_.min.y + canvas_.em(film_host_em))
            .snapped();
    }

    struct Words {
        std::string title, detail, place;
    };

    void draw_host_card(const Act& act, const Words& words, bool fault) {
        const Box box = host_box(act);
        const bool present = is_present(act), done = is_done(act);
        const Pen pen = fault     ? Pen{{Role::trouble}, canvas_.px(2)}
                        : present ? Pen{{Role::ink}, canvas_.px(2)}
                                  : Pen{{Role::line2}, 1};
        canvas_.rectangle(box, {present || done ? Role::bg3 : Role::bg1}, pen, canvas_.em(0.25F));
        const float x = box.min.x + canvas_.em(0.45F), room = box.width() - canvas_.em(0.9F);
        const Ink loud{present || done ? Role::t1 : Role::t3}, quiet{present || done ? Role::t2 : Role::t3};
        canvas_.text_within({x, box.min.y + canvas_.em(0.8F)}, room, {Face::sans_semibold, 0.85F}, loud,
                            words.title);
        canvas_.text_within({x, box.min.y + canvas_.em(1.85F)}, room, film_code, quiet, words.detail);
        canvas_.text_within({x, box.min.y + canvas_.em(2.9F)}, room, film_small, quiet, words.place);
        if (act.operation != nullptr)
            canvas_.hit("operation." + std::to_string(act.operation->operation), box);
    }

    void draw_printed(const Act& act) {
        draw_host_card(act, {"print", upsweep::counted(act.printed, "line"), ""}, false);
    }

    static std::string title_of(const PlanOperation& one) {
        switch (one.kind) {
            case PlanKind::upload:
                return "copy up";
            case PlanKind::download:
                return "copy down";
            case PlanKind::clear:
                return "set bytes";
            case PlanKind::copy:
                return one.name == "set" ? "set symbol" : "copy";
            case PlanKind::launch:
            case PlanKind::wait:
                break;
        }
        return one.name;
    }

    void draw_copy(const Act& act) {
        const PlanOperation& one = *act.operation;
        const bool fault = has_fault(one);
        const bool filled = contains(whole_of(stage_).fills, one.operation);
        draw_host_card(
            act,
            {filled ? "set bytes" : title_of(one), bytes_text(std::max(one.bytes_in, one.bytes_out)),
             fmt::format("line {}", line_of(one))},
            fault);
        const Box card = host_box(act);
        const float x = card.centre().x;
        const bool down = one.kind == PlanKind::download;
        for (const int array : arrays_of(one)) {
            const auto row = row_of(array);
            if (!row) continue;
            const Box box = row_box(*row);
            const ArrowKind kind = !is_present(act) ? ArrowKind::before
                                   : down           ? ArrowKind::read
                                                    : ArrowKind::written;
            const Point host{x, card.max.y}, device{x, box.min.y};
            draw_straight(canvas_, down ? device : host, down ? host : device, kind);
        }
    }

    void draw_launch(const Act& act) {
        const PlanOperation& one = *act.operation;
        const Launch& launch = std::get<Launch>(stage_.trace().plan.operations[one.operation].what);
        const bool present = is_present(act), done = is_done(act);
        const std::string blocks = upsweep::counted(launch.grid.count(), "block"),
                          steps = one.ran() ? upsweep::counted(one.steps.end - one.steps.first, "step")
                                            : std::string("not recorded");
        draw_host_card(act,
                       {fmt::format("{}<<<{}, {}>>>", one.name, launch.grid.count(), launch.block.count()),
                        fmt::format("{} of {} threads", blocks, launch.block.count()),
                        fmt::format("line {}, {}", line_of(one), steps)},
                       has_fault(one));
        if (rows_.empty()) return;
        const Box host = host_box(act);
        const float half = canvas_.em(2.9F), middle = host.centre().x;
        const Box kernel =
            Box::edges(middle - half, row_box(0).min.y, middle + half, row_box(rows_.size() - 1).max.y)
                .snapped();
        const Pen pen = present ? Pen{{Role::ink}, canvas_.px(2)} : Pen{{done ? Role::t2 : Role::line2}, 1};
        canvas_.rectangle(kernel, {present ? Role::bg3 : Role::bg0}, pen, canvas_.em(0.3F));
        const Ink ink{present || done ? Role::t1 : Role::t3};
        canvas_.text_within({kernel.min.x + canvas_.em(0.4F), kernel.centre().y},
                            kernel.width() - canvas_.em(0.8F), type::code, ink, one.name);
        const float reach = std::min(canvas_.em(2.4F), (act.width - canvas_.em(0.4F)) / 2 - half);
        for (const int array : arrays_of(one)) {
            const auto row = row_of(array);
            if (!row) continue;
            const float y = row_box(*row).centre().y;
            const bool written = array == one.to;
            const ArrowKind kind = !present  ? ArrowKind::before
                                   : written ? ArrowKind::written
                                             : ArrowKind::read;
            if (written)
                draw_straight(canvas_, {kernel.max.x, y}, {kernel.max.x + reach, y}, kind);
            else
                draw_straight(canvas_, {kernel.min.x - reach, y}, {kernel.min.x, y}, kind);
        }
    }

    Context& stage_;
    Canvas& canvas_;
    std::vector<Act> acts_;
    Box labels_, film_;
    Shown shown_;
    std::vector<int> rows_;  ///< array ids
    float end_ = 0;
};

}  // namespace

bool is_whole_program(const Context& stage) {
    const auto& program = stage.at.run().program;
    return program != nullptr && program->opened.whole != nullptr;
}

float program_film_height(const Context& stage, float room) {
    const float rows = float(std::min<size_t>(stage.trace().plan.buffers.size(), 5));
    return std::min(stage.canvas.em(film_host_em + 0.9F + film_row_em * rows), room * 0.5F);
}

void draw_program_film(Context& stage, Box rect) { ProgramFilm(stage, rect).draw(); }

}  // namespace upsweep::stage
