/* Two neighbouring lines hold 2k stars, but at most one in every two columns: see strips.py. */
#ifndef STRIPS_H
#define STRIPS_H

#include "board.h"

typedef uint64_t States; /* of a strip: stars in the upper line + stars in the lower line * (k + 1), a bit each */

typedef struct {
    int down; /* bits by which a star in the lower line moves a state */
    States upper_placed, lower_placed, goal;
} Strips;

static Strips strips_of(int stars) {
    Strips strips = {.down = stars + 1, .goal = (States)1 << ((stars + 1) * (stars + 1) - 1)};
    for (int state = 0; state < (stars + 1) * (stars + 1); state++) {
        strips.upper_placed |= state % strips.down ? (States)1 << state : 0;
        strips.lower_placed |= state >= strips.down ? (States)1 << state : 0;
    }
    return strips;
}

/* Keeps the cells of two neighbouring lines that some filling of both uses, and places the stars of all of them. */
static void narrow_strip(const Puzzle *puzzle, const Strips *strips, Board *board, int axis, int upper) {
    Line open_upper = board->open[axis][upper], open_lower = board->open[axis][upper + 1];
    Line placed = board->stars[axis][upper] | board->stars[axis][upper + 1];
    States reached_empty[MAX_SIZE], reached_filled[MAX_SIZE], empty = 1, filled = 0;
    for (int at = 0; at < puzzle->size; at++) {
        reached_empty[at] = empty;
        reached_filled[at] = filled;
        States by_upper = open_upper >> at & 1 ? empty << 1 & strips->upper_placed : 0;
        States by_lower = open_lower >> at & 1 ? empty << strips->down & strips->lower_placed : 0;
        empty = placed >> at & 1 ? 0 : empty | filled;
        filled = by_upper | by_lower;
    }
    if (!((empty | filled) & strips->goal)) {
        board->failed = true;
        return;
    }
    Line uppers = 0, lowers = 0, empties = 0;
    States after_empty = strips->goal, after_filled = strips->goal;
    for (int at = puzzle->size - 1; at >= 0; at--) {
        States by_upper = open_upper >> at & 1 ? after_filled & strips->upper_placed : 0;
        States by_lower = open_lower >> at & 1 ? after_filled & strips->lower_placed : 0;
        States by_none = placed >> at & 1 ? 0 : after_empty;
        uppers |= reached_empty[at] << 1 & by_upper ? bit(at) : 0;
        lowers |= reached_empty[at] << strips->down & by_lower ? bit(at) : 0;
        empties |= (reached_empty[at] | reached_filled[at]) & by_none ? bit(at) : 0;
        after_empty = by_none | by_upper >> 1 | by_lower >> strips->down;
        after_filled = by_none;
    }
    cross_line(puzzle, board, axis, upper, ~uppers);
    cross_line(puzzle, board, axis, upper + 1, ~lowers);
    place_line(puzzle, board, axis, upper, uppers & ~lowers & ~empties);
    place_line(puzzle, board, axis, upper + 1, lowers & ~uppers & ~empties);
}

#endif
