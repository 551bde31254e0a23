// expect: safe
// property: valid-memsafety
// because: the length is kept beside the buffer
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
  text.letters = malloc(text.length);
  if (!text.letters)
    return 0;
  clear(&text);
  free(text.letters);
  return 0;
}
