// Scans each row with one loop: n - 1 additions, one after another. The baseline of every parallel
// scan.
#include "operator.cuh"

// input and output are width x height; inclusive is 0 or 1.
void scan_loop(const Input* input, Output* output, int width, int height, int inclusive) {
    for (int y = 0; y < height; y++) {
        const Input* from = input + (long long)y * width;
        Output* to = output + (long long)y * width;
        // An exclusive scan begins with the sum of nothing and adds one element later.
        Output sum = inclusive ? from[0] : IDENTITY;
        to[0] = sum;
        for (int x = 1; x < width; x++) {
            sum += inclusive ? from[x] : from[x - 1];
            to[x] = sum;
        }
    }
}
