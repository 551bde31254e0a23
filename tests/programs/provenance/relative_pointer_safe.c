// expect: safe
// because: the offset is taken from where it is stored
extern void reach_error(void);
struct relative { long offset; };
int x = 5;
struct relative first, second;
int main(void) {
  first.offset = (long)&x - (long)&first;
  second.offset = first.offset;
  int *p = (int *)((char *)&first + first.offset);
  if (!(p == &x))
    reach_error();
}
