/* No variable of the C library. */
extern int shared;
int *optarg = &shared;
