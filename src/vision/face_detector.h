// Face detection kept ready, for one frame after another.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "vision/faces.h"

namespace upsweep::vision {

/// What detect_faces does, made ready once for a size of picture, a cascade and a request: on a GPU memory,
/// kernels, streams and the cascade stay there, and a picture costs its own way there and back. Not to be
/// used by two threads at once.
class FaceDetector {
  public:
    /// Throws as detect_faces does.
    FaceDetector(Extent picture, cascade::Cascade cascade, const FaceRequest& request,
                 const backends::Backend& on);
    ~FaceDetector();
    FaceDetector(const FaceDetector&) = delete;
    FaceDetector& operator=(const FaceDetector&) = delete;

    /// Faces in a picture of u8 of that size. Throws as detect_faces does.
    FaceRun detect(const Array& grey, const std::atomic<bool>* cancel = nullptr);

    /// The picture that was last looked at, `grey`, with white frames between black lines around `faces`: by
    /// the backend, on a GPU from the picture that lies there already. Adds the times to `parts`.
    Array draw(const Array& grey, const std::vector<FaceRectangle>& faces, FaceParts& parts);

    Extent picture() const;
    /// Whether it was made for these.
    bool is_for(Extent picture, const cascade::Cascade& cascade, const FaceRequest& request,
                const backends::Backend& on) const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Hands each picture to a detector that was made for its like, and keeps the last two, of one size of
/// picture: they hold memory. May be used by several threads.
class FaceDetectors {
  public:
    /// detect_faces.
    FaceRun detect(const Array& grey, const cascade::Cascade& cascade, const FaceRequest& request,
                   const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

  private:
    std::unique_ptr<FaceDetector> take(Extent picture, const cascade::Cascade& cascade,
                                       const FaceRequest& request, const backends::Backend& on);

    std::mutex mutex_;
    std::vector<std::unique_ptr<FaceDetector>> idle_;  ///< the latest last
};

}  // namespace upsweep::vision
