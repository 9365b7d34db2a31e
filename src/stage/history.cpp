// Lays out and draws the history of a cell.
#include "stage/history.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

#include <fmt/format.h>

#include "core/ranges.h"
#include "core/whole_number.h"
#include "core/words.h"
#include "replay/words/sentence.h"
#include "stage/cells.h"

namespace upsweep::stage {

using namespace replay;

namespace {

constexpr float history_row_em = 1.75F, history_pitch_em = 2.15F, cell_high_em = 1.55F, more_em = 8;
constexpr size_t most_writes = 10;
constexpr size_t most_children = 8;  // of one value; of more the first and the last
constexpr size_t end_children = 3;

/// A value on the picture, or a fold.
struct Placed {
    int node = 0;     ///< of a fold the value that it belongs to
    int parent = -1;  ///< position among the placed
    int column = 0;
    bool fold = false;
    int hidden = 0;  ///< inputs behind a fold
    float y = 0;     ///< pixels from the tree's top
};

class Tree {
  public:
    Tree(const CellHistoryView& view, int columns, int most_rows, float pitch)
        : view_(view), columns_(columns), pitch_(pitch) {
        choose(most_rows);
        place(view.root, -1, 0);
    }
    const std::vector<Placed>& placed() const { return placed_; }
    float height() const { return cursor_; }

  private:
    const HistoryNode& node(int id) const { return nth(view_.tree.nodes, id); }

    /// The children that are in the picture.
    std::vector<int> shown_children(int id) const {
        const std::vector<int>& all = node(id).children;
        if (all.size() <= most_children || (id == view_.root && view_.wide)) return all;
        std::vector<int> some(all.begin(), all.begin() + end_children);
        some.insert(some.end(), all.end() - end_children, all.end());
        return some;
    }

    /// Level by level, as long as there are rows and columns.
    void choose(int most_rows) {
        std::deque<std::pair<int, int>> open = {{view_.root, 0}};
        int rows = 1;
        while (!open.empty()) {
            const auto [id, column] = open.front();
            open.pop_front();
            const std::vector<int> children = shown_children(id);
            if (children.empty() || column + 1 >= columns_) continue;
            const int more = int(children.size()) - 1 + (children.size() < node(id).children.size() ? 1 : 0);
            if (rows + more > most_rows) continue;
            rows += more;
            expanded_.insert(id);
            for (const int child : children) open.emplace_back(child, column + 1);
        }
    }

    /// Children first: a value is in the middle of what made it. Returns its place.
    int place(int id, int parent, int column) {
        const auto here = int(placed_.size());
        placed_.push_back({.node = id, .parent = parent, .column = column});
        const std::vector<int>& all = node(id).children;
        if (!expanded_.contains(id)) {
            if (!all.empty() || node(id).cut) fold(id, here, column + 1, node(id).inputs, false);
            nth(placed_, here).y = next_row();
            if (!all.empty() || node(id).cut) placed_.back().y = nth(placed_, here).y;
            return here;
        }
        const std::vector<int> children = shown_children(id);
        float first = 0, last = 0;
        for (size_t i = 0; i < children.size(); ++i) {
            if (children.size() < all.size() && i == end_children) {
                int hidden = node(id).inputs;
                for (const int child : children) hidden -= node(child).inputs;
                fold(id, here, column + 1, hidden, true);
            }
            const int child = place(children[i], here, column + 1);
            last = nth(placed_, child).y;
            if (i == 0) first = last;
        }
        nth(placed_, here).y = (first + last) / 2;
        return here;
    }

    void fold(int id, int parent, int column, int hidden, bool own_row) {
        placed_.push_back({.node = id, .parent = parent, .column = column, .fold = true, .hidden = hidden});
        if (own_row) placed_.back().y = next_row();
    }

    float next_row() {
        const float y = cursor_ + pitch_ / 2;
        cursor_ += pitch_;
        return y;
    }

