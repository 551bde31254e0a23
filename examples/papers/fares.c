// Every passenger pays 3. That the box holds 3 for each passenger is an invariant with a coefficient
// of 3, which is in no smaller language L(k); see "A Weak Notion of Completeness" in [McMillan06].
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int passengers = 0, box = 0;

    while (passengers < 1000 && __VERIFIER_nondet_int()) {
        passengers++;
        box += 3;
    }
    if (box != 3 * passengers)
        reach_error();
    return 0;
}

// verify: TRUE
