// Inclusive integral image by the recurrence of Bugetti 2025, algorithm 1: each value from three neighbours.

// input and output are width x height; output (x, y) holds the sum of all input up to and including x and y.
void integral_image_bugetti_loop(const Input* input, Output* output, int width, int height) {
    // ---- First row: nothing is above it -----------------------------------------------------------------
    output[0] = input[0];
    for (int x = 1; x < width; x++) output[x] = input[x] + output[x - 1];

    // ---- Other rows: add the sums above and to the left, subtract what both hold ------------------------
    for (int y = 1; y < height; y++) {
        const Input* row = input + (long long)y * width;
        const Output* above = output + (long long)(y - 1) * width;
        Output* here = output + (long long)y * width;
        here[0] = row[0] + above[0];
        for (int x = 1; x < width; x++) here[x] = row[x] + above[x] + here[x - 1] - above[x - 1];
    }
}
