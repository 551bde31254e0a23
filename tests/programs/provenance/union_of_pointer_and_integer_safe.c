// expect: safe
// because: both members are the same bytes
extern void reach_error(void);
typedef unsigned long word;
union both { int *pointer; word number; };
int x = 5, y = 6;
int main(void) {
  union both u, v;
  u.pointer = &x;
  v.number = u.number;
  u.pointer = &y;
  if (!(*v.pointer == 5))
    reach_error();
}
