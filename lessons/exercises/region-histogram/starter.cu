// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    int count = tensor[bottom * width + right];
    // end of your part
    histogram[bin] = count;
}
