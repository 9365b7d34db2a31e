// When the operations of a plan run: kernels side by side in their streams, and frames whose copies overlap
// the kernels of others.
#pragma once

#include <string>
#include <vector>

#include "model/why.h"

namespace upsweep::model {

struct TimelineItem {
    OperationTime::Kind kind = OperationTime::Kind::kernel;
    std::string name;
    int row = 0, frame = 0;
    double begin = 0, end = 0;  ///< seconds
};

struct Timeline {
    std::vector<std::string> rows;  ///< "to the GPU", "stream 1", "from the GPU"
    std::vector<TimelineItem> items;
    double end = 0;
    double every =
        0;  ///< of several frames: from one frame's end to the next one's, once they follow steadily
};

/// One frame without its copies; or `frames` of them with their copies, in two sets of buffers. A GPU copies
/// one thing at a time in each direction, beside its kernels; kernels of one frame run side by side where
/// their streams let them, those of two frames one after the other, since each fills the GPU.
Timeline timeline_of(const std::vector<OperationTime>& operations, int frames);

}  // namespace upsweep::model
