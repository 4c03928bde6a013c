import type { Vector } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createGeometry,
  getCentre,
  getSliceIndex,
  toCell,
  toMillimetres,
} from '../geometry/geometry.ts'
import { createKernel } from '../kernel/kernel.ts'
import { createFrame, createPlane, getPlanes, rotateFrame } from '../planes/frame.ts'
import { fitPlane } from '../planes/picture.ts'
import { describePlane, slabModes } from '../planes/plane-cut.ts'
import { cutPlainly } from '../testing/plain-plane.ts'
import type { PlainVolume } from '../testing/plain-plane.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import type { SeriesOptions } from '../testing/series.ts'
import { emptyCell, gapCell, getCellTransform } from '../values/cell-transform.ts'
import { dot, identity, move, scale } from '../vectors.ts'
import type { SliceFacts } from '../slice-facts.ts'
import { cutPlane } from './cut-plane.ts'
import { shrinkVolume } from '../rays/small-volume.ts'
import { createVolume, storeSlice } from './volume.ts'
import type { Volume } from './volume.ts'

const options = { region: 'body', correction: identity } as const

/** Noise that depends on the voxel alone. */
const makeNoise = (i: number, j: number, k: number) =>
  (((Math.imul(i + 1, 73_856_093) ^ Math.imul(j + 1, 19_349_663) ^ Math.imul(k + 1, 83_492_791)) >>>
    0) %
    3000) -
  1000

function openVolume(
  series: SeriesOptions,
  facts: Partial<SliceFacts> = {},
  getValue = makeNoise,
): { volume: Volume; plain: PlainVolume } {
  const stack = buildOne(createSeries(series, facts))
  const geometry = createGeometry(stack)
  const transform = getCellTransform(stack)
  const volume = createVolume(createKernel(), geometry, transform)
  const { columns, rows } = geometry
  for (let k = 0; k < geometry.count; k += 1)
    storeSlice(
      volume,
      k,
      Int16Array.from({ length: columns * rows }, (_, at) =>
        getValue(at % columns, Math.floor(at / columns), k),
      ),
    )
  const [lowest, highest] = transform.padding ?? [1, 0]
  const getCell = (i: number, j: number, k: number) => {
    const value = getValue(i, j, k)
    return value >= lowest && value <= highest ? emptyCell : value + (transform.offsets[k] ?? 0)
  }
  return {
    volume,
    plain: { geometry, getCell, scales: transform.scales, shifts: transform.shifts },
  }
}

/** Rounding to whole cells, positions of 20 bits and noise of 3000 between neighbours. */
const tolerance = 1.6

/**
 * A pixel at the border of the volume, of padding or of a slab may fall to either side of it;
 * inside a single plane no pixel may differ.
 */
function expectSamePixels(actual: Int16Array, expected: readonly number[], isSingle: boolean) {
  let differing = 0
  for (const [at, pixel] of actual.entries()) {
    const wanted = expected[at] ?? Number.NaN
    const isAtBorder = !isSingle || pixel <= gapCell || wanted <= gapCell
    const isSame = Math.abs(pixel - wanted) <= tolerance
    if (isAtBorder && !isSame) differing += 1
    else expect(Math.abs(pixel - wanted)).toBeLessThanOrEqual(tolerance)
  }
  expect(differing).toBeLessThanOrEqual(Math.ceil(actual.length * 0.005))
}

const series: readonly (readonly [name: string, SeriesOptions, Partial<SliceFacts>?])[] = [
  ['regular', { count: 9 }],
  ['tilted', { count: 9, drift: [0, 0.33, 0] }],
  ['irregular', { count: 7, places: [0, 1.1, 3.3, 4, 6.7, 7.9, 9.3] }],
  ['with missing slices', { count: 7, places: [0, 2, 4, 12, 14, 16, 18] }],
  ['with padding', { count: 9 }, { padding: [-1000, -700] }],
  ['with intercepts of its own', { count: 9, change: (at) => ({ intercept: -1024 + 17 * at }) }],
  ['with slopes of its own', { count: 9, change: (at) => ({ slope: 1 + at / 4 }) }],
  [
    'in an oblique direction',
    { count: 9 },
    { orientation: { row: [0, 0.6, 0.8], column: [1, 0, 0] } },
  ],
]

