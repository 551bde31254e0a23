// expect: safe
// because: a poisoned pointer leads to no variable, and those that lead to one lead back
extern void reach_error(void);
struct link { struct link *next; };
struct link first, second, third, fourth, fifth;
int main(void) {
  struct link *all[5] = {&first, &second, &third, &fourth, &fifth};
  union {
    struct link *whole;
    unsigned long number;
  } at;
  for (int i = 0; i < 5; i++) {
    at.whole = all[i];
    if (at.whole != all[i])
      reach_error();
  }
  at.whole = (struct link *)0x100100;
  if (at.whole != (struct link *)0x100100)
    reach_error();
}
