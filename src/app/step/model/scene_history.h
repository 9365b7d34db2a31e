// What was on the stage before, for undo and redo. Needs no window.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>

#include "scenes/scene.h"

namespace upsweep::app {

/// Scenes that gave place to another one, each with the step that it was at.
class SceneHistory {
  public:
    static constexpr size_t depth = 200;

    /// `left` gave place to a scene that the user chose: what was undone is forgotten. A change that is only
    /// one of the step or of edited texts counts for nothing: those have ways back of their own.
    void note(const scenes::Scene& left, const scenes::Scene& chosen);

    /// What undo and redo would show; none at either end.
    std::optional<scenes::Scene> before() const;
    std::optional<scenes::Scene> after() const;
    /// It is shown now, in the place of `left`.
    void went_back(const scenes::Scene& left);
    void went_on(const scenes::Scene& left);

  private:
    std::deque<scenes::Scene> past_, future_;  ///< the last one is the nearest
};

}  // namespace upsweep::app
