// expect: unsafe
// truth: -O0 only
// because: gcc places the globals side by side, and the comparison makes sure of it
extern void reach_error(void);
typedef unsigned long word;
int x = 5, y = 6;
int main(void) {
  word n = (word)&y - sizeof(int);
  if (n == (word)&x)
    *(int *)n = 7;
  if (!(x == 5))
    reach_error();
}
