// A batch is mixed from up to six liquids: nothing is poured through a valve that is closed.
// run: 1,0,1,0,0,1 -> normal end
// run: 0,0,0,0,0,0 -> normal end
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { CLOSED, OPEN };

static void pour(int valve)
{
    if (valve != OPEN)
        reach_error();
}

int main(void)
{
    int water = __VERIFIER_nondet_int(), water_valve = CLOSED;
    if (water)
        water_valve = OPEN;
    if (water)
        pour(water_valve);

    int acid = __VERIFIER_nondet_int(), acid_valve = CLOSED;
    if (acid)
        acid_valve = OPEN;
    if (acid)
        pour(acid_valve);

    int salt = __VERIFIER_nondet_int(), salt_valve = CLOSED;
    if (salt)
        salt_valve = OPEN;
    if (salt)
        pour(salt_valve);

    int sugar = __VERIFIER_nondet_int(), sugar_valve = CLOSED;
    if (sugar)
        sugar_valve = OPEN;
    if (sugar)
        pour(sugar_valve);

    int dye = __VERIFIER_nondet_int(), dye_valve = CLOSED;
    if (dye)
        dye_valve = OPEN;
    if (dye)
        pour(dye_valve);

    int scent = __VERIFIER_nondet_int(), scent_valve = CLOSED;
    if (scent)
        scent_valve = OPEN;
    if (scent)
        pour(scent_valve);

    return 0;
}

// verify: TRUE
