// expect: safe
// because: numbers in an array are pointers still
extern void reach_error(void);
int x = 5, y = 6;
int main(void) {
  long table[2] = {(long)&x, (long)&y};
  *(int *)table[0] += 10;
  if (!(x == 15 && y == 6))
    reach_error();
}
