// The box filter from an integral image: four corners a pixel, at the same cost for every radius. The
// program's own CPU form goes the same way, in vectors and on all cores.

// image and output are width x height; table holds the sums between the two steps. The window around a
// pixel is 2 radius + 1 wide and high and cut at the picture's border.
void box_filter_fast_loop(const Input* image, unsigned* table, Output* output, int width, int height,
                          int radius) {
    // ---- Integral image: the sum of the row so far, and the value above ---------------------------------
    for (int y = 0; y < height; y++) {
        unsigned sum = 0;
        for (int x = 0; x < width; x++) {
            long long here = (long long)y * width + x;
            sum += image[here];
            table[here] = y > 0 ? sum + table[here - width] : sum;
        }
    }

    // ---- Means: four corners of the table, and as many pixels as are inside -----------------------------
    for (int y = 0; y < height; y++) {
        int top = y > radius ? y - radius : 0;
        int bottom = y + radius < height ? y + radius : height - 1;
        const unsigned* lower = table + (long long)bottom * width;
        const unsigned* upper = table + (long long)(top - 1) * width;
        for (int x = 0; x < width; x++) {
            int left = x > radius ? x - radius : 0;
            int right = x + radius < width ? x + radius : width - 1;
            unsigned sum = lower[right];
            if (left > 0) sum -= lower[left - 1];
            if (top > 0) sum -= upper[right];
            if (left > 0 && top > 0) sum += upper[left - 1];

            // Whole numbers are rounded to the nearest, halves up.
            unsigned count = (right - left + 1) * (bottom - top + 1);
            output[(long long)y * width + x] = (sum + count / 2) / count;
        }
    }
}
