/* Every line between two rows splits the board, and either side needs its stars: see Splits in tree.py. */
#ifndef SPLITS_H
#define SPLITS_H

#include "fillings.h"

/* most[i] becomes the most stars that the first i + 1 of these lines can hold: ``lines`` of them, ``step`` apart. */
static void measure_lines(const Line *cells, int lines, int step, int stars, uint8_t *most) {
    memset(most, stars, (size_t)lines);
    for (int tiling = 0; tiling < 4; tiling++) {
        int closed = 0;
        Line pair = 0;
        for (int line = 0; line < lines; line++) {
            Line here = cells[line * step] << tiling / 2;
            if ((line + tiling) % 2 == 0) {
                closed += blocks(pair);
                pair = 0;
            }
            pair |= here;
            int all = closed + blocks(pair);
            if (all < most[line])
                most[line] = (uint8_t)all;
        }
    }
}

static void set_share(Board *board, int axis, int side, int region, int split, int share) {
    uint8_t *known = &board->share[axis][side][region][split];
    board->most[axis][side][split] = (int16_t)(board->most[axis][side][split] + share - *known);
    *known = (uint8_t)share;
}

/* Works out anew the most stars that a region can have on either side of each split. */
static void measure_shares(const Puzzle *puzzle, Board *board, int axis, int region) {
    int first = puzzle->first[axis][region], last = puzzle->last[axis][region], lines = last - first + 1;
    Line cells[MAX_SIZE];
    uint8_t down[MAX_SIZE], up[MAX_SIZE];
    for (int line = 0; line < lines; line++)
        cells[line] = puzzle->region[axis][region][first + line] & board->open[axis][first + line];
    measure_lines(cells, lines, 1, puzzle->stars, down);
    measure_lines(cells + lines - 1, lines, -1, puzzle->stars, up);
    for (int split = 0; split < puzzle->size - 1; split++) {
        int above = split < first ? 0 : down[split < last ? split - first : lines - 1];
        int below = split >= last ? 0 : up[split < first ? lines - 1 : last - split - 1];
        set_share(board, axis, ABOVE, region, split, above);
        set_share(board, axis, BELOW, region, split, below);
    }
    board->divided[axis][ABOVE][region] = board->divided[axis][BELOW][region] = 0;
}

static int spare(const Puzzle *puzzle, const Board *board, int axis, int side, int split) {
    int lines = side == ABOVE ? split + 1 : puzzle->size - 1 - split;
    return board->most[axis][side][split] - lines * puzzle->stars;
}

/* A region has exactly so many of its stars above the split. */
static void divide(const Puzzle *puzzle, Board *board, int axis, int region, int split, int count_above) {
    int first = puzzle->first[axis][region], last = puzzle->last[axis][region];
    Part above = region_part(puzzle, board, axis, region, first, split, count_above);
    narrow_part(puzzle, board, axis, first, &above);
    if (board->failed)
        return;
    Part below = region_part(puzzle, board, axis, region, split + 1, last, puzzle->stars - count_above);
    narrow_part(puzzle, board, axis, split + 1, &below);
}

/* Where a side needs all that the regions can have there, each has just that. */
static void divide_regions(const Puzzle *puzzle, Board *board, int axis, int side, int split) {
    for (int region = 0; region < puzzle->regions && !board->failed; region++) {
        int above = board->share[axis][ABOVE][region][split], below = board->share[axis][BELOW][region][split];
        Line *divided = &board->divided[axis][side][region];
        if (above + below > puzzle->stars && !(*divided & bit(split))) {
            *divided |= bit(split);
            divide(puzzle, board, axis, region, split, side == ABOVE ? above : puzzle->stars - below);
        }
    }
}

static void narrow_splits(const Puzzle *puzzle, Board *board) {
    while (board->shares) {
        int region = take(&board->shares);
        measure_shares(puzzle, board, ROWS, region);
        measure_shares(puzzle, board, COLUMNS, region);
    }
    for (int place = 0; place < AXES * SIDES * (puzzle->size - 1) && !board->failed; place++) {
        int axis = place % AXES, side = place / AXES % SIDES, split = place / AXES / SIDES;
        int left = spare(puzzle, board, axis, side, split);
        if (left < 0)
            board->failed = true;
        else if (left == 0)
            divide_regions(puzzle, board, axis, side, split);
    }
}

#endif
