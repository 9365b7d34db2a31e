#include "vision/faces.h"

#include <algorithm>

#include "vision/face_detector.h"
#include "vision/operation.h"

namespace upsweep::vision {

const Operation faces_operation = {
    .slug = "faces",
    .title = "Face detection",
    .parameters = {{.name = "neighbours", .setting = "playground.faces.neighbours", .most = 10, .initial = 3},
                   {.name = "factor",  // in percent
                    .setting = "playground.faces.factor_percent",
                    .least = 105,
                    .most = 200,
                    .initial = 110},
                   {.name = "opencv",  // 1: by OpenCV's rule
                    .setting = "playground.faces.opencv",
                    .most = 1}},
};

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
