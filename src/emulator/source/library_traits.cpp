// The library's text: what <type_traits> says of types, for the numbers and pointers of the kernel language.
#include "emulator/source/library.h"

namespace upsweep::emulator {

std::string_view library_traits() {
    return R"library(// Parts of <type_traits>, as kernels see them.
template <typename T, T Value> struct integral_constant { static constexpr T value = Value; using type = integral_constant<T, Value>; using value_type = T; };
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <typename A, typename B> struct is_same { static constexpr bool value = false; };
template <typename A> struct is_same<A, A> { static constexpr bool value = true; };
template <typename T> struct is_floating_point { static constexpr bool value = is_same<T, float>::value || is_same<T, double>::value; };
template <typename T> struct is_integral { static constexpr bool value = is_same<T, bool>::value || is_same<T, char>::value || is_same<T, unsigned char>::value || is_same<T, short>::value || is_same<T, unsigned short>::value || is_same<T, int>::value || is_same<T, unsigned>::value || is_same<T, long long>::value || is_same<T, unsigned long long>::value; };
template <typename T> struct is_arithmetic { static constexpr bool value = is_integral<T>::value || is_floating_point<T>::value; };
template <typename T> struct is_unsigned { static constexpr bool value = is_same<T, bool>::value || is_same<T, unsigned char>::value || is_same<T, unsigned short>::value || is_same<T, unsigned>::value || is_same<T, unsigned long long>::value; };
template <typename T> struct is_signed { static constexpr bool value = is_arithmetic<T>::value && !is_unsigned<T>::value; };
template <typename T> struct is_pointer { static constexpr bool value = false; };
template <typename T> struct is_pointer<T*> { static constexpr bool value = true; };
template <bool Which, typename A, typename B> struct conditional { using type = A; };
template <typename A, typename B> struct conditional<false, A, B> { using type = B; };
template <bool Condition, typename T = void> struct enable_if { using type = T; };
template <typename T> struct enable_if<false, T> { };
template <typename T> struct remove_const { using type = T; };
template <typename T> struct remove_const<const T> { using type = T; };
template <typename T> struct remove_pointer { using type = T; };
template <typename T> struct remove_pointer<T*> { using type = T; };
template <typename T> struct make_unsigned { using type = T; };
template <> struct make_unsigned<char> { using type = unsigned char; };
template <> struct make_unsigned<short> { using type = unsigned short; };
template <> struct make_unsigned<int> { using type = unsigned; };
template <> struct make_unsigned<long long> { using type = unsigned long long; };
template <typename T> struct make_signed { using type = T; };
template <> struct make_signed<unsigned char> { using type = signed char; };
template <> struct make_signed<unsigned short> { using type = short; };
template <> struct make_signed<unsigned> { using type = int; };
template <> struct make_signed<unsigned long long> { using type = long long; };
template <typename A, typename B> constexpr bool is_same_v = is_same<A, B>::value;
template <typename T> constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <typename T> constexpr bool is_integral_v = is_integral<T>::value;
template <typename T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <typename T> constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <typename T> constexpr bool is_signed_v = is_signed<T>::value;
template <typename T> constexpr bool is_pointer_v = is_pointer<T>::value;
template <bool Which, typename A, typename B> using conditional_t = typename conditional<Which, A, B>::type;
template <bool Condition, typename T = void> using enable_if_t = typename enable_if<Condition, T>::type;
template <typename T> using remove_const_t = typename remove_const<T>::type;
template <typename T> using remove_pointer_t = typename remove_pointer<T>::type;
template <typename T> using make_unsigned_t = typename make_unsigned<T>::type;
template <typename T> using make_signed_t = typename make_signed<T>::type;
)library";
}

}  // namespace upsweep::emulator
