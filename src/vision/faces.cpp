#include "vision/faces.h"

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "vision/face_detector.h"

namespace upsweep::vision {
namespace {

bool similar(const FaceRectangle& a, const FaceRectangle& b) {
    const double near =
        0.2 * static_cast<double>(std::min(a.width, b.width) + std::min(a.height, b.height)) * 0.5;
    const auto within = [&](std::int64_t difference) {
        return static_cast<double>(std::abs(difference)) <= near;
    };
    return within(a.x - b.x) && within(a.y - b.y) && within(a.x + a.width - b.x - b.width) &&
           within(a.y + a.height - b.y - b.height);
}

/// The group of each rectangle, as the number of one that stands for all of it. `found` is sorted by x.
std::vector<std::size_t> groups_of(const std::vector<FaceRectangle>& found, const std::atomic<bool>* cancel) {
    std::vector<std::size_t> parent(found.size());
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = i;
    const auto root = [&](std::size_t i) {
        while (parent[i] != i) i = parent[i] = parent[parent[i]];
        return i;
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
        // None that is similar begins further right than this.
        const double near = 0.1 * static_cast<double>(found[i].width + found[i].height) + 1;
        for (std::size_t j = i + 1; j < found.size() && static_cast<double>(found[j].x - found[i].x) <= near;
             ++j)
            if (similar(found[i], found[j])) parent[root(j)] = root(i);
    }
    for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = root(i);
    return parent;
}

/// A group inside a better one is left out.
bool is_inside(const FaceRectangle& small, const FaceRectangle& large) {
    const std::int64_t dx = std::llrint(static_cast<double>(large.width) * 0.2);
    const std::int64_t dy = std::llrint(static_cast<double>(large.height) * 0.2);
    return small.x >= large.x - dx && small.y >= large.y - dy &&
           small.x + small.width <= large.x + large.width + dx &&
           small.y + small.height <= large.y + large.height + dy &&
           (large.neighbours > std::max(3, small.neighbours) || small.neighbours < 3);
}

}  // namespace

std::vector<FaceRectangle> group_faces(std::vector<FaceRectangle> found, int neighbours,
                                       const std::atomic<bool>* cancel) {
    std::sort(found.begin(), found.end());
    if (neighbours <= 0 || found.empty()) return found;
    const std::vector<std::size_t> groups = groups_of(found, cancel);
    std::vector<FaceRectangle> means(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        FaceRectangle& sum = means[groups[i]];
        sum.x += found[i].x;
        sum.y += found[i].y;
        sum.width += found[i].width;
        sum.height += found[i].height;
        ++sum.neighbours;
    }
    std::erase_if(means, [&](const FaceRectangle& sum) { return sum.neighbours <= neighbours; });
    for (FaceRectangle& mean : means) {
        // In f32, as OpenCV does it.
        const float part = 1.0F / static_cast<float>(mean.neighbours);
        for (std::int64_t* value : {&mean.x, &mean.y, &mean.width, &mean.height})
            *value = std::llrint(static_cast<float>(*value) * part);
    }
    std::vector<FaceRectangle> faces;
    for (std::size_t i = 0; i < means.size(); ++i) {
        bool inside = false;
        for (std::size_t j = 0; j < means.size() && !inside; ++j)
            inside = j != i && is_inside(means[i], means[j]);
        if (!inside) faces.push_back(means[i]);
    }
    std::sort(faces.begin(), faces.end());
    return faces;
}

std::vector<FaceRectangle> clipped_faces(std::vector<FaceRectangle> rectangles, Extent picture) {
    for (FaceRectangle& r : rectangles) {
        const Region inside = clipped({r.x, r.y, r.x + r.width, r.y + r.height}, picture);
        r = {inside.x0, inside.y0, inside.width(), inside.height(), r.neighbours};
    }
    std::erase_if(rectangles, [](const FaceRectangle& r) { return r.width <= 0 || r.height <= 0; });
    std::sort(rectangles.begin(), rectangles.end());
    return rectangles;
}

FaceRun detect_faces(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                     const backends::Backend& on, const std::atomic<bool>* cancel) {
    return FaceDetector(grey.extent(), cascade, request, on).detect(grey, cancel);
}

}  // namespace upsweep::vision
