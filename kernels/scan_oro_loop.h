// Scans each row by the recurrence itself: every sum is read back from the place of the one before (Oro et
// al. 2011, section 6: the CPU scan that its GPU scan beats 66 times). Compare it with the loop that keeps
// the sum in a register.

// input and output are width x height; inclusive sums.
void scan_oro_loop(const Input* input, Output* output, int width, int height) {
    for (int y = 0; y < height; y++) {
        const Input* from = input + (long long)y * width;
        Output* to = output + (long long)y * width;
        to[0] = from[0];
        for (int x = 1; x < width; x++) to[x] = to[x - 1] + from[x];
    }
}
