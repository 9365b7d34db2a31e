// Exclusive integral image of the input's own size, in one pass: a running row sum and the value above
// (Bilgic et al. 2010, section II). PRINTED 1 goes one element too far in every row, as printed; else it
// stops in time.
#ifndef PRINTED
#define PRINTED 0
#endif

// input and output are width x height; output (x, y) holds the sum of all input left of x and above y.
void integral_image_bilgic_loop(const Input* input, Output* output, int width, int height) {
    // ---- First row: nothing is above it -----------------------------------------------------------------
    for (int x = 0; x < width; x++) output[x] = 0;

    // ---- Other rows: the sum of the row above so far, and the value above -------------------------------
    for (int y = 1; y < height; y++) {
        const Input* row = input + (long long)(y - 1) * width;
        const Output* above = output + (long long)(y - 1) * width;
        Output* here = output + (long long)y * width;
        Output sum = 0;
        here[0] = 0;
        int last = PRINTED ? width : width - 1;
        for (int x = 1; x <= last; x++) {
            sum += row[x - 1];
            here[x] = sum + above[x];
        }
    }
}
