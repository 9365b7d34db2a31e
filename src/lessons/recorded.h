// Times of the recording that comes with the program, for a lesson's terms.
#pragma once

#include <string>
#include <string_view>

namespace upsweep::lessons {

/// Seconds, the median, of "EXPERIMENT LINE SIZE [TYPES]": "integral-images integral_image_one_pass 8192
/// u32". EXPERIMENT is a chapter of the catalog in lower case with "-" between its words; LINE a slug,
/// with options "haar_cascade:cascade=1,streams=2" (bench::line_text), or "copy" for a copy of the same
/// bytes, for 32 tables of a histogram "copy:bins=32"; SIZE the side of a square, or WIDTHxHEIGHT. Without
/// TYPES those in which the experiment has most times. Throws Error saying what there is.
double recorded_seconds(std::string_view words);

/// "NVIDIA H200": what it was measured on.
std::string recorded_machine();

}  // namespace upsweep::lessons
