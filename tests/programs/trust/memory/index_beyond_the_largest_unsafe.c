// expect: unsafe
// options: --property valid-deref --data-model ILP32
// because: nothing lies before the start of an array
int main(void) {
  int before[4] = {1, 2, 3, 4};
  int behind[4] = {5, 6, 7, 8};
  int *p = before;
  int *q = behind + 1;
  return p[0xFFFFFFFFu] + q[0xFFFFFFFFu];
}
