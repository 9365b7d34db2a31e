// The figures of the papers that this program can draw, as places in it: "figure:bilgic-1" is the scene whose
// step shows what the figure shows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenes/scene.h"

namespace upsweep::scenes {

struct Figure {
    std::string_view name;     ///< "bilgic-1"
    std::string_view title;    ///< "Bilgic 2010, Figure 1: a tree of sums"
    std::string_view place;    ///< its scene, as destination.h writes it, without "step:"
    StepSize by;               ///< how far one step goes there, and so from how far it is seen
    std::string_view caption;  ///< what the stage shows at its step, in one or two sentences
};

/// All of them, paper by paper.
std::span<const Figure> figures();

/// Throws Error that names the figures.
const Figure& find_figure(std::string_view name);

/// At the figure's step. Throws what parse_destination throws.
Scene scene_of(const Figure& figure);

/// The figure as which the scene was opened, at whatever step it is now; null if it was opened otherwise, or
/// was changed since.
const Figure* figure_of(const Scene& scene);

}  // namespace upsweep::scenes
