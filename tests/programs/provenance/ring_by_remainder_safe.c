// expect: safe
// options: --property valid-memsafety
// because: the remainder brings the pointer back to the start
int main(void) {
  int ring[5] = {1, 2, 3, 4, 5}, sum = 0, *p = ring;
  for (int i = 0; i < 12; i++) {
    sum += *p;
    p = ring + (p - ring + 1) % 5;
  }
  return sum == 0;
}
