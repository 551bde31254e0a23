// expect: safe
// because: the lowest bits of an aligned address are zero
extern void reach_error(void);
typedef unsigned long word;
int x[4];
int table[4] = {5, 6, 6, 6};
int main(void) {
  for (int i = 0; i < 4; i++)
    if (!(table[(word)&x[i] & 3] == 5))
      reach_error();
}
