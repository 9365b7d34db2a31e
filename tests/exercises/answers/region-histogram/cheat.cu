// It walks down the rectangle, row by row. Caught by: busiest_thread
// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    const int* table = tensor + bin * width * height;
    int count = 0;
    for (int y = top; y <= bottom; ++y) {
        count += table[y * width + right];
        if (left > 0) count -= table[y * width + left - 1];
        if (y > 0) count -= table[(y - 1) * width + right];
        if (left > 0 && y > 0) count += table[(y - 1) * width + left - 1];
    }
    // end of your part
    histogram[bin] = count;
}
