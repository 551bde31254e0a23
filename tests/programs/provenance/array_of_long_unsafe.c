// expect: unsafe
// because: the numbers changed places
extern void reach_error(void);
int x = 5, y = 6;
int main(void) {
  long table[2] = {(long)&x, (long)&y};
  long kept = table[0]; table[0] = table[1]; table[1] = kept;
  *(int *)table[0] += 10;
  if (!(x == 15 && y == 6))
    reach_error();
}
