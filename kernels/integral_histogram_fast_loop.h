// Integral histogram bin by bin: a running row count, and the count above. The program's own CPU form counts
// in this order too, 16 pixels at a time, with the bins spread over all cores.

// image is width x height. output holds `bins` planes of width x height; entry (x, y) of plane b counts the
// pixels of bin b up to and including x and y. Values below `levels` spread evenly over bins; larger ones go to
// the last bin.
void integral_histogram_fast_loop(const Input* image, Output* output, int width, int height, int bins,
                                  int levels) {
    for (int bin = 0; bin < bins; bin++) {
        Output* plane = output + (long long)bin * width * height;
        for (int y = 0; y < height; y++) {
            const Input* row = image + (long long)y * width;
            Output* here = plane + (long long)y * width;
            Output count = 0;
            for (int x = 0; x < width; x++) {
                // ---- Binning: count the pixel if it falls into this bin ---------------------------------
                int place = row[x] * bins / levels;
                if (place >= bins) place = bins - 1;
                if (place == bin) count++;

                // ---- Sum: the row so far, and the value of the row above --------------------------------
                here[x] = y > 0 ? count + here[x - width] : count;
            }
        }
    }
}
