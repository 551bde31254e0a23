// refused: 5: %n
#include <stdio.h>
int main(void) {
  int n = 0;
  printf("abc%n", &n);
  return n;
}
