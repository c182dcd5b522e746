/* What is known of a board, and how a cell becomes a star or none.
 *
 * The kernel applies the rules of the Python modules of the same names, to the same end: boards are settled alike,
 * and the search looks at the same ones in the same order. Here a board is kept twice, by rows and by columns, a
 * line of cells in one word; every change marks what it concerns, so that a rule looks at a line or region only
 * after a change there.
 */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { MAX_SIZE = 30, MAX_STARS = 7, NO_REGION = 255 };
enum { ROWS, COLUMNS, AXES };
enum { ABOVE, BELOW, SIDES };

typedef uint32_t Line; /* the cells of a row or column, or a set of lines, regions or splits: a bit each */

typedef struct {
    int size, stars, regions;
    uint8_t region_of[MAX_SIZE][MAX_SIZE];
    Line region[AXES][MAX_SIZE][MAX_SIZE]; /* [axis][region][line] */
    int first[AXES][MAX_SIZE], last[AXES][MAX_SIZE];
} Puzzle;

typedef struct {
    Line open[AXES][MAX_SIZE], stars[AXES][MAX_SIZE];
    Line strips[AXES], regions, shares; /* what must be looked at again, by the rule that does so */
    uint8_t share[AXES][SIDES][MAX_SIZE][MAX_SIZE]; /* [axis][side][region][split] */
    int16_t most[AXES][SIDES][MAX_SIZE];            /* their sums: [axis][side][split] */
    Line divided[AXES][SIDES][MAX_SIZE];            /* the splits at which a region was divided as it is now */
    bool failed;
} Board;

static inline int number_of(Line cells) {
    cells -= cells >> 1 & 0x55555555u;
    cells = (cells & 0x33333333u) + (cells >> 2 & 0x33333333u);
    return (int)(((cells + (cells >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24);
}

static inline int lowest(Line cells) { return number_of((cells & (0u - cells)) - 1); }

static inline Line bit(int place) { return (Line)1 << place; }

/* The lowest bit of the set, which is taken out of it. */
static inline int take(Line *set) {
    int place = lowest(*set);
    *set &= *set - 1;
    return place;
}

static void changed(const Puzzle *puzzle, Board *board, int row, int col) {
    Line strips = bit(puzzle->size - 1) - 1;
    board->strips[ROWS] |= (bit(row) | bit(row) >> 1) & strips;
    board->strips[COLUMNS] |= (bit(col) | bit(col) >> 1) & strips;
    if (puzzle->region_of[row][col] != NO_REGION)
        board->regions |= bit(puzzle->region_of[row][col]);
}

static void cross(const Puzzle *puzzle, Board *board, int row, int col) {
    if (!(board->open[ROWS][row] & bit(col)))
        return;
    if (board->stars[ROWS][row] & bit(col))
        board->failed = true;
    board->open[ROWS][row] &= ~bit(col);
    board->open[COLUMNS][col] &= ~bit(row);
    changed(puzzle, board, row, col);
}

static void place(const Puzzle *puzzle, Board *board, int row, int col) {
    if (board->stars[ROWS][row] & bit(col))
        return;
    if (!(board->open[ROWS][row] & bit(col)))
        board->failed = true;
    board->stars[ROWS][row] |= bit(col);
    board->stars[COLUMNS][col] |= bit(row);
    changed(puzzle, board, row, col);
    for (int y = row - 1; y <= row + 1; y++)
        for (int x = col - 1; x <= col + 1; x++)
            if ((y != row || x != col) && 0 <= y && y < puzzle->size && 0 <= x && x < puzzle->size)
                cross(puzzle, board, y, x);
}

static void cross_line(const Puzzle *puzzle, Board *board, int axis, int line, Line cells) {
    for (cells &= board->open[axis][line]; cells;) {
        int at = take(&cells);
        cross(puzzle, board, axis == ROWS ? line : at, axis == ROWS ? at : line);
    }
}

static void place_line(const Puzzle *puzzle, Board *board, int axis, int line, Line cells) {
    for (cells &= ~board->stars[axis][line]; cells;) {
        int at = take(&cells);
        place(puzzle, board, axis == ROWS ? line : at, axis == ROWS ? at : line);
    }
}

#endif
