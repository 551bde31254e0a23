// refused: 3: _Complex
int main(void) {
  double _Complex z = 1.0;
  z = z * z;
  return 0;
}
