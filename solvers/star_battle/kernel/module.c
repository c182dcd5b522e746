/* The module solvers.star_battle._kernel: the search of tree.py, compiled. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "tree.h"

typedef struct {
    PyObject_HEAD
    Tree tree;
} TreeObject;

enum { STAR = 1, SHUT = 2 }; /* what a byte of a state says, both where marks contradict each other */

static bool set_regions(Puzzle *puzzle, const unsigned char *region_of) {
    for (int axis = 0; axis < AXES; axis++)
        for (int region = 0; region < MAX_SIZE; region++)
            puzzle->first[axis][region] = MAX_SIZE;
    for (int cell = 0; cell < puzzle->size * puzzle->size; cell++) {
        int region = region_of[cell], at[AXES] = {cell / puzzle->size, cell % puzzle->size};
        puzzle->region_of[at[ROWS]][at[COLUMNS]] = (uint8_t)region;
        if (region == NO_REGION)
            continue;
        if (region >= puzzle->size)
            return false;
        for (int axis = 0; axis < AXES; axis++) {
            int line = at[axis];
            puzzle->region[axis][region][line] |= bit(at[1 - axis]);
            puzzle->first[axis][region] = line < puzzle->first[axis][region] ? line : puzzle->first[axis][region];
            puzzle->last[axis][region] = line > puzzle->last[axis][region] ? line : puzzle->last[axis][region];
        }
        puzzle->regions = region >= puzzle->regions ? region + 1 : puzzle->regions;
    }
    for (int region = 0; region < puzzle->regions; region++)
        if (puzzle->first[ROWS][region] == MAX_SIZE)
            return false;
    return true;
}

static void start_board(const Puzzle *puzzle, const unsigned char *state, Board *board) {
    int size = puzzle->size;
    memset(board, 0, sizeof *board);
    board->strips[ROWS] = board->strips[COLUMNS] = bit(size - 1) - 1;
    board->regions = bit(puzzle->regions) - 1;
    for (int line = 0; line < size; line++)
        board->open[ROWS][line] = board->open[COLUMNS][line] = bit(size) - 1;
    for (int cell = 0; cell < size * size; cell++)
        if (state[cell] & SHUT)
            cross(puzzle, board, cell / size, cell % size);
    for (int cell = 0; cell < size * size; cell++)
        if (state[cell] & STAR)
            place(puzzle, board, cell / size, cell % size);
}

static PyObject *tree_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"size", "stars", "regions", "state", "priority", NULL};
    int size, stars;
    const char *regions, *state, *priority;
    Py_ssize_t region_bytes, state_bytes, priority_bytes;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "iiy#y#y#", names, &size, &stars, &regions, &region_bytes, &state,
                                     &state_bytes, &priority, &priority_bytes))
        return NULL;
    Py_ssize_t cells = (Py_ssize_t)size * size;
    if (size < 2 || size > MAX_SIZE || stars < 1 || stars > MAX_STARS || region_bytes != cells || state_bytes != cells ||
        (priority_bytes && priority_bytes != 2 * cells))
        return PyErr_Format(PyExc_ValueError, "no board of %d x %d cells and %d stars", size, size, stars);
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    TreeObject *self = (TreeObject *)allocate(type, 0);
    if (!self)
        return NULL;
    Tree *tree = &self->tree;
    tree->puzzle.size = size;
    tree->puzzle.stars = stars;
    tree->strips = strips_of(stars);
    tree->by_priority = priority_bytes > 0;
    for (Py_ssize_t cell = 0; cell < priority_bytes / 2; cell++)
        memcpy(&tree->priority[cell / size][cell % size], priority + 2 * cell, 2);
    Board board;
    if (!set_regions(&tree->puzzle, (const unsigned char *)regions)) {
        Py_DECREF(self);
        return PyErr_Format(PyExc_ValueError, "regions are not numbered 0, 1, 2, ...");
    }
    start_board(&tree->puzzle, (const unsigned char *)state, &board);
    if (!push(tree, &board)) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject *)self;
}

static void tree_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    free(((TreeObject *)self)->tree.boards);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *cells_of(const Puzzle *puzzle, const Board *board) {
    PyObject *cells = PyTuple_New((Py_ssize_t)puzzle->size * puzzle->stars);
    Py_ssize_t number = 0;
    for (int row = 0; cells && row < puzzle->size; row++)
        for (Line stars = board->stars[ROWS][row]; stars;) {
            PyObject *cell = Py_BuildValue("(ii)", row, take(&stars));
            if (!cell) {
                Py_DECREF(cells);
                return NULL;
            }
            PyTuple_SetItem(cells, number++, cell);
        }
    return cells;
}

static PyObject *tree_search(PyObject *self, PyObject *boards) {
    Tree *tree = &((TreeObject *)self)->tree;
    Board found;
    unsigned long number = PyLong_AsUnsignedLong(boards);
    if (number == (unsigned long)-1 && PyErr_Occurred())
        return NULL;
    switch (search(tree, number, &found)) {
    case FOUND:
        return cells_of(&tree->puzzle, &found);
    case NO_MEMORY:
        return PyErr_NoMemory();
    default:
        Py_RETURN_NONE;
    }
}

static PyObject *tree_nodes(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLongLong(((TreeObject *)self)->tree.nodes);
}

static PyObject *tree_done(PyObject *self, void *closure) {
    (void)closure;
    return PyBool_FromLong(!((TreeObject *)self)->tree.number);
}

static PyMethodDef methods[] = {
    {"search", tree_search, METH_O, "The next solution, if it is among so many boards; None otherwise."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"nodes", tree_nodes, NULL, "Boards looked at so far.", NULL},
    {"done", tree_done, NULL, "Whether no board is left to look at.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_new, (void *)tree_new},
    {Py_tp_dealloc, (void *)tree_dealloc},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {Py_tp_doc, (void *)"Tree(size, stars, regions, state, priority): the boards of one search."},
    {0, NULL},
};

static PyType_Spec tree_type = {
    .name = "solvers.star_battle._kernel.Tree",
    .basicsize = sizeof(TreeObject),
    .flags = Py_TPFLAGS_DEFAULT,
    .slots = slots,
};

static int fill_module(PyObject *module) {
    PyObject *type = PyType_FromSpec(&tree_type);
    int failed = type ? PyModule_AddObjectRef(module, "Tree", type) : -1;
    Py_XDECREF(type);
    return failed;
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, (void *)fill_module}, {0, NULL}};

static PyModuleDef kernel = {
    PyModuleDef_HEAD_INIT, .m_name = "_kernel", .m_doc = "The search for stars, compiled.", .m_slots = module_slots};

PyMODINIT_FUNC PyInit__kernel(void);
PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&kernel); }
