// Films and cameras as frame sources, by the ffmpeg program.
#pragma once

#include <memory>
#include <string>

#include "media/frame_source.h"

namespace upsweep::media {

/// Throws Error with one sentence where its first frame cannot be had.
std::unique_ptr<FrameSource> open_film(const std::string& path, const FrameOptions& options);

/// Its picture at these seconds, so many pixels wide; nothing where it has no such frame.
std::optional<Frame> film_thumbnail(const std::string& path, double seconds, int64_t width,
                                    const FrameOptions& options, const std::atomic<bool>* cancel);

/// `device`: "/dev/video0". Switched on by this, off by the object's end.
std::unique_ptr<FrameSource> open_camera(const std::string& device, const FrameOptions& options);

}  // namespace upsweep::media
