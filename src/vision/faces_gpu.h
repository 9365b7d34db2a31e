// A cascade over a whole pyramid by the catalog's kernels: what detect_faces runs on the GPU and the
// emulator.
#pragma once

#include "vision/face_scan.h"

namespace upsweep::vision {

/// Milliseconds of the way there and back, beside the rest of FaceParts.
struct PlanScan {
    ScanResult scan;
    double upload_ms = 0, download_ms = 0;
};

/// As scan_pyramid and scan_scaled_filters, by one plan (pipelines/parts/faces_plan.h): without maps a list
/// of the windows that survive comes back, with them a byte a window. Where levels run side by side, the
/// times of the parts are shares of the whole. Throws as detect_faces does.
PlanScan scan_by_plan(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                      const std::vector<reference::PyramidLevel>& levels, std::vector<FaceLevel>& out,
                      const backends::Backend& on, const std::atomic<bool>* cancel);

}  // namespace upsweep::vision
