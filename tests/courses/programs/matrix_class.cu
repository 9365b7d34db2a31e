// A matrix class with operators; products on the device, checks on the host.
#include <cassert>
#include <initializer_list>
#include <iostream>
#include <vector>

template <typename T>
__global__ void product(const T* a, const T* b, T* c, int n, int k, int m)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= m) return;
    T sum = T();
    for (int x = 0; x < k; ++x) sum += a[i * k + x] * b[x * m + j];
    c[i * m + j] = sum;
}

template <typename T>
class Matrix {
    int rows_, columns_;
    std::vector<T> data_;

public:
    Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns) {}
    Matrix(int rows, int columns, std::initializer_list<T> values) : rows_(rows), columns_(columns), data_(values)
    {
        assert((int)data_.size() == rows * columns);
    }
    T& operator()(int r, int c) { return data_[r * columns_ + c]; }
    const T& operator()(int r, int c) const { return data_[r * columns_ + c]; }
    int rows() const { return rows_; }
    int columns() const { return columns_; }
    Matrix operator*(const Matrix& b) const
    {
        Matrix c(rows_, b.columns_);
        T *da, *db, *dc;
        cudaMalloc(&da, data_.size() * sizeof(T));
        cudaMalloc(&db, b.data_.size() * sizeof(T));
        cudaMalloc(&dc, c.data_.size() * sizeof(T));
        cudaMemcpy(da, data_.data(), data_.size() * sizeof(T), cudaMemcpyHostToDevice);
        cudaMemcpy(db, b.data_.data(), b.data_.size() * sizeof(T), cudaMemcpyHostToDevice);
        product<<<dim3((b.columns_ + 3) / 4, (rows_ + 3) / 4), dim3(4, 4)>>>(da, db, dc, rows_, columns_, b.columns_);
        cudaMemcpy(c.data_.data(), dc, c.data_.size() * sizeof(T), cudaMemcpyDeviceToHost);
        cudaFree(da);
        cudaFree(db);
        cudaFree(dc);
        return c;
    }
    Matrix& operator+=(T v)
    {
        for (T& x : data_) x += v;
        return *this;
    }
    friend bool operator==(const Matrix& a, const Matrix& b) { return a.rows_ == b.rows_ && a.data_ == b.data_; }
    friend std::ostream& operator<<(std::ostream& out, const Matrix& m)
    {
        for (int r = 0; r < m.rows_; ++r) {
            out << (r ? " [" : "[[");
            for (int c = 0; c < m.columns_; ++c) out << (c ? ", " : "") << m(r, c);
            out << (r + 1 < m.rows_ ? "]\n" : "]]\n");
        }
        return out;
    }
};

int main()
{
    Matrix<double> a(2, 3, {1, 2, 3, 4, 5, 6}), b(3, 2, {0.5, 0, 0, 1, 2, -1});
    auto c = a * b;
    std::cout << c;
    Matrix<double> identity(3, 3);
    for (int i = 0; i < 3; ++i) identity(i, i) = 1;
    std::cout << (a * identity == a ? "a * 1 == a" : "a * 1 != a") << std::endl;
    c += 0.25;
    std::cout << c * a << c.rows() << " x " << c.columns() << std::endl;
    Matrix<int> counts(1, 4, {1, 2, 3, 4});
    std::cout << counts * Matrix<int>(4, 1, {1, 1, 1, 1});
    return 0;
}
