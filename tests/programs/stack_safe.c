// expect: safe
// run: 3, 4 -> end 0
// run: 0, 0 -> end 0
// because: what is pushed last is popped first
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int stack[8];
static int top;
static void push(int x) { stack[top++] = x; }
static int pop(void) { return stack[--top]; }
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  push(x);
  push(y);
  push(x - y);
  if (pop() + pop() != x || pop() != x || top != 0)
    reach_error();
  return 0;
}
