"""The scan and the transpose of Bugetti 2025, section 2.2, as Numba compiles them: kernels/scan_single_pass.cu and
kernels/transpose_diagonal.cu in Python. Numba has no acquire loads, so a block polls its flag by adding zero."""

from numba import cuda, int32, uint32

TILE = 32
CELLS = (TILE, TILE + 1)


@cuda.jit
def clear(flags, sums, counter):
    i = cuda.grid(1)
    if i < flags.size:
        flags[i] = 0
        sums[i] = 0
    if i == 0:
        counter[0] = 0


@cuda.jit
def scan_single_pass(source, target, flags, sums, counter, width, rows, section):
    scanned = cuda.shared.array(0, uint32)
    number = cuda.shared.array(1, int32)
    before = cuda.shared.array(1, uint32)
    thread = int32(cuda.threadIdx.x)

    # First come, first numbered; all first sections, then all second ones.
    if thread == 0:
        number[0] = cuda.atomic.add(counter, 0, 1)
    cuda.syncthreads()
    block = number[0]
    row = int32(block % rows)
    column = int32(block // rows * section + thread)
    inside = column < width
    scanned[thread] = source[row, column] if inside else uint32(0)

    stride = int32(1)
    while stride < section:
        cuda.syncthreads()
        left = scanned[thread - stride] if thread >= stride else uint32(0)
        cuda.syncthreads()
        scanned[thread] += left
        stride *= int32(2)
    cuda.syncthreads()

    # Wait for the sum of all sections before this one, then publish it with this one's.
    if thread == 0:
        total = scanned[section - 1]
        before[0] = 0
        if block >= rows:
            while cuda.atomic.add(flags, block, 0) == 0:
                pass
            cuda.threadfence()
            before[0] = sums[block]
            total += before[0]
        sums[block + rows] = total
        cuda.threadfence()
        cuda.atomic.add(flags, block + rows, 1)
    cuda.syncthreads()
    if inside:
        target[row, column] = before[0] + scanned[thread]


@cuda.jit
def transpose(source, target, width, height, across, down):
    tile = cuda.shared.array(CELLS, uint32)
    tile_y = int32(cuda.blockIdx.x % down)
    tile_x = int32((cuda.blockIdx.x // down + tile_y) % across)
    x = int32(tile_x * TILE + cuda.threadIdx.x)
    y = int32(tile_y * TILE + cuda.threadIdx.y)
    for i in range(0, TILE, cuda.blockDim.y):
        if x < width and y + i < height:
            tile[cuda.threadIdx.y + i, cuda.threadIdx.x] = source[y + i, x]
    cuda.syncthreads()
    x = int32(tile_y * TILE + cuda.threadIdx.x)
    y = int32(tile_x * TILE + cuda.threadIdx.y)
    for i in range(0, TILE, cuda.blockDim.y):
        if x < height and y + i < width:
            target[y + i, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y + i]
