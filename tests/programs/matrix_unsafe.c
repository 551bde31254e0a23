// expect: unsafe
// run: 1, 2, 2, 4 -> end 0
// run: 1, 2, 3, 4 -> error
// because: a matrix is not its transpose
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[2][2], b[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      a[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      b[j][i] = a[i][j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (b[i][j] != a[i][j])
        reach_error();
  return 0;
}
