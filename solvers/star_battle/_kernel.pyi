class Tree:
    nodes: int
    done: bool
    def __new__(
        cls, size: int, stars: int, regions: bytes, state: bytes, priority: bytes
    ) -> Tree: ...
    def search(self, boards: int, /) -> tuple[tuple[int, int], ...] | None: ...
