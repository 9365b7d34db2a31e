// How much memory the arrays of host code may take while it is read.
#pragma once

#include <cstdint>

namespace upsweep::programs {

/// While one lives, the arrays that this thread reads from host code take so many bytes together; without
/// one as many as a run may by default. What has no room is not known.
class HostRoom {
  public:
    explicit HostRoom(int64_t bytes);
    HostRoom(const HostRoom&) = delete;
    HostRoom& operator=(const HostRoom&) = delete;
    ~HostRoom();

  private:
    int64_t before_;
};

}  // namespace upsweep::programs
