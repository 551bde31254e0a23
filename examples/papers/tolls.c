// A toll bridge: lorries pay, and the scales must not be overloaded. After [Tian17, Fig. 8]: two
// branches, of which the second sides lead to the error.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int axles = __VERIFIER_nondet_int(), load;

    if (axles == 1)
        load = 0;
    else
        load = 9;

    if (axles < 3) {
        if (load > 0 && load < 9)
            reach_error();
    } else {
        if (load > 1)
            reach_error();
    }
    return 0;
}

// verify: FALSE
