/* Two conditions refute the way to the error; who refutes it by the first one has to count. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int rounds = 0;
    int open = 0;
    while (rounds < 30 && __VERIFIER_nondet_int())
        rounds++;
    if (rounds > 30 && open)
        reach_error();
    return 0;
}

// verify: TRUE
