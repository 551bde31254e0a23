/* Fails. */
#include <errno.h>
void change(void) { errno = ENOENT; }
