// Inclusive integral image in one pass: a running row sum, and the value above. The program's own CPU form
// adds in this order too, several rows and columns at a time and on all cores.

// input and output are width x height; output (x, y) holds the sum of all input up to and including x and y.
void integral_image_fast_loop(const Input* input, Output* output, int width, int height) {
    // ---- First row: nothing is above it -----------------------------------------------------------------
    Output first = 0;
    for (int x = 0; x < width; x++) {
        first += input[x];
        output[x] = first;
    }

    // ---- Other rows: the sum of the row so far, and the value above -------------------------------------
    for (int y = 1; y < height; y++) {
        const Input* row = input + (long long)y * width;
        Output* here = output + (long long)y * width;
        const Output* above = here - width;
        Output sum = 0;
        for (int x = 0; x < width; x++) {
            sum += row[x];
            here[x] = sum + above[x];
        }
    }
}
