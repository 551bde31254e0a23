/* Casts const away, which C allows for objects that are not const. */
void look(const int *p) { *(int *)p = 6; }
