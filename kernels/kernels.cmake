# The kernel files, their element types (input:output) and their further sets of definitions: what nvcc compiles.
upsweep_kernel(copy_bytes.cu)
