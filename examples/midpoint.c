// The middle of two indices, as most binary searches computed it for decades.
// run: 10,20 -> normal end
// run: 2000000000,2100000000 -> error reached
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int midpoint(int low, int high)
{
    return (low + high) / 2;
}

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();
    if (low < 0 || high < low)
        return 0;

    int middle = midpoint(low, high);
    if (middle < low || middle > high)
        reach_error();
    return 0;
}

// verify: FALSE
