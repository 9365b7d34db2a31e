// The first step of an integral histogram: a one in the plane of each pixel's bin, in a tensor of zeros (Poostchi et
// al. 2012, algorithms 2 and 3, line 1).
// Definitions: Input, the pixel; Output, the count.

// image has `pixels` elements, the tensor `bins` planes of the same size. Values below `levels` spread evenly over
// the bins; larger ones go to the last. One thread a pixel.
extern "C" __global__ void mark_bins(const Input* image, Output* tensor, long long pixels, int bins, int levels)
{
    long long pixel = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (pixel >= pixels) return;

    // ---- Binning: which plane the pixel belongs to -----------------------------------------------------
    int bin = min((int)(image[pixel] * bins / levels), bins - 1);

    // ---- Mark: one pixel of this bin at this place -----------------------------------------------------
    tensor[bin * pixels + pixel] = 1;
}
