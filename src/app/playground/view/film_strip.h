// A film under the picture: its small pictures, the place that is shown, the transport; and beside it what
// each frame took.
#pragma once

#include "app/platform/gl_renderer.h"
#include "app/playground/view/playground_parts.h"

namespace upsweep::app {

class FilmStrip {
  public:
    /// E that it takes under the picture.
    static float height_em(const Frame& frame, const FilmPlayer& film);
    void draw(Frame& frame, Rect area, FilmPlayer& film);

  private:
    const Texture* texture_of(const FilmPlayer& film, size_t thumb);
    void draw_thumbs(Frame& frame, Rect strip, const FilmPlayer& film, float now);

    const void* film_ = nullptr;  ///< that the textures are of
    std::vector<std::unique_ptr<Texture>> textures_;
};

/// "Time per frame": a bar a frame, the film's deadline, the parts of the frame that is shown.
void draw_film_times(Frame& frame, Column& at, const FilmPlayer& film, std::string_view machine);

}  // namespace upsweep::app
