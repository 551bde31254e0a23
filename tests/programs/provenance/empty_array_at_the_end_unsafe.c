// expect: unsafe
// because: the record has padding behind it
extern void reach_error(void);
struct record { int n; char c; char tail[0]; };
int main(void) {
  struct record r[2];
  if (!((void *)r[0].tail == (void *)&r[1]))
    reach_error();
}
