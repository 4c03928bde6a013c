import type { Stack } from '@talus/contract'
import {
  convertValues,
  createGeometry,
  createKernel,
  createVolume,
  cutPlane,
  describePlane,
  getCellTransform,
  hounsfieldRange,
  readSlice,
  shrinkVolume,
  storePacked,
  storeSlice,
  unpackSlice,
} from '@talus/volume'
import type { PlanePicture, Slab, SmallVolume, Volume } from '@talus/volume'

/** The slices of one phase of a stack. */
export interface SliceMemory {
  readonly stack: Stack
  readonly has: (index: number) => boolean
  readonly count: () => number
  /** Whether the first slice has arrived. */
  readonly isStarted: () => boolean
  /** Unpacks a slice; throws a fault if its bytes are damaged. */
  readonly add: (index: number, packed: Uint8Array) => void
  /** Planes and 3D show nothing at the place of a slice that cannot be read. */
  readonly leaveOut: (index: number) => void
  /** A copy of the cells of a slice. */
  readonly read: (index: number) => Int16Array<ArrayBuffer> | undefined
  readonly cutPlane: (picture: PlanePicture, slab: Slab) => Int16Array<ArrayBuffer>
  readonly shrink: () => SmallVolume
}

/** Slices that are shown one by one, without the memory of a volume. */
function createSeparateSlices(stack: Stack, phase: number) {
  const slices = new Map<number, Int16Array<ArrayBuffer>>()
  const transform = getCellTransform(stack, phase)
  return {
    has: (index: number) => slices.has(index),
    store: (index: number, values: Int16Array<ArrayBuffer>) => {
      // Colours are shown as they are stored.
      if (stack.samples === 1) convertValues(transform, index, values)
      slices.set(index, values)
    },
    read: (index: number) => slices.get(index)?.slice(),
  }
}

/** The lowest and highest cell that the 3D copy distinguishes. */
function getCopyRange({ transform, present, ...volume }: Volume) {
  const { slope, intercept } = transform
  const toCell = (value: number) => Math.round((value - intercept) / slope)
  if (transform.unit === 'HU')
    return { lowest: toCell(hounsfieldRange.lowest), highest: toCell(hounsfieldRange.highest) }
  const middle = readSlice({ transform, present, ...volume }, Math.floor(present.length / 2))
  let [lowest, highest] = [32_767, -32_766]
  for (const cell of middle ?? []) {
    if (cell <= -32_767) continue
    if (cell < lowest) lowest = cell
    if (cell > highest) highest = cell
  }
  return highest > lowest ? { lowest, highest } : { lowest: 0, highest: 4095 }
}

export function createSliceMemory(stack: Stack, phase: number): SliceMemory {
  const kernel = createKernel()
  const { columns, samples } = stack
  const rows = stack.rows * samples
  const volume =
    stack.kind === 'volume'
      ? createVolume(kernel, createGeometry(stack, phase), getCellTransform(stack, phase))
      : undefined
  // Reduced slices are for planes only: the stack shows every pixel.
  const whole = volume?.reduction === 1 ? undefined : createSeparateSlices(stack, phase)
  let count = 0
  const requireVolume = () => {
    if (!volume) throw new Error('these slices have no planes')
    return volume
  }
  const has = (index: number) => (whole ? whole.has(index) : volume?.present[index] === 1)
  return {
    stack,
    has,
    count: () => count,
    isStarted: () => count > 0,
    add: (index, packed) => {
      if (has(index)) return
      if (volume && !whole) storePacked(volume, index, packed)
      else {
        const values = new Int16Array(columns * rows)
        unpackSlice(kernel, packed, columns, rows, values)
        if (volume) storeSlice(volume, index, values)
        whole?.store(index, values)
      }
      count += 1
    },
    leaveOut: (index) => void volume?.unreadable.add(index),
    read: (index) => (whole ? whole.read(index) : volume && readSlice(volume, index)),
    cutPlane: (picture, slab) => {
      const opened = requireVolume()
      return cutPlane(opened, describePlane(opened.geometry, picture.plane, { ...picture, slab }))
    },
    shrink: () => {
      const opened = requireVolume()
      return shrinkVolume(opened, getCopyRange(opened))
    },
  }
}
