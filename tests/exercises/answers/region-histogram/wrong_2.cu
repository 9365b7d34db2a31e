// Column -1 is the end of the row before, and row -1 the end of the table before. Caught by: memory
// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    const int* table = tensor + bin * width * height;
    int count = table[bottom * width + right] - table[bottom * width + left - 1]
              - table[(top - 1) * width + right] + table[(top - 1) * width + left - 1];
    // end of your part
    histogram[bin] = count;
}
