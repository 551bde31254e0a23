// expect: safe
// must: decided
// because: the small code model
extern void reach_error(void);
#if defined __code_model_small__ && defined __ELF__
enum { chosen = 1 };
#else
enum { chosen = 0 };
#endif
int main(void) {
  if (chosen != 1)
      reach_error();
  return 0;
}
