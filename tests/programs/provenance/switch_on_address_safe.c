// expect: safe
// because: each of the four ways leads to the same
extern void reach_error(void);
typedef unsigned long word;
char x[4];
int main(void) {
  int count = 0;
  for (int i = 0; i < 4; i++)
    switch ((word)&x[i] % 4) {
      case 0: count++; break;
      case 1: count++; break;
      case 2: count++; break;
      case 3: count++; break;
    }
  if (!(count == 4))
    reach_error();
}
