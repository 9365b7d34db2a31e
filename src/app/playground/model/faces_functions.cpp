// What the faces task asks where nothing is pretended.
#include "app/playground/model/faces_task.h"

namespace upsweep::app {

FaceFunctions usual_face_functions() {
    return {.usual_file = cascade::frontal_face_file,
            .load = cascade::load_cascade,
            .detect = vision::detect_faces,
            .group =
                [](std::vector<vision::FaceRectangle> found, int neighbours, Extent picture) {
                    return vision::clipped_faces(vision::group_faces(std::move(found), neighbours), picture);
                },
            .look = vision::look_at_window};
}

}  // namespace upsweep::app
