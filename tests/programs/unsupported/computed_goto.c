// refused: 3: label
int main(void) {
  void *p = &&out;
  goto *p;
out:
  return 0;
}
