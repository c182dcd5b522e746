/* What all ways to place so many stars in a few cells have in common: see fillings.py. */
#ifndef FILLINGS_H
#define FILLINGS_H

#include "board.h"

enum { MANY = 60 };

typedef struct {
    int lines, count;             /* so many stars in so many lines */
    Line cells[MAX_SIZE + 1];     /* free ones; the line after the last is empty */
    uint8_t room[MAX_SIZE + 2];   /* at least as many stars as this and the later lines can hold */
} Part;

typedef struct {
    Line way[MAX_SIZE], always[MAX_SIZE], used[MAX_SIZE];
    Line blocked[MAX_SIZE + 2]; /* these start at the line before the first */
} Common;

/* How many 2x2 blocks of two lines, or 1x2 blocks of one, are hit: no more stars than that fit in. */
static inline int blocks(Line cells) { return number_of((cells | cells >> 1) & 0x55555555u); }

/* The cells of a line that touch one of the line beside it, or equal it. */
static inline Line around(Line cells) { return cells | cells << 1 | cells >> 1; }

static void measure_room(Part *part) {
    int lines = part->lines;
    part->cells[lines] = part->room[lines] = part->room[lines + 1] = 0;
    for (int line = lines - 1; line >= 0; line--) {
        int single = part->room[line + 1] + blocks(part->cells[line]);
        int paired = part->room[line + 2] + blocks(part->cells[line] | part->cells[line + 1]);
        part->room[line] = (uint8_t)(single < paired ? single : paired);
    }
}

/* The free cells of lines from..to of a region, which are to hold ``count`` stars with those that are there. */
static Part region_part(const Puzzle *puzzle, const Board *board, int axis, int region, int from, int to, int count) {
    const Line *cells = puzzle->region[axis][region];
    Part part = {.count = count};
    for (int line = from; line <= to; line++) {
        Line stars = cells[line] & board->stars[axis][line];
        part.count -= number_of(stars);
        part.cells[part.lines++] = cells[line] & board->open[axis][line] & ~stars;
    }
    measure_room(&part);
    return part;
}

static Part line_part(const Puzzle *puzzle, const Board *board, int axis, int line) {
    Line stars = board->stars[axis][line];
    Part part = {.lines = 1, .count = puzzle->stars - number_of(stars), .cells = {board->open[axis][line] & ~stars}};
    measure_room(&part);
    return part;
}

/* Ways to place ``count`` > 0 stars in ``cells`` of a line and in later ones, ``shut`` being taken from the next;
 * the count ends somewhere beyond MANY. */
static int count_from(const Part *part, int line, Line cells, Line shut, int count) {
    int ways = 0;
    if (count == 1) {
        ways = number_of(cells) + number_of(part->cells[line + 1] & ~shut);
        for (line += 2; line < part->lines; line++)
            ways += number_of(part->cells[line]);
        return ways;
    }
    for (; line < part->lines; cells = part->cells[++line] & ~shut, shut = 0) {
        while (cells && ways <= MANY && blocks(cells) + part->room[line + 1] >= count) {
            Line cell = bit(take(&cells));
            ways += count_from(part, line, cells & ~around(cell), shut | around(cell), count - 1);
        }
        if (ways > MANY || part->room[line + 1] < count)
            break;
    }
    return ways;
}

/* How many ways there are to fill a part, counted up to MANY + 1. */
static int count_ways(const Part *part) {
    if (part->count <= 0 || !part->lines)
        return part->count == 0;
    int ways = count_from(part, 0, part->cells[0], 0, part->count);
    return ways > MANY ? MANY + 1 : ways;
}

static void note_way(const Part *part, Common *common) {
    for (int line = -1; line <= part->lines; line++) {
        Line before = line > 0 ? common->way[line - 1] : 0;
        Line after = line + 1 < part->lines ? common->way[line + 1] : 0;
        Line here = 0 <= line && line < part->lines ? common->way[line] : 0;
        common->blocked[line + 1] &= around(before | after) | here << 1 | here >> 1;
        if (0 <= line && line < part->lines) {
            common->always[line] &= here;
            common->used[line] |= here;
        }
    }
}

/* Notes every way, in the order in which they are counted. */
static void note_from(const Part *part, Common *common, int line, Line cells, Line shut, int count) {
    if (!count) {
        note_way(part, common);
        return;
    }
    for (; line < part->lines; cells = part->cells[++line] & ~shut, shut = 0)
        while (cells && blocks(cells) + part->room[line + 1] >= count) {
            Line cell = bit(take(&cells));
            common->way[line] |= cell;
            note_from(part, common, line, cells & ~around(cell), shut | around(cell), count - 1);
            common->way[line] &= ~cell;
        }
}

/* Applies to the lines from ``first`` on what all ways to fill the part have in common. */
static void narrow_part(const Puzzle *puzzle, Board *board, int axis, int first, const Part *part) {
    int ways = count_ways(part);
    if (!ways)
        board->failed = true;
    if (!ways || ways > MANY)
        return;
    Common common;
    memset(&common, 0, sizeof common);
    memset(common.always, -1, sizeof common.always);
    memset(common.blocked, -1, sizeof common.blocked);
    note_from(part, &common, 0, part->cells[0], 0, part->count);
    for (int line = -1; line <= part->lines; line++) {
        if (0 <= line && line < part->lines) {
            cross_line(puzzle, board, axis, first + line, part->cells[line] & ~common.used[line]);
            place_line(puzzle, board, axis, first + line, common.always[line]);
        }
        if (0 <= first + line && first + line < puzzle->size)
            cross_line(puzzle, board, axis, first + line, common.blocked[line + 1]);
    }
}

#endif
