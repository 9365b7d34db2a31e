// The histogram of a rectangle from an integral histogram; one block, a thread a bin.
__global__ void region_histogram(const int* tensor, int* histogram, int width, int height, int left, int top,
                                 int right, int bottom)
{
    int bin = threadIdx.x;
    // your part: how many pixels of this bin are in the rectangle
    int count = 0;
    for (int k = 0; k < 2; ++k) { int row = k ? top - 1 : bottom; if (row < 0) continue; const int* line = &tensor[(bin * height + row) * width]; int part = line[right]; if (left) part -= line[left - 1]; count += k ? -part : part; }
    // end of your part
    histogram[bin] = count;
}
