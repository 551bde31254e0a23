// expect: unsafe
// because: the record may begin anywhere
extern void reach_error(void);
typedef unsigned long word;
struct record { char tag; int value; } __attribute__((packed));
int main(void) {
  struct record r = {1, 2};
  char *p = (char *)&r + 1;
  if (!((word)p % 4 == 1))
    reach_error();
}
