/* Has a pointer to a global of the program. */
extern int shared;
int *elsewhere = &shared;
