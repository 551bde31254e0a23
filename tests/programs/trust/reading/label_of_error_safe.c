// expect: safe
// ring: first
// because: the label names the error function
extern void reach_error(void);
extern void fine(void) asm("nothing");
void nothing(void) {}
int main(void) {
  fine();
  return 0;
}
