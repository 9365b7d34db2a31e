// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    const int* table = tensor + bin * width * height;
    int count = table[bottom * width + right];
    if (left > 0) count -= table[bottom * width + left - 1];
    if (top > 0) count -= table[(top - 1) * width + right];
    if (left > 0 && top > 0) count += table[(top - 1) * width + left - 1];
    // end of your part
    histogram[bin] = count;
}
