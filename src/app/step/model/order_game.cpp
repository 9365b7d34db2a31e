// You are the scheduler.
#include "app/step/model/order_game.h"

#include <utility>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::app {

using namespace scenes;

std::string OrderGame::begin() {
    leave();
    if (model_.position() == nullptr || model_.loading())
        return "Run a scene first; then pick who goes next.";
    const int64_t steps = model_.position()->step_count();
    if (steps > most_steps)
        return fmt::format(
            "This run has {} steps and runs again at every pick; choose a smaller one, up to {} steps.",
            steps, most_steps);
    scene_ = model_.scene_here();
    scene_.step = 0;
    try {
        game_ = std::make_unique<ScheduleGame>(scene_, Turn::block);
    } catch (const Error&) {
        // One block: its warps take turns.
    }
    try {
        if (!game_) game_ = std::make_unique<ScheduleGame>(scene_, Turn::warp);
    } catch (const Error& error) {
        return error.what();
    }
    show();
    return {};
}

void OrderGame::leave() {
    job_.cancel();
    game_.reset();
    search_.reset();
    failure_.clear();
}

void OrderGame::show() {
    model_.show(std::make_shared<const RunScene>(game_->run()));
    model_.seek(game_->step());
    scenes_ = model_.scenes();
}

void OrderGame::pick(int number) {
    if (!active() || looking()) return;
    search_.reset();
    game_->pick(number);
    show();
}

void OrderGame::take_back() {
    if (!active() || looking() || game_->picked().empty()) return;
    search_.reset();
    game_->undo();
    show();
}

void OrderGame::look_for_one() {
    if (!active() || looking()) return;
    search_.reset();
    failure_.clear();
    job_.start(
        "Looking for an order",
        [scene = scene_, turn = game_->turn()](Job& job) {
            constexpr int64_t orders = 500;
            return find_breaking_order(scene, turn, orders, job.cancel_flag());
        },
        [this](ScheduleSearch search) {
            search_ = std::move(search);
            if (!search_->failing) return;
            while (!game_->picked().empty()) game_->undo();
            for (const int number : search_->list) game_->pick(number);
            show();
        },
        [this](const std::string& sentence) { failure_ = sentence; });
}

std::string OrderGame::words() const {
    if (!active()) return {};
    if (looking()) return "Trying the orders.";
    if (!failure_.empty()) return failure_;
    if (search_ && !search_->failing)
        return search_->all ? fmt::format("None of the {} possible orders breaks it.", search_->tried)
                            : fmt::format("None of {} orders breaks it; there are more.", search_->tried);
    if (const std::string why = game_->broken(); !why.empty()) return "This order breaks it: " + why;
    if (game_->may_run().empty()) return "All are picked, and the result is right.";
    return "Find an order that breaks this kernel, or show that none can.";
}

void OrderGame::update() {
    if (active() && model_.scenes() != scenes_) leave();
}

}  // namespace upsweep::app