const angle = fc.integer({ min: -3000, max: 3000 }).map((part) => part / 1000 + 0.0007)

const cases = series.map(([name, made, facts = {}]) => ({ name, made, facts }))

test.each(cases)(
  'planes of a series $name equal those of the plain reference',
  ({ made, facts }) => {
    const { volume, plain } = openVolume(made, facts)
    const { geometry } = volume
    fc.assert(
      fc.property(
        fc.tuple(angle, angle),
        fc.constantFrom(...slabModes),
        fc.constantFrom(0, 3, 7),
        ([turn, tip], mode, thickness) => {
          const frame = rotateFrame(
            rotateFrame(createFrame(getCentre(geometry)), [0.3, 1, 0.2], turn),
            [1, 0, 0.1],
            tip,
          )
          const picture = fitPlane(geometry, getPlanes(frame, options).dorsal, 0.7)
          const cut = describePlane(geometry, picture.plane, {
            ...picture,
            slab: { mode, thickness },
          })
          const isSingle = thickness === 0 && !volume.hasEmpty
          expectSamePixels(cutPlane(volume, cut), cutPlainly(plain, cut), isSingle)
        },
      ),
      { numRuns: 12 },
    )
  },
)

/** A plane whose pixels are the voxels of a slice. */
function cutSlice(volume: Volume, k: number): Int16Array {
  const { geometry } = volume
  const middle: Vector = [(geometry.columns - 1) / 2, (geometry.rows - 1) / 2, k]
  const plane = createPlane(toMillimetres(geometry, middle), geometry.row, geometry.column)
  const { columns, rows, spacing } = geometry
  return cutPlane(
    volume,
    describePlane(geometry, plane, { width: columns, height: rows, step: spacing[0] }),
  )
}

test('a plane through the voxels of a slice has their exact values, up to the outermost ones', () => {
  for (const [, made] of series.slice(0, 4)) {
    const { volume } = openVolume(made, { spacing: [0.8, 0.8] })
    for (const k of [0, 3, volume.geometry.count - 1])
      expect([...cutSlice(volume, k)]).toEqual(
        Array.from({ length: 80 }, (_, at) => makeNoise(at % 10, Math.floor(at / 10), k)),
      )
  }
})

test('between slices where others are missing nothing is interpolated', () => {
  const { volume } = openVolume(
    { count: 7, places: [0, 2, 4, 12, 14, 16, 18] },
    { spacing: [0.8, 0.8] },
  )
  expect(volume.geometry.gaps).toEqual([{ after: 2, missing: 3 }])
  expect(new Set(cutSlice(volume, 2.5))).toEqual(new Set([gapCell]))
  expect(cutSlice(volume, 3.5)).not.toContain(gapCell)
  // Half a distance on each side of the gap belongs to its slice, whose values are shown there.
  const { places } = volume.geometry
  const cutAt = (millimetres: number) => [
    ...cutSlice(volume, getSliceIndex({ places }, millimetres)),
  ]
  for (const [slice, own, beyond] of [
    [2, 4.99, 5.01],
    [3, 11.01, 10.99],
  ] as const) {
    expect(cutAt(own)).toEqual([...cutSlice(volume, slice)])
    expect(new Set(cutAt(beyond))).toEqual(new Set([gapCell]))
  }
})

