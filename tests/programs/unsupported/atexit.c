// refused: 4: atexit
#include <stdlib.h>
static void last(void) {}
int main(void) { return atexit(last); }
