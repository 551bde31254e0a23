// expect: unsafe
// because: a program is started with an environment, perhaps an empty one
extern void reach_error(void);
extern char **environ;
int main(void) {
  if (environ)
    reach_error();
  return 0;
}
