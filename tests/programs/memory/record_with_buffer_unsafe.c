// expect: unsafe
// property: valid-memsafety
// violated: valid-deref
// because: one byte more than the buffer has is cleared
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct text {
  unsigned length;
  char *letters;
};

static void clear(struct text *text) {
  for (unsigned i = 0; i < text->length; i++)
    text->letters[i] = ' ';
}

int main(void) {
  struct text text;
  text.length = __VERIFIER_nondet_uint() % 100 + 2;
  text.letters = malloc(text.length - 1);
  if (!text.letters)
    return 0;
  clear(&text);
  free(text.letters);
  return 0;
}
