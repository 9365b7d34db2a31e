# The kernel files, their element types (input:output) and their further sets of definitions: what nvcc compiles.
upsweep_kernel(copy_bytes.cu)
upsweep_kernel(scan_blelloch.cu TYPES u8:u32 u32:u32 f32:f32 f64:f64)
upsweep_kernel(transpose_tiled.cu TYPES u8:u32 u32:u32 f32:f32 f64:f64 ALSO PADDING=0)
upsweep_kernel(histogram_binning.cu TYPES u8:u32)
upsweep_kernel(integral_histogram_tiled.cu TYPES u8:u32)
upsweep_kernel(likelihood_map.cu TYPES u8:f32)
upsweep_kernel(region_histogram.cu)
upsweep_kernel(transpose_planes.cu TYPES u32:u32)
