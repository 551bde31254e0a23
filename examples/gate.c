/* The gate of a car park, which must not fall on a car. Its clock goes on for ever, but nothing
 * that matters depends on it. */
// run: 1,1,1,1,0,1,0 -> normal end
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum gate { SHUT, RISING, UP, FALLING };

int main(void)
{
    enum gate gate = SHUT;
    int car = 0;
    unsigned ticks = 0;

    while (__VERIFIER_nondet_int()) {
        ticks = ticks + 1;
        switch (gate) {
        case SHUT:
            if (__VERIFIER_nondet_int())
                gate = RISING;
            break;
        case RISING:
            gate = UP;
            break;
        case UP:
            car = __VERIFIER_nondet_int() != 0;
            if (!car)
                gate = FALLING;
            break;
        case FALLING:
            if (car)
                reach_error();
            gate = SHUT;
            break;
        }
    }
    return 0;
}

// verify: TRUE
