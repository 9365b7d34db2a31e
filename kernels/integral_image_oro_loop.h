// Inclusive integral image in one pass, with the running sum of the row in a variable (Oro et al. 2011,
// section 6: the CPU loop that its GPU integral image beats 2.5 times).

// input and output are width x height; output (x, y) holds the sum of all input up to and including x and y.
void integral_image_oro_loop(const Input* input, Output* output, int width, int height) {
    // ---- First row: nothing is above it -----------------------------------------------------------------
    Output sum = input[0];
    output[0] = sum;
    for (int x = 1; x < width; x++) {
        sum += input[x];
        output[x] = sum;
    }

    // ---- Other rows: the running sum of the row, and the value above ------------------------------------
    for (int y = 1; y < height; y++) {
        const Input* row = input + (long long)y * width;
        const Output* above = output + (long long)(y - 1) * width;
        Output* here = output + (long long)y * width;
        sum = row[0];
        here[0] = sum + above[0];
        for (int x = 1; x < width; x++) {
            sum += row[x];
            here[x] = sum + above[x];
        }
    }
}
