// expect: safe
// because: the third parameter is the environment
extern void reach_error(void);
int main(int argc, char **argv, char **envp) {
  if (argc == 1 && envp != envp)
    reach_error();
  return 0;
}
