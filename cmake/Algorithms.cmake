# Every algorithm, in teaching order. A slug names its catalog entry (src/pipelines/SLUG.cpp) and, where it has a
# kernel or a loop of its own, kernels/SLUG.cu or kernels/SLUG.h. The catalog's table is generated from this list.
set(UPSWEEP_ALGORITHMS
  scan_loop
  scan_blelloch
  transpose_tiled
  integral_image_bilgic_loop
  integral_image_bugetti_loop
  integral_image_fast_loop
  integral_image_blelloch
  integral_histogram_loop
  integral_histogram_fast_loop
  integral_histogram_multi_sts
  integral_histogram_single_sts1
  integral_histogram_single_sts
  integral_histogram_tiled
  integral_histogram_stream
  region_histogram
  likelihood_map
  box_filter_window
  box_filter_sliding
  box_filter
  local_statistics
  adaptive_threshold)
