// Sums of a copy, each again, by carries of bits. Caught by: additions
// One thread walks along the row.
__global__ void scan(const int* input, int* output, int n)
{
    // your part: to each cell the sum of all numbers up to it, its own included
    int own[64]; for (int i = 0; i < n; ++i) own[i] = input[i];
    for (int i = 0; i < n; ++i) { int a = 0; for (int j = 0; j <= i; ++j) { int b = own[j]; while (b) { int c = a & b; a ^= b; b = c << 1; } } output[i] = a; }
    // end of your part
}
