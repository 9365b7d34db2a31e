// The speaker's window: what to say and to ask now, what comes next, and the clock, beside a projector that
// shows the class what is presented.
#pragma once

#include <memory>

#include "app/host/view.h"

namespace upsweep::app {

/// "12:05" of seconds; of more than an hour "1:02:05".
std::string clock_of(double seconds);

/// Draws into a window of its own: needs that window's OpenGL context to be current in every call, and when
/// it ends. It has an ImGui context of its own, which is current during its calls alone.
class Speaker {
  public:
    Speaker();
    ~Speaker();
    Speaker(const Speaker&) = delete;
    Speaker& operator=(const Speaker&) = delete;

    /// Lays out and draws. `talked`: seconds since presenting began; negative: it has not. `scale` of type.
    void draw(int width, int height, float scale, const std::optional<SpeakerNotes>& notes, double talked);
    /// True once all type is baked, so that another picture would be the same.
    bool settled() const;
    /// Of the last picture: what is written, and where.
    const std::vector<ShownText>& texts() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::app
