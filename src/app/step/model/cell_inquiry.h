// The history of a cell as the Step view shows it: which cell, from where in its tree, and going to its
// steps. Needs no window.
#pragma once

#include "app/step/model/step_model.h"
#include "stage/history.h"

namespace upsweep::app {

class CellInquiry {
  public:
    explicit CellInquiry(StepModel& model) : model_(model) {}

    bool shown() const { return !views_.empty(); }
    const replay::CellHistoryView& view() const { return views_.back(); }
    /// The cell asked about last; it stays after close(), for files of it.
    std::optional<replay::CellPlace> cell() const { return cell_; }

    /// Shows the history of a cell as it is now. False without a position.
    bool ask(emulator::ArrayId array, int64_t element);
    /// The same of the cell that the present step writes, of several the first. False if it writes none.
    bool ask_here();
    /// What a place of the picture asks for (stage/history.h): a write or a value goes to its step, a fold
    /// begins the tree there. False if the name is none of the picture's.
    bool choose(std::string_view name);
    /// Back from a fold to the tree before it; else closes. False if nothing was shown.
    bool leave_one();
    void close() { views_.clear(); }
    /// Another scene ends it. Once a frame.
    void update();

  private:
    StepModel& model_;
    std::vector<replay::CellHistoryView> views_;
    std::optional<replay::CellPlace> cell_;
    int64_t scenes_ = -1;
};

}  // namespace upsweep::app
