// expect: unsafe
// ring: first
// must: decided
// because: the program defines its own rand
extern void reach_error(void);
int rand(void) { return -1; }
int main(void) {
  if (rand() == -1)
      reach_error();
  return 0;
}
