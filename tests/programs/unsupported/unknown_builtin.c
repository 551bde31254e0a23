// refused: 3: __builtin_clzg
int main(void) {
  return __builtin_clzg(5u);
}
