// Integral histogram, one bin after another: each count from three neighbours and the pixel itself (Poostchi
// et al. 2012, algorithm 1). Printed with the column outside and the row inside; here a row's neighbours
// come one after another, as in memory.

// image is width x height. output holds `bins` planes of width x height; entry (x, y) of plane b counts the
// pixels of bin b up to and including x and y. Values below `levels` spread evenly over bins; larger ones go to
// the last bin.
void integral_histogram_loop(const Input* image, Output* output, int width, int height, int bins,
                             int levels) {
    for (int bin = 0; bin < bins; bin++) {
        Output* plane = output + (long long)bin * width * height;
        for (int y = 0; y < height; y++) {
            const Input* row = image + (long long)y * width;
            Output* here = plane + (long long)y * width;
            for (int x = 0; x < width; x++) {
                // ---- Binning: which bin the pixel falls into --------------------------------------------
                int place = row[x] * bins / levels;
                if (place >= bins) place = bins - 1;
                Output count = place == bin ? 1 : 0;

                // ---- Recurrence: left, plus above, less what both hold ----------------------------------
                if (x > 0) count += here[x - 1];
                if (y > 0) count += here[x - width];
                if (x > 0 && y > 0) count -= here[x - width - 1];
                here[x] = count;
            }
        }
    }
}
