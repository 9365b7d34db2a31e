// The blocks of a launch side by side: their inputs above, what each has published aligned below, who
// waits for whom. For stage.cpp and the files that draw its parts.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulator/trace/toy_gpu.h"
#include "replay/data/blocks.h"
#include "stage/parts.h"

namespace upsweep::stage {

/// One row of the stage: an array's parts, or the cards.
struct BlockRow {
    const replay::StagedArray* staged = nullptr;  ///< null: the cards
    int messages = -1;                            ///< position in BlocksPicture::messages; -1: cells of data
    Box box = {};                    ///< pixels, from the first column's left to the last one's right
    replay::ElementBox common = {};  ///< of an array that no block has to itself: all of it; else empty
    bool is_cards() const { return staged == nullptr; }
};

struct BlocksView {
    Context& stage;
    const replay::BlocksPicture& blocks;
    float left = 0, pitch = 0, card = 0;  ///< pixels: first column, column to column, width of a card
    int64_t first = 0, count = 0;         ///< numbers in view
    std::vector<BlockRow> rows = {};  ///< on a presented page the cards, and below what they have published
    int signs = -1;  ///< on a presented page: messages, not drawn, that say that a sum is there; -1: none
    BlockRow stored = {};  ///< on a presented page: what the blocks store, where the options say so
    std::map<std::pair<int, int64_t>, Box> cells = {};  ///< by array and element, where they are drawn

    bool shows(int64_t number) const { return number >= first && number < first + count; }
    float column(int64_t number) const { return left + float(number - first) * pitch; }
    /// Of a part in a row, card wide.
    Box part(const Box& row, int64_t number) const {
        return Box::edges(column(number), row.min.y, column(number) + card, row.max.y).snapped();
    }
    const replay::BlockCard& card_of(int64_t number) const { return nth(blocks.cards, number); }
    const std::vector<replay::Message>& messages_of(const BlockRow& row) const {
        return nth(blocks.messages, row.messages);
    }
    /// By the present steps: the sum or word itself, or the flag that says so.
    bool is_written(const replay::Message& message) const {
        return message.written || (signs >= 0 && nth(nth(blocks.messages, signs), message.number).written);
    }
    const Box& cards() const {
        return find_if(rows, [](const BlockRow& row) { return row.is_cards(); })->box;
    }
    Box card_box(int64_t number) const { return part(cards(), number); }
    const Box* cell(int array, int64_t element) const {
        const auto at = cells.find({array, element});
        return at == cells.end() ? nullptr : &at->second;
    }
};

/// What blocks touch of an array together, where most of what one touches another touches too; else empty.
replay::ElementBox common_part(const replay::StagedLaunch& staged, const replay::StagedArray& array);
/// Such an array, once.
void draw_common_row(BlocksView& view, const BlockRow& row);
/// The step's atomic operations on such arrays: an arrow from each block to each cell, and how many there
/// are.
void draw_atomics(const BlocksView& view);
void draw_block_card(const BlocksView& view, int64_t number);
/// The ground and the line of a card, by what its block does; returns the ink of its text.
Ink draw_card_frame(const Context& stage, const Box& box, replay::BlockState state, bool acting,
                    float radius_em = 0.3F);
/// Ring, play triangle, hourglass, tick.
void draw_card_mark(const Context& stage, Box box, replay::BlockState state, Ink ink);
/// A word or two for a card: "done", "no slot", "waits", the phase.
std::string doing_now(const replay::BlockCard& card, bool tells_whom);
/// As many whole words of `text` as `room` pixels take, at least the first; none is left hanging that only
/// leads to the next ("sums of").
std::string whole_words(const Canvas& canvas, TextStyle style, const std::string& text, float room);
/// Whom a spinning block waits for, "waits for 2" or shorter; "waits" where the other block is not known.
std::string wait_words(const Canvas& canvas, TextStyle style, const replay::BlockCard& card, float room);
/// Of a slot's tab on a presented page, E.
constexpr float present_tab_em = 1.36F;
/// "mp 1, slot 0" or "slot 1"; empty where the block holds none.
std::string slot_name(const replay::BlockCard& card, const emulator::ToyGpu& gpu);
/// "4 and 5", "4, 5 and 6".
std::string listed(const std::vector<int64_t>& numbers);
/// What this step moves between blocks, who waits, and a deadlock as a closed loop.
void draw_block_arrows(const BlocksView& view);
/// "14 aggregate of block 3 + … = 47": what the acting block adds up; nothing where it adds nothing that
/// others published.
void draw_block_formula(const BlocksView& view, Box rect);
/// What the marks of messages say, as far as the launch has such.
void draw_block_legend(const BlocksView& view, Box rect);

/// How a message's state looks.
CellState state_of(const replay::Message& message);
void draw_message_mark(Canvas& canvas, Box box, replay::MessageState state, Ink ink,
                       Ink on = {Role::right_fill});

}  // namespace upsweep::stage
