// It adds up the section again that an aggregate stands for. Caught by: uses_no
#define AGGREGATE 1
#define PREFIX 2

// Inclusive scan of a row in one launch: each block scans a section of 4 numbers and looks back for the sum before it.
__global__ void scan(const int* input, int* output, volatile int* words, int* counter, int silent)
{
    __shared__ int number, before;
    __shared__ int values[4];
    int t = threadIdx.x;

    // ---- Take a ticket: first come, first served ----
    if (t == 0) number = atomicAdd(counter, 1);
    __syncthreads();
    int block = number;

    // ---- Scan the section ----
    values[t] = input[block * 4 + t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= t; ++i) sum += values[i];

    // ---- Look back: the last thread has the section's sum ----
    if (t == 3) {
        if (block > 0) words[block] = sum * 4 + AGGREGATE;
        int found = 0;
        int look = block - 1;
        while (look >= 0) {
            int word = words[look];
            int state = word % 4;
            int value = word / 4;
            // your part: what has block `look` published?
    if (state == PREFIX) { found += value; break; }
    if (state == AGGREGATE) { for (int i = 0; i < 4; ++i) found += input[look * 4 + i]; look -= 1; }
            // end of your part
        }
        if (block != silent) words[block] = (found + sum) * 4 + PREFIX;
        before = found;
    }
    __syncthreads();

    // ---- Store ----
    output[block * 4 + t] = before + sum;
}
