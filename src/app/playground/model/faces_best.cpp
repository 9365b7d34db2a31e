#include "app/playground/model/faces_best.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace upsweep::app {

double picture_pixels(const vision::FaceLevel& level, std::int64_t pixels) {
    return static_cast<double>(pixels) * level.scale;
}

int stages_survived(const vision::FaceLevel& level, std::int64_t x, std::int64_t y) {
    const auto survived = std::as_const(*level.survived).view<std::uint8_t>();
    const int stages = survived[static_cast<std::size_t>(y * level.places.width + x)];
    return stages == 255 ? -1 : stages;
}

namespace {

/// The place that survived most stages, and of equals the one with most such neighbours.
FacePlace best_place(const vision::FaceLevel& level) {
    FacePlace best;
    std::pair<int, int> most{-1, -1};
    for (std::int64_t y = 0; y < level.places.height; ++y)
        for (std::int64_t x = 0; x < level.places.width; ++x) {
            const int stages = stages_survived(level, x, y);
            if (stages < most.first) continue;
            int alike = 0;
            for (std::int64_t v = std::max<std::int64_t>(0, y - 2); v < std::min(level.places.height, y + 3);
                 ++v)
                for (std::int64_t u = std::max<std::int64_t>(0, x - 2);
                     u < std::min(level.places.width, x + 3); ++u)
                    alike += static_cast<int>(stages_survived(level, u, v) >= stages);
            if (std::pair(stages, alike) <= most) continue;
            most = {stages, alike};
            best = {x, y};
        }
    return best;
}

/// The window that passes and lies nearest to the face in place and size; false if none passes.
bool look_for_window(FacesFound& found, const vision::FaceRectangle& face) {
    const std::vector<vision::FaceLevel>& all = found.run.levels;
    const auto stages = static_cast<int>(found.cascade->stages.size());
    const auto middle = [](std::int64_t from, std::int64_t size) {
        return static_cast<double>(from) + static_cast<double>(size) / 2;
    };
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const vision::FaceLevel& level = all[i];
        if (level.passed == 0) continue;
        const double larger = static_cast<double>(level.window.width - face.width);
        for (std::int64_t y = 0; y < level.places.height; ++y)
            for (std::int64_t x = 0; x < level.places.width; ++x) {
                if (stages_survived(level, x, y) != stages) continue;
                const double right = picture_pixels(level, x * level.step) + middle(0, level.window.width) -
                                     middle(face.x, face.width);
                const double below = picture_pixels(level, y * level.step) + middle(0, level.window.height) -
                                     middle(face.y, face.height);
                const double apart = right * right + below * below + larger * larger;
                if (apart >= least) continue;
                least = apart;
                found.best_level = static_cast<int>(i);
                found.best_place = {x, y};
            }
    }
    return std::isfinite(least);
}

/// A window of the face that most windows agree on; without a face the best place of the level where most
/// pass.
}  // namespace

void look_for_best(FacesFound& found) {
    const std::vector<vision::FaceLevel>& all = found.run.levels;
    const std::vector<vision::FaceRectangle>& faces = found.run.faces;
    const auto surest = std::max_element(
        faces.begin(), faces.end(), [](const auto& a, const auto& b) { return a.neighbours < b.neighbours; });
    if (surest != faces.end() && look_for_window(found, *surest)) return;
    if (all.empty()) return;
    const auto most = std::max_element(all.begin(), all.end(),
                                       [](const auto& a, const auto& b) { return a.passed < b.passed; });
    found.best_level = static_cast<int>(most - all.begin());
    found.best_place = best_place(*most);
}

}  // namespace upsweep::app
