// expect: safe
// run: 1, 2, 3, 4 -> end 0
// run: 0, 0, 0, 0 -> end 0
// because: transposed twice a matrix is itself, and the diagonal stays
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[2][2], b[2][2], c[2][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      a[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      b[j][i] = a[i][j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      c[j][i] = b[i][j];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      if (c[i][j] != a[i][j] || a[i][i] != b[i][i])
        reach_error();
  return 0;
}
