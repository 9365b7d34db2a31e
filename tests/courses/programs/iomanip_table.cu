// Prints a matrix with iomanip: fixed, scientific, fill, hex, precision.
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

using namespace std;

__global__ void powers(double* out, int rows, int columns)
{
    int r = threadIdx.y, c = threadIdx.x;
    if (r < rows && c < columns) {
        double v = 1;
        for (int k = 0; k < c; ++k) v *= r + 0.5;
        out[r * columns + c] = v;
    }
}

int main()
{
    const int rows = 4, columns = 5;
    double h[rows * columns], *d;
    cudaMalloc(&d, sizeof(h));
    powers<<<1, dim3(8, 8)>>>(d, rows, columns);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    cudaFree(d);
    cout << "default:" << endl;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) cout << h[r * columns + c] << (c + 1 < columns ? ", " : "\n");
    }
    cout << "fixed:" << endl << fixed << setprecision(3);
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < columns; ++c) cout << setw(10) << h[r * columns + c];
        cout << endl;
    }
    cout << scientific << setprecision(2) << h[9] << ' ' << h[19] << endl;
    cout << defaultfloat << setprecision(10) << M_PI << ' ' << 1e-7 << ' ' << 123456789012.0 << endl;
    cout << setfill('0') << setw(6) << 42 << setfill(' ') << '|' << left << setw(6) << 42 << '|' << right << setw(6) << -42 << '|' << internal << setw(6) << -42 << endl;
    cout << hex << 255 << ' ' << showbase << 255 << ' ' << uppercase << 255 << nouppercase << noshowbase << ' ' << oct << 8 << dec << endl;
    cout << boolalpha << true << ' ' << noboolalpha << false << ' ' << showpos << 3 << ' ' << 2.5 << noshowpos << endl;
    cout << 1.0f / 3.0f << ' ' << 100000.0 << ' ' << 1000000.0 << ' ' << 1.5e300 << ' ' << 0.1f + 0.2f << ' ' << (float)1e10 << endl;
    cout << NAN << ' ' << INFINITY << ' ' << -1.0 / 0.0 << ' ' << -0.0 << endl;
    cout << 'c' << ' ' << (int)'c' << ' ' << (unsigned char)65 << ' ' << 3000000000u << ' ' << -5LL << ' ' << (short)7 << endl;
    ostringstream text;
    text << "row " << 3 << ": " << setprecision(4) << 2.0 / 3;
    string s = text.str();
    cout << s << " (" << s.length() << ")" << endl;
    return 0;
}
