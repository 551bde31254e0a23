// expect: unsafe
// because: the poison in a list is not the address of a variable, and stays what it is
extern void reach_error(void);
struct link { struct link *next; };
struct link first, second, third, fourth;
struct link *all[4] = {&first, &second, &third, &fourth};
int main(void) {
  union {
    struct link *whole;
    unsigned long number;
  } at;
  at.whole = all[3];
  if (at.whole != &fourth)
    return 0;
  at.whole = (struct link *)0x100100;
  if (at.number == 0x100100 && at.whole == (struct link *)0x100100)
    reach_error();
}
