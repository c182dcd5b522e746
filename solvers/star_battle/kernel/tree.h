/* The depth-first search: see tree.py. */
#ifndef TREE_H
#define TREE_H

#include <stdlib.h>

#include "splits.h"
#include "strips.h"

typedef struct {
    Puzzle puzzle;
    Strips strips;
    bool by_priority;
    uint16_t priority[MAX_SIZE][MAX_SIZE];
    Board *boards; /* still to be looked at, the next one last */
    size_t number, room;
    unsigned long long nodes;
} Tree;

typedef enum { FOUND, EXHAUSTED, PAUSED, NO_MEMORY } Outcome;

/* Applies all rules until none finds anything new; false where there is no solution. */
static bool settle(const Tree *tree, Board *board) {
    const Puzzle *puzzle = &tree->puzzle;
    while (!board->failed) {
        int axis = board->strips[ROWS] ? ROWS : COLUMNS;
        if (board->strips[axis]) {
            narrow_strip(puzzle, &tree->strips, board, axis, take(&board->strips[axis]));
        } else if (board->regions) {
            int region = take(&board->regions), first = puzzle->first[ROWS][region], last = puzzle->last[ROWS][region];
            Part part = region_part(puzzle, board, ROWS, region, first, last, puzzle->stars);
            board->shares |= bit(region);
            narrow_part(puzzle, board, ROWS, first, &part);
        } else if (board->shares) {
            narrow_splits(puzzle, board);
        } else {
            return true;
        }
    }
    return false;
}

static bool solved(const Puzzle *puzzle, const Board *board) {
    return !memcmp(board->open[ROWS], board->stars[ROWS], sizeof(Line) * (size_t)puzzle->size);
}

/* The rows of the free cells of the row, column or region that can be filled in the fewest ways. */
static void tightest_unit(const Puzzle *puzzle, const Board *board, Line unit[MAX_SIZE]) {
    int fewest_ways = MANY + 2, fewest_open = 0;
    for (int number = 0; number < puzzle->regions + AXES * puzzle->size; number++) {
        bool is_region = number < puzzle->regions;
        int axis = is_region ? ROWS : (number - puzzle->regions) / puzzle->size;
        int first = is_region ? puzzle->first[ROWS][number] : (number - puzzle->regions) % puzzle->size;
        int last = is_region ? puzzle->last[ROWS][number] : first;
        int open = 0, free_ = 0;
        for (int line = first; line <= last; line++) {
            Line cells = board->open[axis][line] & (is_region ? puzzle->region[ROWS][number][line] : ~(Line)0);
            open += number_of(cells);
            free_ += number_of(cells & ~board->stars[axis][line]);
        }
        if (!free_)
            continue;
        Part part = is_region ? region_part(puzzle, board, ROWS, number, first, last, puzzle->stars)
                              : line_part(puzzle, board, axis, first);
        int ways = count_ways(&part);
        if (ways < fewest_ways || (ways == fewest_ways && open < fewest_open)) {
            fewest_ways = ways;
            fewest_open = open;
            for (int row = 0; row < puzzle->size; row++) {
                Line cells = is_region ? puzzle->region[ROWS][number][row]
                             : axis == COLUMNS ? bit(first) : row == first ? ~(Line)0 : 0;
                unit[row] = cells & board->open[ROWS][row] & ~board->stars[ROWS][row];
            }
        }
    }
}

static int free_around(const Puzzle *puzzle, const Board *board, int row, int col) {
    int touching = -1; /* the cell itself is free */
    for (int y = row ? row - 1 : 0; y <= row + 1 && y < puzzle->size; y++)
        touching += number_of(board->open[ROWS][y] & ~board->stars[ROWS][y] & around(bit(col)));
    return touching;
}

/* The free cell of the tightest unit that touches the fewest free cells, or comes first by priority. */
static void choose(const Tree *tree, const Board *board, int *row, int *col) {
    Line unit[MAX_SIZE];
    int least = INT32_MAX;
    tightest_unit(&tree->puzzle, board, unit);
    for (int y = 0; y < tree->puzzle.size; y++)
        while (unit[y]) {
            int x = take(&unit[y]);
            int value = tree->by_priority ? tree->priority[y][x] : free_around(&tree->puzzle, board, y, x);
            if (value < least) {
                least = value;
                *row = y;
                *col = x;
            }
        }
}

static Board *push(Tree *tree, const Board *board) {
    if (tree->number == tree->room) {
        size_t room = tree->room ? 2 * tree->room : 16;
        Board *boards = realloc(tree->boards, room * sizeof *boards);
        if (!boards)
            return NULL;
        tree->boards = boards;
        tree->room = room;
    }
    tree->boards[tree->number] = *board;
    return &tree->boards[tree->number++];
}

/* Looks at up to so many boards, until a solution is in ``found``. */
static Outcome search(Tree *tree, unsigned long boards, Board *found) {
    for (; tree->number; boards--) {
        if (!boards)
            return PAUSED;
        *found = tree->boards[--tree->number];
        tree->nodes++;
        if (!settle(tree, found))
            continue;
        if (solved(&tree->puzzle, found))
            return FOUND;
        int row = 0, col = 0;
        choose(tree, found, &row, &col);
        Board *without = push(tree, found);
        if (!without)
            return NO_MEMORY;
        cross(&tree->puzzle, without, row, col);
        Board *with = push(tree, found);
        if (!with)
            return NO_MEMORY;
        place(&tree->puzzle, with, row, col);
    }
    return EXHAUSTED;
}

#endif
