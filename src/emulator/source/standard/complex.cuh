// <complex>
namespace std {
template <typename T> class complex {
    T re_, im_;

public:
    using value_type = T;
    __host__ __device__ complex(T re = T(), T im = T()) : re_(re), im_(im) {}
    template <typename U> __host__ __device__ complex(const complex<U>& other) : re_((T)other.real()), im_((T)other.imag()) {}
    __host__ __device__ T real() const { return re_; }
    __host__ __device__ T imag() const { return im_; }
    void real(T value) { re_ = value; }
    void imag(T value) { im_ = value; }
    complex& operator+=(const complex& b)
    {
        re_ += b.re_, im_ += b.im_;
        return *this;
    }
    complex& operator-=(const complex& b)
    {
        re_ -= b.re_, im_ -= b.im_;
        return *this;
    }
    complex& operator*=(const complex& b)
    {
        T re = re_ * b.re_ - im_ * b.im_;
        im_ = re_ * b.im_ + im_ * b.re_;
        re_ = re;
        return *this;
    }
    complex& operator*=(T b)
    {
        re_ *= b, im_ *= b;
        return *this;
    }
    complex& operator/=(T b)
    {
        re_ /= b, im_ /= b;
        return *this;
    }
};
template <typename T> complex<T> operator+(complex<T> a, const complex<T>& b) { return a += b; }
template <typename T> complex<T> operator-(complex<T> a, const complex<T>& b) { return a -= b; }
template <typename T> complex<T> operator*(complex<T> a, const complex<T>& b) { return a *= b; }
template <typename T> complex<T> operator*(complex<T> a, T b) { return a *= b; }
template <typename T> complex<T> operator*(T a, complex<T> b) { return b *= a; }
template <typename T> complex<T> operator/(complex<T> a, T b) { return a /= b; }
template <typename T> complex<T> operator/(const complex<T>& a, const complex<T>& b)
{
    T scale = b.real() * b.real() + b.imag() * b.imag();
    return complex<T>((a.real() * b.real() + a.imag() * b.imag()) / scale, (a.imag() * b.real() - a.real() * b.imag()) / scale);
}
template <typename T> complex<T> operator+(complex<T> a, T b) { return a += complex<T>(b); }
template <typename T> complex<T> operator+(T a, complex<T> b) { return b += complex<T>(a); }
template <typename T> complex<T> operator-(complex<T> a, T b) { return a -= complex<T>(b); }
template <typename T> complex<T> operator-(T a, const complex<T>& b) { return complex<T>(a) -= b; }
template <typename T> complex<T> operator/(T a, const complex<T>& b) { return complex<T>(a) / b; }
template <typename T> complex<T> operator-(const complex<T>& a) { return complex<T>(-a.real(), -a.imag()); }
template <typename T> bool operator==(const complex<T>& a, const complex<T>& b) { return a.real() == b.real() && a.imag() == b.imag(); }
template <typename T> T real(const complex<T>& a) { return a.real(); }
template <typename T> T imag(const complex<T>& a) { return a.imag(); }
template <typename T> T abs(const complex<T>& a) { return hypot(a.real(), a.imag()); }
template <typename T> T norm(const complex<T>& a) { return a.real() * a.real() + a.imag() * a.imag(); }
template <typename T> T arg(const complex<T>& a) { return atan2(a.imag(), a.real()); }
template <typename T> complex<T> conj(const complex<T>& a) { return complex<T>(a.real(), -a.imag()); }
template <typename T> complex<T> polar(T length, T angle) { return complex<T>(length * cos(angle), length * sin(angle)); }
template <typename T> complex<T> exp(const complex<T>& a) { return polar((T)exp(a.real()), a.imag()); }
template <typename T> complex<T> sqrt(const complex<T>& a) { return polar((T)sqrt(abs(a)), arg(a) / 2); }
}  // namespace std
