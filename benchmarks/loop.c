/* The yardsticks of benchmarks/batch.py: each game as a plain loop, as one would write it in C for that game alone.

   Hands are arrays, a card is drawn at random and the last one takes its place, the rules are a few ifs. Every random
   number is a word of its own from the same generator that batches use. */

#include <stdint.h>

typedef unsigned __int128 wide;

static uint64_t state;

static uint64_t word(void) {
    state += 0xa0761d6478bd642fu;
    wide product = (wide)state * (state ^ 0xe7037ed1a0b428dbu);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* A number below a bound, without bias. */
static uint32_t below(uint32_t bound) {
    wide product = (wide)word() * bound;
    if ((uint64_t)product < bound) {
        uint64_t limit = -(uint64_t)bound % bound;
        while ((uint64_t)product < limit) product = (wide)word() * bound;
    }
    return (uint32_t)(product >> 64);
}

static void shuffle(uint8_t *pack, int cards) {
    for (int i = 0; i < cards; i++) pack[i] = i;
    for (int i = cards - 1; i > 0; i--) {
        int j = below(i + 1);
        uint8_t card = pack[i];
        pack[i] = pack[j];
        pack[j] = card;
    }
}

/* Play a period of breakaway; a sudden one ends with the first goal. */
static void period(int first, const int *packets, int count, int sudden, int *goals) {
    uint8_t pack[52], hand[2][6];
    int next = 0, top = -1, claim = -1, mover = first;
    shuffle(pack, 52);
    for (int k = 0; k < count; k++) {
        int size = packets[k];
        for (int i = 0; i < size; i++)
            for (int turn = 0; turn < 2; turn++) hand[first ^ turn][i] = pack[next++] >> 2;
        for (int play = 0; play < 2 * size; play++) {
            int held = size - play / 2, at = below(held), rank = hand[mover][at];
            hand[mover][at] = hand[mover][held - 1];
            if (rank == 9) {
                claim = mover;
            } else if (rank != top) {
                if (claim == mover) claim = -1;
            } else if (claim == mover) {
                goals[mover]++;
                claim = -1;
                if (sudden) return;
            } else {
                claim = mover;
            }
            top = rank;
            mover ^= 1;
        }
    }
}

/* Play games of breakaway; return the goals of side 0. */
long breakaway(long games) {
    static const int packets[5] = {5, 5, 5, 5, 6}, overtime[6] = {4, 4, 4, 4, 4, 6};
    long total = 0;
    for (long game = 0; game < games; game++) {
        int goals[2] = {0, 0};
        state = game * 0x9e3779b97f4a7c15u;
        for (int p = 0; p < 3; p++) period((p + 1) & 1, packets, 5, 0, goals);
        if (goals[0] == goals[1]) period(0, overtime, 6, 1, goals);
        total += goals[0];
    }
    return total;
}

/* Play games of rink with 36 cards; return the goals of side 0. */
long rink(long games) {
    long total = 0;
    for (long game = 0; game < games; game++) {
        uint8_t pack[36];
        int goals[2] = {0, 0};
        state = game * 0x9e3779b97f4a7c15u;
        shuffle(pack, 36);
        for (int run = 0; run < 20; run++) {
            int seat = (run + 1) & 1, running = pack[16 + run], passed = 0;
            for (; passed < 4; passed++) {
                int row = seat ? 2 - passed : passed;
                int place = passed < 3 ? 4 * row + below(4) : 12 + 2 * (1 - seat) + below(2);
                int card = pack[place];
                if ((card & 3) != (running & 3) && card >> 2 != running >> 2) break;
            }
            if (passed == 4) goals[seat]++;
        }
        total += goals[0];
    }
    return total;
}
