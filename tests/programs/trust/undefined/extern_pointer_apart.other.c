/* Has a pointer to an object of its own. */
static int own;
int *elsewhere = &own;
