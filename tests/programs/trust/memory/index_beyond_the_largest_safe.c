// expect: safe
// options: --property valid-deref --data-model ILP32
// because: an unsigned index may stand for a negative one, here -1
int main(void) {
  int before[4] = {1, 2, 3, 4};
  int behind[4] = {5, 6, 7, 8};
  int *p = before + 1;
  int *q = behind + 1;
  unsigned minus = 0xFFFFFFFFu;
  return p[0xFFFFFFFFu] + q[minus] - 6;
}