    const CellHistoryView& view_;
    int columns_;
    float pitch_;
    std::set<int> expanded_;
    std::vector<Placed> placed_;
    float cursor_ = 0;
};

struct HistorySheet {
    Canvas& canvas;
    const CellHistoryView& view;
    HistoryWords words;
    const HistoryNode& node(int id) const { return nth(view.tree.nodes, id); }
};

std::string more_words(int hidden) { return hidden <= 0 ? "… more" : "… " + counted(hidden, "more input"); }

/// The heads of the rows, then each write; the one that the tree begins with is lit.
float draw_writes(const HistorySheet& sheet, Box area) {
    Canvas& canvas = sheet.canvas;
    const auto& writes = sheet.view.writes;
    float y = area.min.y;
    canvas.text({area.min.x, y + canvas.em(0.8F)}, type::head, {Role::t3},
                writes.size() == 1 ? "written once" : fmt::format("written {} times", writes.size()));
    y += canvas.em(1.7F);
    const int64_t now = sheet.node(sheet.view.root).write.access;
    const auto lit = find_if(writes, [&](const CellWrite& write) { return write.access == now; });
    const auto present = lit == writes.end() ? size_t{0} : size_t(lit - writes.begin());
    size_t first = present < most_writes / 2 ? 0 : present - most_writes / 2;
    first = std::min(first, writes.size() - std::min(writes.size(), most_writes));
    const size_t end = std::min(writes.size(), first + most_writes);
    const auto left_out = [&](size_t count, std::string_view which) {
        if (count == 0) return;
        canvas.text({area.min.x + canvas.em(0.6F), y + canvas.em(0.8F)}, type::small, {Role::t3},
                    fmt::format("… {} {} {}", count, which, noun_of(count, "write")));
        y += canvas.em(1.6F);
    };
    left_out(first, "earlier");
    for (size_t i = first; i < end; ++i) {
        const CellWrite& write = writes[i];
        const Box row = Box::edges(area.min.x, y, area.max.x, y + canvas.em(history_row_em)).snapped();
        if (write.access == now) draw_lit_row(canvas, row);
        const float middle = row.centre().y;
        float x = row.min.x + canvas.em(0.6F);
        canvas.text({x + canvas.em(5.5F), middle}, type::number, {Role::t1}, sheet.words.change(write),
                    Align::right);
        x += canvas.em(6.2F);
        canvas.text_within({x, middle}, row.max.x - x - canvas.em(0.3F), type::label, {Role::t2},
                           sheet.words.who(write));
        canvas.hit(fmt::format("history.write.{}", write.access), row);
        y += canvas.em(history_row_em);
    }
    left_out(writes.size() - end, "later");
    if (writes.empty()) {
        canvas.text_within({area.min.x + canvas.em(0.6F), y + canvas.em(0.8F)}, area.width(), type::label,
                           {Role::t2}, "No step of this run writes it.");
        y += canvas.em(1.6F);
    }
    return y;
}

/// Of what the value reads: the root is what was written, its children what that write read.
CellState node_state(const HistoryNode& node, const Placed& placed) {
    if (!node.known && !node.written) return CellState::to_come;
    if (placed.column == 0) return node.written ? CellState::written : CellState::idle;
    return placed.column == 1 ? CellState::read : CellState::idle;
}

struct HistoryColumns {
    float left = 0, width = 0, cell = 0;
    float x(int column) const { return left + column * width; }
};

void draw_joints(const HistorySheet& sheet, const std::vector<Placed>& placed, const HistoryColumns& columns,
                 float top, const std::map<int, float>& ends) {
    Canvas& canvas = sheet.canvas;
    const OnLayer guides(canvas, Layer::guide);
    for (size_t i = 0; i < placed.size(); ++i) {
        const Placed& one = placed[i];
        if (one.parent < 0) continue;
        const Placed& parent = nth(placed, one.parent);
        const Point from{ends.at(one.parent), top + parent.y},
            to{columns.x(one.column) - canvas.em(0.15F), top + one.y};
        const float half = (to.x - from.x) / 2;
        const bool now = parent.column == 0 && !one.fold;
        canvas.curve({from,
                      {from.x + half, from.y},
                      {to.x - half, to.y},
                      to,
                      {Ink{now ? Role::read : Role::earlier}, canvas.px(now ? 2 : 1.3F)}});
    }
}

/// Name and origin of a value; returns where its right end is.
float draw_value(const HistorySheet& sheet, const Placed& one, const HistoryColumns& columns, float top,
                 bool roomy) {
    Canvas& canvas = sheet.canvas;
    const HistoryNode& node = sheet.node(one.node);
    const Box cell = Box::around({columns.x(one.column) + columns.cell / 2, top + one.y}, columns.cell,
                                 canvas.em(cell_high_em))
                         .snapped();
    const std::string value = sheet.words.value(node);
    draw_node(
        canvas, cell, node_state(node, one), value,
        canvas.em_within(Face::mono, value, cell.width() - canvas.em(0.3F), {1.0F, 0.9F, 0.8F, 0.7F, 0.6F}));
    const float x = cell.max.x + canvas.em(0.4F);
    // Before what it was made of there has to be room for the sign.
    const float room = columns.x(one.column + 1) - x - canvas.em(node.children.empty() ? 0.4F : 1.6F);
    const std::string about = sheet.words.about(node, roomy);
    const bool two = !about.empty();
    const float named =
        canvas.text_within({x, cell.centre().y - canvas.em(two ? 0.42F : 0)}, room, {Face::mono, 0.85F},
                           {one.column == 0 ? Role::t1 : Role::t2}, sheet.words.name(node.cell));
    const float told = two ? canvas.text_within({x, cell.centre().y + canvas.em(0.55F)}, room,
                                                {Face::sans, 0.8F}, {Role::t3}, about)
                           : 0;
    const float end = x + std::max(named, told) + canvas.em(0.3F);
    canvas.hit(fmt::format("history.node.{}", one.node), Box::edges(cell.min.x, cell.min.y, end, cell.max.y));
    return end;
}

void draw_fold(const HistorySheet& sheet, const Placed& one, const HistoryColumns& columns, float top) {
    Canvas& canvas = sheet.canvas;
    std::string text = more_words(one.hidden);
    // A single one is named.
    int leaf = one.node;
    while (sheet.node(leaf).children.size() == 1) leaf = sheet.node(leaf).children.front();
    if (one.hidden == 1 && leaf != one.node && sheet.node(leaf).children.empty())
        text = "… " + sheet.words.name(sheet.node(leaf).cell);
    const float wide = canvas.text_width(type::small, text) + canvas.em(1);
    const Box pill =
        Box::sized({columns.x(one.column), top + one.y - canvas.em(0.65F)}, wide, canvas.em(1.3F)).snapped();
    canvas.rectangle(pill, {Role::bg2}, {{Role::line}, 1}, pill.height() / 2);
    canvas.text(pill.centre(), type::small, {Role::t2}, text, Align::centre);
    canvas.hit(fmt::format("history.more.{}", one.node), pill);
}

/// Values from the root to the farthest input.
int depth_of(const CellHistoryView& view) {
    std::vector<int> depths(view.tree.nodes.size(), 0);
    int most = 1;
    // Parents come before their children.
    nth(depths, view.root) = 1;
    for (size_t i = 0; i < depths.size(); ++i) {
        const int parent = view.tree.nodes[i].parent;
        if (parent >= 0 && int(i) != view.root && nth(depths, parent) > 0)
            depths[i] = nth(depths, parent) + 1;
        most = std::max(most, depths[i]);
    }
    return most;
}

float draw_tree(const HistorySheet& sheet, Box area, int most_rows) {
    Canvas& canvas = sheet.canvas;
    canvas.text({area.min.x, area.min.y + canvas.em(0.8F)}, type::head, {Role::t3},
                "the values that made it, back to the inputs");
    const float top = area.min.y + canvas.em(1.9F);
    HistoryColumns columns;
    columns.left = area.min.x;
    columns.cell = canvas.em(sheet.words.longest() > 4 ? 4.2F : 2.9F);
    // Labels with step and lane where that leaves four columns; else the names alone.
    const float rest = area.width() - canvas.em(more_em);
    const float wide = columns.cell + canvas.em(8.6F),
                tight = columns.cell + canvas.em(area.width() < canvas.em(50) ? 6.1F : 6.8F);
    const bool roomy = rest >= std::clamp(depth_of(sheet.view), 2, 7) * wide;
    columns.width = roomy ? wide : tight;
    const int count = std::max(2, int((rest + canvas.em(1)) / columns.width));
    const Tree tree(sheet.view, count, most_rows, canvas.em(history_pitch_em));
    std::map<int, float> ends;
    for (size_t i = 0; i < tree.placed().size(); ++i) {
        const Placed& one = tree.placed()[i];
        if (one.fold)
            draw_fold(sheet, one, columns, top);
        else
            ends[int(i)] = draw_value(sheet, one, columns, top, roomy);
    }
    // The node where branches meet holds the operation that joins them.
    for (size_t i = 0; i < tree.placed().size(); ++i) {
        const Placed& one = tree.placed()[i];
        const HistoryNode& node = sheet.node(one.node);
        const bool parts = i + 1 < tree.placed().size() && tree.placed()[i + 1].parent == int(i);
        if (one.fold || !parts || node.symbol == ' ' || node.children.size() < 2) continue;
        const OnLayer plate(canvas, Layer::plate);
        const Point centre{ends[int(i)] + canvas.em(0.35F), top + one.y};
        const std::string sign(operation_sign(node.symbol));
        canvas.disc(centre, canvas.em(0.42F), {Role::written_fill});
        canvas.text(centre, {Face::mono_bold, 0.8F}, {Role::written_text}, sign.size() > 3 ? "f" : sign,
                    Align::centre);
        ends[int(i)] = centre.x + canvas.em(0.42F);
    }
    draw_joints(sheet, tree.placed(), columns, top, ends);
    return top + tree.height();
}

}  // namespace

Picture draw_history(Box area, float em, const StepPosition& at, const CellHistoryView& view, int most_rows) {
    Canvas canvas(area, em);
    HistorySheet sheet{canvas, view, HistoryWords(at, view)};
    float y = area.min.y;
    const auto text = [&](TextStyle style, Role role, const std::string& words) {
        canvas.text_within({area.min.x, y + canvas.em(0.8F)}, area.width(), style, {role}, words);
        y += canvas.em(1.7F);
    };
    text({Face::mono_bold, 1.2F}, Role::t1, cell_title(at, view.tree.cell));
    text(type::body, Role::t2, replay::plain(history_sentence(at, view)));
    y += canvas.em(0.5F);
    // The list is beside the tree only where that leaves the tree its room.
    const float needed = depth_of(view) * canvas.em(9.8F) + canvas.em(26);
    const bool beside = area.width() > std::max(canvas.em(70), needed);
    const float list = beside ? canvas.em(24) : area.width();
    const float below = draw_writes(sheet, Box::edges(area.min.x, y, area.min.x + list, area.max.y));
    const float left = beside ? area.min.x + list + canvas.em(2) : area.min.x;
    const float top = beside ? y : below + canvas.em(0.8F);
    const float end = draw_tree(sheet, Box::edges(left, top, area.max.x, area.max.y), most_rows);
    Picture picture = canvas.finish();
    picture.area.max.y = std::max(below, end) + canvas.em(0.5F);
    return picture;
}

}  // namespace upsweep::stage
