// expect: unsafe
// run: 4, 4 -> end 0
// run: 3, 4 -> error
// because: the first that is popped is the last that was pushed
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
  int first = pop();
  if (first != x || pop() != y)
    reach_error();
  return 0;
}
