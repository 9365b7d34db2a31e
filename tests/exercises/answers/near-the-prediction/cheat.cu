// It knows the first case. Caught by: result
// Scores of the places in a search window; one block, a thread a place.
__global__ void score_places(const int* likeness, int* score, int predicted, int reach)
{
    int place = threadIdx.x;
    // your part: the likeness times reach^2 / (reach^2 + away^2)
    int away = place - 3;
    int value = likeness[place] * 4 / (4 + away * away);
    // end of your part
    score[place] = value;
}
