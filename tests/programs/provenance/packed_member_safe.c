// expect: safe
// because: the member is one byte behind an address that four divides
extern void reach_error(void);
typedef unsigned long word;
struct record { char tag; int value; } __attribute__((packed, aligned(4)));
int main(void) {
  struct record r = {1, 2};
  char *p = (char *)&r + 1;
  if (!((word)p % 4 == 1))
    reach_error();
}