test('the place of a slice that cannot be read shows nothing until the slice is there', () => {
  const stack = buildOne(createSeries({ count: 7 }, { spacing: [0.8, 0.8] }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  const values = Int16Array.from({ length: 80 }, () => 100)
  for (const index of [0, 1, 2, 4, 5, 6]) storeSlice(volume, index, values)
  volume.unreadable.add(3)
  for (const place of [2.51, 3, 3.49])
    expect(new Set(cutSlice(volume, place))).toEqual(new Set([gapCell]))
  for (const place of [2, 2.49, 3.51, 4.5]) expect(cutSlice(volume, place)).not.toContain(gapCell)
  const { cells, columns, rows } = shrinkVolume(volume, { lowest: 0, highest: 200 })
  const layers = Array.from({ length: 7 }, (_, layer) => cells[layer * columns * rows])
  expect(layers.map((cell) => (cell ?? 0) > 0)).toEqual([true, true, true, false, true, true, true])
  storeSlice(volume, 3, values)
  expect(cutSlice(volume, 3)).not.toContain(gapCell)
})

test('beside an unreadable first or last slice, half a distance belongs to the next one', () => {
  const stack = buildOne(createSeries({ count: 5 }, { spacing: [0.8, 0.8] }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  for (const index of [1, 2, 3]) storeSlice(volume, index, new Int16Array(80).fill(100 * index))
  for (const index of [0, 4]) volume.unreadable.add(index)
  expect(new Set(cutSlice(volume, 0.51))).toEqual(new Set([100]))
  expect(new Set(cutSlice(volume, 3.49))).toEqual(new Set([300]))
  for (const place of [0.49, 3.51])
    expect(new Set(cutSlice(volume, place))).toEqual(new Set([emptyCell]))
})

test('a plane of a volume that is loading is interpolated between the slices that are there', () => {
  const stack = buildOne(createSeries({ count: 9 }, { spacing: [0.8, 0.8] }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  expect(new Set(cutSlice(volume, 4))).toEqual(new Set([emptyCell]))
  storeSlice(volume, 8, new Int16Array(80).fill(800))
  storeSlice(volume, 0, new Int16Array(80).fill(0))
  expect(new Set(cutSlice(volume, 4))).toEqual(new Set([400]))
  storeSlice(volume, 4, new Int16Array(80).fill(-100))
  expect(new Set(cutSlice(volume, 4))).toEqual(new Set([-100]))
  expect(new Set(cutSlice(volume, 6))).toEqual(new Set([350]))
})

test('a slab along the slices has the maxima and minima of the voxels of each slice inside', () => {
  for (const drift of [
    [0, 0, 0],
    [0.2, 0, 0],
  ] as const) {
    const { volume } = openVolume(
      { count: 9, distance: 3.27, drift: [...drift] },
      { spacing: [0.8, 0.8] },
    )
    const { geometry } = volume
    // In a slice, and between two slices, seen from both sides.
    for (const [k, down] of [
      [4, geometry.column],
      [3.3, geometry.column],
      [4, scale(geometry.column, -1)],
    ] as const) {
      const middle = toMillimetres(geometry, [4, 3.5, k])
      const plane = createPlane(middle, geometry.row, down)
      const size = { width: 3, height: 2, step: 0.8 }
      const cut = (mode: 'mip' | 'minip') =>
        cutPlane(volume, describePlane(geometry, plane, { ...size, slab: { mode, thickness: 10 } }))
      const inside = [1, 2, 3, 4, 5, 6, 7].filter((slice) => Math.abs(slice - k) * 3.27 <= 5)
      const slices = inside.map((slice) => {
        const own = toCell(geometry, toMillimetres(geometry, [0, 0, slice]))[2]
        const place = toCell(geometry, middle)[2]
        const way = (own - place) * dot(plane.normal, geometry.normal)
        const moved = { ...plane, origin: move(middle, plane.normal, way) }
        return cutPlane(volume, describePlane(geometry, moved, size))
      })
      expect(inside.length).toBe(3)
      for (const [at, pixel] of cut('mip').entries())
        expect(pixel).toBeGreaterThanOrEqual(Math.max(...slices.map((one) => one[at] ?? 0)) - 1)
      for (const [at, pixel] of cut('minip').entries())
        expect(pixel).toBeLessThanOrEqual(Math.min(...slices.map((one) => one[at] ?? 0)) + 1)
    }
  }
})

test('padding counts neither for a minimum nor for a mean', () => {
  const getValue = (i: number, _: number, k: number) => (k === 4 ? -2000 : 100 * i)
  const { volume } = openVolume(
    { count: 9 },
    { padding: [-2000, -2000], spacing: [0.8, 0.8] },
    getValue,
  )
  const { geometry } = volume
  const plane = createPlane(getCentre(geometry), geometry.row, geometry.column)
  for (const mode of slabModes) {
    const cut = describePlane(geometry, plane, {
      width: 10,
      height: 8,
      step: 0.8,
      slab: { mode, thickness: 8 },
      slabStep: 2,
    })
    expect(Array.from(cutPlane(volume, cut).subarray(0, 10))).toEqual([
      0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
    ])
  }
})

test('lengths in planes of tilted and irregular series are within half a voxel', () => {
  // A bright line of voxels along a known direction in millimetres.
  for (const made of [
    { count: 40, drift: [0, 0.33, 0] as Vector, distance: 1 },
    { count: 40, places: Array.from({ length: 40 }, (_, k) => k + 0.3 * Math.sin(k)) },
  ]) {
    const marks: readonly Vector[] = [
      [12, 10, 4],
      [12, 30, 33],
    ]
    const { volume } = openVolume(made, { columns: 32, rows: 40, spacing: [0.9, 0.9] }, (i, j, k) =>
      marks.some((mark) => mark[0] === i && mark[1] === j && mark[2] === k) ? 3000 : 0,
    )
    const { geometry } = volume
    const [from, to] = marks.map((mark) => toMillimetres(geometry, mark))
    if (!from || !to) throw new Error('There are two marks')
    const { sagittal } = getPlanes(createFrame(from), options)
    const picture = fitPlane(geometry, sagittal)
    const pixels = cutPlane(volume, describePlane(geometry, picture.plane, picture))
    const places = [...pixels.entries()].filter(([, value]) => value > 300)
    const middles = [true, false].map((isUpper) => {
      const half = places.filter(
        ([at]) => Math.floor(at / picture.width) * 2 < picture.height === isUpper,
      )
      const sum = half.reduce((total, [, value]) => total + value, 0)
      const centre = (get: (at: number) => number) =>
        half.reduce((total, [at, value]) => total + get(at) * value, 0) / sum
      return [
        centre((at) => at % picture.width),
        centre((at) => Math.floor(at / picture.width)),
      ] as const
    })
    const [one, other] = middles
    if (!one || !other) throw new Error('There are two marks')
    const measured = Math.hypot(one[0] - other[0], one[1] - other[1]) * picture.step
    const expected = Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2])
    expect(Math.abs(measured - expected)).toBeLessThan(0.5 * 0.9)
  }
})

test.each(cases)(
  'rows of planes along the axes of a series $name that share samples equal rows cut alone',
  ({ made, facts }) => {
    const { volume } = openVolume(made, facts)
    const { geometry } = volume
    fc.assert(
      fc.property(angle, fc.double({ min: 0.2, max: 2.5, noNaN: true }), (shift, step) => {
        const origin = move(getCentre(geometry), [1, 1, 1], shift / 4)
        for (const plane of Object.values(getPlanes(createFrame(origin), options))) {
          // More rows than are written together in a transposed picture.
          const cut = describePlane(geometry, plane, { width: 45, height: 41, step })
          const pixels = cutPlane(volume, cut)
          const isTransposed = Math.abs(cut.right[2]) > Math.abs(cut.down[2])
          const [size, along] = isTransposed ? [cut.width, cut.right] : [cut.height, cut.down]
          for (let at = 0; at < size; at += 1) {
            const one = { ...cut, [isTransposed ? 'width' : 'height']: 1 }
            const alone = cutPlane(volume, { ...one, start: move(cut.start, along, at) })
            const part = pixels.filter((_, pixel) =>
              isTransposed ? pixel % cut.width === at : Math.floor(pixel / cut.width) === at,
            )
            // The start of a row alone is rounded once more.
            const differing = part.filter(
              (pixel, index) => Math.abs(pixel - (alone[index] ?? 0)) > 1,
            )
            expect([...differing]).toEqual([])
          }
        }
      }),
      { numRuns: 5 },
    )
  },
)
