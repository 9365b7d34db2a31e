// Marks that stay with their text while it is edited: findings, squiggles, stops.
#pragma once

#include <vector>

#include "editor/position.h"

namespace upsweep::editor {

/// `id` is the owner's name for what is marked.
struct Mark {
    int id = 0;
    Range range;
    friend bool operator==(const Mark&, const Mark&) = default;
};

/// A mark grows with text put inside of it, not with text put at its ends. It goes when all of its text goes;
/// a mark without text goes when what is around it goes.
class Marks {
  public:
    void add(const Mark& mark);
    /// Takes out all marks, or those with that id.
    void clear();
    void remove(int id);
    const std::vector<Mark>& all() const { return marks_; }
    /// Those that begin on the line.
    std::vector<Mark> on_line(size_t line) const;

    void follow(const Change& change);

  private:
    std::vector<Mark> marks_;
    bool sorted_ = true;  ///< by where they begin
    size_t longest_ = 0;  ///< lines from the first to the last of one mark, at most
};

}  // namespace upsweep::editor
