// Asking about a cell, and going where the answer points.
#include "app/step/model/cell_inquiry.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"
#include "replay/words/sentence.h"

namespace upsweep::app {

bool CellInquiry::ask(emulator::ArrayId array, int64_t element) {
    if (model_.position() == nullptr) return false;
    model_.set_playing(false);
    const replay::StepPosition& at = *model_.position();
    scenes_ = model_.scenes();
    cell_ = {array, element};
    views_.clear();
    views_.push_back(replay::cell_history(at.trace(), *cell_, at.step()));
    return true;
}

bool CellInquiry::ask_here() {
    if (model_.position() == nullptr) return false;
    const replay::StepPosition& at = *model_.position();
    const replay::StepPicture& picture = at.picture();
    // The cell that the sentence speaks of, else one that the step writes.
    const auto told = replay::told_cells(at.sentence(), at.staged(), nth(at.trace().arrays, picture.followed),
                                         picture.followed);
    const replay::Flow* chosen = nullptr;
    const auto rank = [&](const replay::Flow& flow) {
        return flow.array != picture.followed ? 0 : !told.empty() && flow.cell == told.back() ? 2 : 1;
    };
    for (const replay::Flow& flow : picture.flows)
        if (chosen == nullptr || rank(flow) > rank(*chosen)) chosen = &flow;
    return chosen != nullptr && ask(chosen->array, chosen->cell);
}

bool CellInquiry::choose(std::string_view name) {
    if (!shown()) return false;
    if (const auto access = stage::number_behind(name, "history.write.")) {
        const int64_t step = replay::step_of_access(model_.position()->trace(), *access);
        model_.seek(step + 1);
        replay::CellHistoryView next =
            replay::cell_history(model_.position()->trace(), view().tree.cell, step + 1);
        views_.clear();
        views_.push_back(std::move(next));
        return true;
    }
    const auto known = [&](int64_t node) { return node >= 0 && node < std::ssize(view().tree.nodes); };
    if (const auto node = stage::number_behind(name, "history.node."); node && known(*node)) {
        const replay::HistoryNode& one = nth(view().tree.nodes, *node);
        // An input is there from the beginning.
        model_.seek(one.written ? one.write.step + 1 : 0);
        return true;
    }
    if (const auto node = stage::number_behind(name, "history.more."); node && known(*node)) {
        replay::CellHistoryView next = view();
        next.wide = next.root == *node;
        next.root = int(*node);
        const replay::HistoryNode one = nth(next.tree.nodes, *node);
        // What was too much for the first tree is followed from here.
        if (one.cut && next.root != 0) {
            next = replay::cell_history(model_.position()->trace(), one.cell, one.write.step + 1);
        }
        views_.push_back(std::move(next));
        return true;
    }
    return false;
}

bool CellInquiry::leave_one() {
    if (!shown()) return false;
    views_.pop_back();
    return true;
}

void CellInquiry::update() {
    if (shown() && scenes_ != model_.scenes()) close();
    if (scenes_ != model_.scenes()) cell_.reset();
}

}  // namespace upsweep::app
