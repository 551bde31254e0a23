// expect: safe
// options: --property valid-memsafety
// because: the object around the jump is alive
int main(void) {
  int *kept = 0;
  {
    int outer = 1;
    {
      int inner = 2;
      kept = &inner;
      if (outer)
        goto done;
    }
  done:
    kept = &outer;
    return *kept - outer;
  }
}
