// The corners of the paper's equation as printed: the rectangle loses its first row and column. Caught by: result
// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    const int* table = tensor + bin * width * height;
    int count = table[bottom * width + right] - table[bottom * width + left] - table[top * width + right]
              + table[top * width + left];
    // end of your part
    histogram[bin] = count;
}
