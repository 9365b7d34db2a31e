// A cascade over a whole pyramid by the catalog's kernels: what detect_faces runs on the GPU and the
// emulator.
#pragma once

#include <memory>

#include "pipelines/parts/faces_plan.h"
#include "pipelines/parts/frames_plan.h"
#include "vision/face_scan.h"

namespace upsweep::vision {

/// Milliseconds of the way there and back and of all launches, beside the rest of FaceParts.
struct PlanScan {
    ScanResult scan;
    double upload_ms = 0, download_ms = 0, kernels_ms = 0;
};

/// As scan_pyramid and scan_scaled_filters, by one plan (pipelines/parts/faces_plan.h) that is kept ready:
/// without maps a list of the windows that survive comes back, with them a byte a window. Where levels run
/// side by side, the times of the parts are shares of the whole. Not to be used by two threads at once.
class PlanScanner {
  public:
    /// `cascade` must outlive it. Throws as detect_faces does.
    PlanScanner(Extent picture, const cascade::Cascade& cascade, const FaceRequest& request,
                const std::vector<reference::PyramidLevel>& levels, const backends::Backend& on);

    /// Adds to the levels what was found on them. Throws as detect_faces does.
    PlanScan scan(const Array& grey, std::vector<FaceLevel>& out, const std::atomic<bool>* cancel);

    /// The picture that was scanned last, `grey`, with frames: kernels/draw_rectangles.cu. On a GPU it is
    /// read where it lies, and only the rectangles go there. Adds to the times.
    Array draw(const Array& grey, const std::vector<FramedRectangle>& frames, FaceParts& parts);

  private:
    PlanScan scan_with_maps(const Array& grey, std::vector<FaceLevel>& out, const std::atomic<bool>* cancel);

    const cascade::Cascade& cascade_;
    FaceRequest request_;
    const backends::Backend& on_;
    std::vector<reference::PyramidLevel> levels_;
    FacesPlan plan_;
    std::unique_ptr<backends::Kept> kept_;
    FramesPlan frames_;
    std::unique_ptr<backends::Kept> drawing_;  ///< beside kept_, so first to go
    std::unique_ptr<PlanScanner> with_maps_;   ///< once more windows were found than a list has room for
};

}  // namespace upsweep::vision
