// refused: 3: complex
int main(void) {
  double _Complex z = 1.0;
  z = z * z;
  return 0;
}
