// expect: safe
// because: an array without elements starts where the record ends
extern void reach_error(void);
struct record { int n;  char tail[0]; };
int main(void) {
  struct record r[2];
  if (!((void *)r[0].tail == (void *)&r[1]))
    reach_error();
}
