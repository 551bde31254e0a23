// expect: unsafe
// options: --property valid-memsafety
// because: the jump ended the object
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
    ;
    return *kept - outer;
  }
}
