// What the faces task asks where nothing is pretended.
#include <array>
#include <memory>
#include <string_view>
#include <utility>

#include "app/playground/model/faces_task.h"
#include "core/error.h"
#include "vision/face_detector.h"

namespace upsweep::app {

FaceFunctions usual_face_functions() {
    return {.usual_file = cascade::frontal_face_file,
            .load = cascade::load_cascade,
            .detect = [detectors = std::make_shared<vision::FaceDetectors>()](
                          const auto&... asked) { return detectors->detect(asked...); },
            .group =
                [](std::vector<vision::FaceRectangle> found, int neighbours, Extent picture) {
                    return vision::clipped_faces(vision::group_faces(std::move(found), neighbours), picture);
                },
            .look = vision::look_at_window,
            .paint = [painter = std::make_shared<vision::FramePainter>()](
                         auto&&... asked) -> std::shared_ptr<const vision::GpuFrame> {
                try {
                    return painter->paint(asked...);
                } catch (const Error&) {
                    // No memory left, say: what was found stays, and its frames are marks.
                    return nullptr;
                }
            }};
}

std::string trained_on(const std::string& name) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 11> words = {{
        {"frontalcatface", "cats' faces"},
        {"frontalface", "frontal faces"},
        {"profileface", "faces in profile"},
        {"fullbody", "whole bodies"},
        {"lowerbody", "lower bodies"},
        {"upperbody", "upper bodies"},
        {"plate", "number plates"},
        {"lefteye", "left eyes"},
        {"righteye", "right eyes"},
        {"eye", "eyes"},
        {"smile", "smiles"},
    }};
    for (const auto& [part, what] : words)
        if (name.find(part) != std::string::npos) return std::string(what);
    return name;
}

}  // namespace upsweep::app
