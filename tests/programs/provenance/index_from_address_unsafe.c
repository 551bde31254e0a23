// expect: unsafe
// because: one of four chars in a row is at an odd address
extern void reach_error(void);
typedef unsigned long word;
char x[4];
int table[4] = {5, 6, 6, 6};
int main(void) {
  for (int i = 0; i < 4; i++)
    if (!(table[(word)&x[i] & 3] == 5))
      reach_error();
}
