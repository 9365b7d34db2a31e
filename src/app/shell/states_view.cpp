// The sheet of states, arrows and marks: for developers, to hold beside the look's picture.

#include "app/shell/views.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "stage/arrows.h"
#include "stage/marks.h"

namespace upsweep::app {
namespace {

using stage::ArrowKind;
using stage::Cell;
using stage::CellState;

struct Sample {
    Cell cell;
    const char* name;
    const char* what;
};

constexpr Sample samples[] = {
    {{CellState::idle, "11", ""}, "idle", "value only"},
    {{CellState::read, "11", ""}, "read", "hollow up"},
    {{CellState::written, "11", "7"}, "written", "solid down, old value"},
    {{CellState::read_written, "11", "7"}, "read, written", "blue cap, both"},
    {{CellState::waiting, "11", ""}, "waiting", "hourglass"},
    {{CellState::conflict, "11", "×2"}, "conflict", "hatch, ×n"},
    {{CellState::wrong, "12", ""}, "wrong", "cross, should be 11"},
    {{CellState::out_of_range, "", ""}, "out of range", "dashed, slash"},
    {{CellState::right, "11", ""}, "right, done", "tick"},
    {{CellState::to_predict, "", ""}, "to predict", "question mark"},
    {{CellState::earlier, "11", ""}, "earlier", "no mark, dim"},
    {{CellState::to_come, "", ""}, "to come", "outline"},
};

class StatesView : public View {
  public:
    std::string_view name() const override { return "states"; }
    std::string_view title() const override { return "States"; }

    void draw(Frame& frame) override {
        const Pane pane(frame, "states", frame.area, Role::bg0);
        const ImVec2 at = pane.origin() + ImVec2(frame.em(2), frame.em(1.5F));
        canvas::Canvas sheet(box_of(frame.area), frame.em());
        draw_cells(sheet, point_of(at), 3.5F, 3.9F);
        draw_cells(sheet, point_of(at + ImVec2(frame.em(14), 0)), 2.5F, 3.4F);
        draw_arrows(sheet, point_of(at + ImVec2(frame.em(28), 0)));
        draw_marks(frame, sheet, at + ImVec2(frame.em(28), frame.em(22)));
        paint(frame, sheet.finish());
        draw_controls(frame, at + ImVec2(frame.em(48), 0));
    }

  private:
    static void draw_cells(canvas::Canvas& canvas, canvas::Point at, float width, float height) {
        for (const Sample& sample : samples) {
            stage::draw_cell(canvas, canvas::Box::sized(at, canvas.em(width), canvas.em(height - 0.4F)),
                             sample.cell);
            const float x = at.x + canvas.em(width + 0.8F), y = at.y + canvas.em(height / 2 - 0.8F);
            canvas.text({x, y}, type::strong, {Role::t1}, sample.name);
            canvas.text({x, y + canvas.em(1.2F)}, type::label, {Role::t3}, sample.what);
            at.y += canvas.em(height);
        }
    }

    static void draw_arrows(canvas::Canvas& canvas, canvas::Point at) {
        using canvas::Point;
        const float e = canvas.em();
        const Point tape = at + Point{0, 7 * e};
        for (int i = 0; i < 6; ++i)
            stage::draw_cell(canvas,
                             canvas::Box::sized(tape + Point{float(i) * 2.8F * e, 0}, 2.5F * e, 3.5F * e),
                             {i == 1   ? CellState::read
                              : i == 3 ? CellState::read_written
                                       : CellState::idle,
                              "7", i == 3 ? "7" : ""});
        const auto top = [&](float i) { return tape + Point{(i * 2.8F + 1.25F) * e, -0.15F * e}; };
        stage::draw_arc(canvas, top(0), top(1), 1.6F * e, ArrowKind::before);
        stage::draw_arc(canvas, top(2), top(3), 1.6F * e, ArrowKind::before);
        stage::draw_operation(canvas, top(1), top(3), 3.6F * e, "+", "lane 0");
        stage::draw_operation(canvas, top(4), top(5), 3.6F * e, "max", "lane 1");
        const std::pair<ArrowKind, const char*> kinds[] = {{ArrowKind::read, "value read"},
                                                           {ArrowKind::written, "value written"},
                                                           {ArrowKind::before, "previous step"},
                                                           {ArrowKind::waits, "waits for"},
                                                           {ArrowKind::raised, "raised by"}};
        Point row = tape + Point{0, 5.5F * e};
        for (const auto& [kind, name] : kinds) {
            stage::draw_straight(canvas, row, row + Point{5 * e, 0}, kind);
            canvas.text(row + Point{6.5F * e, 0}, type::body, {Role::t1}, name);
            row.y += 1.8F * e;
        }
        stage::draw_flow(canvas, tape + Point{12 * e, 5 * e}, tape + Point{16 * e, 12 * e}, ArrowKind::read);
        stage::draw_flow(canvas, tape + Point{16 * e, 5 * e}, tape + Point{12 * e, 12 * e},
                         ArrowKind::before);
    }

