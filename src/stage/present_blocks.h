// The blocks of a launch on a presented page, for present_blocks.cpp and the file that draws its arrows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "stage/blocks.h"

namespace upsweep::stage {

/// Of a slot's tab, and of the room above the cards for the last arrows of a deadlock, E.
constexpr float present_tab_em = 1.36F, present_rise_em = 2.42F;

/// What is in view, and where.
struct PresentedBlocks {
    Context& stage;
    const replay::BlocksPicture& blocks;
    float left = 0, pitch = 0, card = 0;        ///< pixels
    std::int64_t first = 0, count = 0;          ///< numbers in view
    Box cards = {}, messages = {}, flags = {};  ///< rows; the flags' is empty where they are not shown
    const std::vector<replay::Message>* told = nullptr;    ///< by number; null: blocks tell nothing
    const std::vector<replay::Message>* raised = nullptr;  ///< flags that are shown apart; null: none
    const std::vector<replay::Message>* signs =
        nullptr;  ///< flags that say that the sum is there; null: none

    bool shows(std::int64_t number) const { return number >= first && number < first + count; }
    Box part(const Box& row, std::int64_t number) const {
        const float x = left + static_cast<float>(number - first) * pitch;
        return Box::edges(x, row.min.y, x + card, row.max.y).snapped();
    }
    /// By the present steps: the sum or word itself, or the flag that says so.
    bool is_written(const replay::Message& message) const {
        return message.written ||
               (signs != nullptr && (*signs)[static_cast<std::size_t>(message.number)].written);
    }
    const replay::BlockCard& card_of(std::int64_t number) const {
        return blocks.cards[static_cast<std::size_t>(number)];
    }
};

/// A word or two for a card: "done", "no slot", "waits", the phase.
std::string doing_now(const replay::BlockCard& card, bool tells_whom);
CellState look_of(replay::BlockState state);

/// Who waits for whom, a deadlock as a closed loop, and what the step moves between blocks.
void draw_presented_arrows(const PresentedBlocks& view);

}  // namespace upsweep::stage
