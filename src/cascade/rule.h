// The two rules by which a cascade is run over a picture.
#pragma once

#include <cstdint>

namespace upsweep::cascade {

/// reference/haar_cascade.h says what each does, to the last bit.
enum class Rule : uint8_t {
    opencv,  ///< as detectMultiScale of OpenCV 4.6 on a CPU: the same rectangles
    paper,   ///< as Oro and others: every window, a step of one pixel, a bilinear pyramid
};

}  // namespace upsweep::cascade