    /// The place of a mark in the sheet of both kinds, in E.
    static ImVec2 place_of_mark(int i) { return {float(i % 10) * 1.7F, float(i / 10) * 1.8F}; }

    static void draw_marks(Frame& frame, canvas::Canvas& canvas, ImVec2 at) {
        namespace cell_marks = stage::marks;
        int i = 0;
        for (const auto mark : {cell_marks::triangle_up_hollow, cell_marks::triangle_down,
                                cell_marks::hourglass, cell_marks::cross, cell_marks::tick}) {
            const ImVec2 place = at + place_of_mark(i++) * frame.em();
            mark(canvas, canvas::Box::sized(point_of(place), frame.em(), frame.em()), {Role::t1});
        }
        for (const auto mark :
             {marks::chevron_down, marks::chevron_right, marks::barrier, marks::finding, marks::fault,
              marks::play, marks::pause, marks::step_on, marks::step_back, marks::to_start, marks::to_end,
              marks::half_disc, marks::question, marks::menu, marks::stop})
            mark(frame, Rect::sized(at + place_of_mark(i++) * frame.em(), frame.em(), frame.em()),
                 frame.colour(Role::t1));
    }

    void draw_controls(Frame& frame, ImVec2 at) {
        const float e = frame.em();
        const auto row = [&](float y, float width, float height) {
            return Rect::sized(at + ImVec2(0, y * e), width * e, height * e);
        };
        button(frame, "states.button", row(0, 7, 2), "Button");
        button(frame, "states.primary", row(2.6F, 9, 2), "Primary", {.primary = true, .icon = marks::play});
        button(frame, "states.disabled", row(5.2F, 7, 2), "Disabled",
               {.disabled = "There is nothing to do."});
        constexpr std::string_view words[] = {"statement", "barrier", "phase", "launch"};
        segmented(frame, "states.segments", at + ImVec2(0, 7.8F * e), words, chosen_);
        chip(frame, "states.chip", at + ImVec2(0, 10.4F * e), "n", "16", 8, [&] {
            bool closed = false;
            for (const char* value : {"8", "16", "32"})
                closed |= menu_row(frame, value, value, value[0] == '1');
            return closed;
        });
        slider(frame, "states.slider", row(12.8F, 14, 1.75F), value_, 0, 100);
        checkbox(frame, "states.checkbox", row(15.2F, 14, 1.75F), "A box to tick", ticked_);
        text_field(frame, "states.field", row(17.6F, 14, 1.75F), text_, "nothing yet");
        rail_group(frame, "states.group", row(20, 15.5F, 1.75F), "Prefix sums", true);
        rail_row(frame, "states.row", row(21.75F, 15.5F, 1.75F), "Serial loop", false);
        rail_row(frame, "states.selected", row(23.5F, 15.5F, 1.75F), "Work-efficient", true);
        count_row(frame, row(26, 28, 1.75F), {"additions", 12, 30, "= 2(n − 1)"});
        count_row(frame, row(28, 28, 1.75F), {"wavefronts", 16, 65, "49 without conflicts", true});
        finding_row(frame, "states.finding", row(30.5F, 28, 2.1F),
                    {"Bank conflict, 2-way", "line 16, lanes 0–3", "step 25", false, true});
        finding_row(frame, "states.fault", row(32.8F, 28, 2.1F),
                    {"Deadlock", "line 15, blocks 4 and 5", "step 44", true, false});
        draw_empty_state(frame, at + ImVec2(0, 36 * e), 24 * e, "Nothing measured yet.",
                         "Start takes about `40 s` for **7 lines** and `17` sizes; **“typographic” marks – "
                         "like these** and √2 ≤ Σ are in the fonts.");
    }

    int chosen_ = 0;
    float value_ = 40;
    bool ticked_ = true;
    std::string text_;
};

}  // namespace

std::unique_ptr<View> make_states_view(Services&) { return std::make_unique<StatesView>(); }

}  // namespace upsweep::app
