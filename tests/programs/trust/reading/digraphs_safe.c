// expect: safe
// must: decided
// because: digraphs are brackets
extern void reach_error(void);
int main(void) {
  int a<:2:> = <%1, 2%>;
  if (a<:1:> != 2)
      reach_error();
  return 0;
}
