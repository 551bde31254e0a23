/* Writes where the global pointer of the other file leads. */
extern int *where;
void change(void) {
  if (where)
    *where = 6;
}
