import type { Vector } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVolume, storeSlice } from '../cells/volume.ts'
import { createGeometry, toMillimetres } from '../geometry/geometry.ts'
import { createKernel } from '../kernel/kernel.ts'
import { createPlane } from '../planes/frame.ts'
import {
  createSurfacePreset,
  hounsfieldRange,
  listVolumePresets,
  volumePresets,
} from '../presets/volume-presets.ts'
import { castPlainly } from '../testing/plain-rays.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import type { SeriesOptions } from '../testing/series.ts'
import { getCellTransform } from '../values/cell-transform.ts'
import { getDistance, move, rotateAround, transform } from '../vectors.ts'
import {
  castRays,
  createRayVolume,
  describeRays,
  getSmallCentre,
  getSmallRadius,
} from './cast-rays.ts'
import { shrinkVolume } from './small-volume.ts'
import type { SmallVolume } from './small-volume.ts'
import { createTransferTable } from './transfer-table.ts'

const range = { lowest: -1024, highest: 2000 }

/** A ball of bone inside a ball of soft tissue. */
function shrinkBalls(series: SeriesOptions, edge = 40, padding?: number): SmallVolume {
  const stack = buildOne(
    createSeries(series, {
      columns: edge,
      rows: edge,
      spacing: [1, 1],
      padding: padding === undefined ? null : [padding, padding],
    }),
  )
  const geometry = createGeometry(stack)
  const volume = createVolume(createKernel(), geometry, getCellTransform(stack))
  const middle = toMillimetres(geometry, [(edge - 1) / 2, (edge - 1) / 2, (geometry.count - 1) / 2])
  for (let k = 0; k < geometry.count; k += 1)
    storeSlice(
      volume,
      k,
      Int16Array.from({ length: edge * edge }, (_, at) => {
        const place = toMillimetres(geometry, [at % edge, Math.floor(at / edge), k])
        const distance = getDistance(place, middle)
        if (distance < edge * 0.2) return 1000
        return distance < edge * 0.4 ? 60 : (padding ?? -1000)
      }),
    )
  return shrinkVolume(volume, range)
}

function describeView(small: SmallVolume, [turn, tip]: readonly [number, number], edge = 24) {
  const rotate = (vector: Vector) =>
    transform(rotateAround([1, 0, 0], tip), transform(rotateAround([0, 0, 1], turn), vector))
  const plane = createPlane(getSmallCentre(small), rotate([1, 0, 0]), rotate([0, 0, -1]))
  const step = (2 * getSmallRadius(small)) / edge
  return describeRays(small, { plane, width: edge, height: edge, step })
}

test('the copy has equal distances and the values of the places, tilted or irregular', () => {
  for (const series of [
    { count: 40, distance: 1 },
    { count: 30, distance: 1.3, drift: [0, 0.3, 0] as Vector },
    { count: 40, places: Array.from({ length: 40 }, (_, k) => k + 0.4 * Math.sin(k)) },
  ]) {
    const small = shrinkBalls(series)
    expect(small.cells).toHaveLength(small.columns * small.rows * small.layers)
    const middle = getSmallCentre(small)
    const read = (place: Vector) => {
      const way: Vector = [
        place[0] - small.origin[0],
        place[1] - small.origin[1],
        place[2] - small.origin[2],
      ]
      const layer = Math.round(way[2] / small.through[2])
      const aside = move(way, small.through, -layer)
      return small.cells[
        (layer * small.rows + Math.round(aside[1] / small.down[1])) * small.columns +
          Math.round(aside[0] / small.right[0])
      ]
    }
    const toCell = (value: number) => Math.round(1 + ((value + 1024) * 254) / 3024)
    expect(read(middle)).toBe(toCell(1000))
    for (const way of [
      [12, 0, 0],
      [0, -12, 0],
      [0, 0, 12],
    ] as Vector[])
      expect(read(move(middle, way, 1))).toBe(toCell(60))
    expect(read(move(middle, [18, 0, 0], 1))).toBe(toCell(-1000))
  }
})

test('padding and places where slices are missing are nothing in 3D', () => {
  const padded = shrinkBalls({ count: 40, distance: 1 }, 40, -2000)
  expect(padded.cells[0]).toBe(0)
  const places = Array.from({ length: 30 }, (_, k) => (k < 15 ? k : k + 10))
  const small = shrinkBalls({ count: 30, places })
  const layerOf = (place: number) => Math.round(place / small.through[2])
  const layer = small.cells.subarray(
    layerOf(19) * small.columns * small.rows,
    (layerOf(19) + 1) * small.columns * small.rows,
  )
  expect(layer.every((cell) => cell === 0)).toBe(true)
})

test('large slices are shrunk to at most 256 cells by means of squares', () => {
  const stack = buildOne(createSeries({ count: 4 }, { columns: 600, rows: 300 }))
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  for (let k = 0; k < 4; k += 1)
    storeSlice(
      volume,
      k,
      Int16Array.from({ length: 180_000 }, (_, at) => (at % 600) - 300),
    )
  const small = shrinkVolume(volume, { lowest: -300, highest: 299 })
  expect([small.columns, small.rows]).toEqual([200, 100])
  expect([...small.cells.subarray(0, 3)]).toEqual(
    [-299, -296, -293].map((mean) => Math.round(1 + (mean + 300) * (254 / 599))),
  )
})

test('rays of the kernel have the colours of the plain reference', () => {
  const small = shrinkBalls({ count: 30, distance: 1.3, drift: [0, 0.3, 0] })
  const volume = createRayVolume(createKernel(), small)
  const angle = fc.integer({ min: -3000, max: 3000 }).map((part) => part / 1000 + 0.0007)
  fc.assert(
    fc.property(
      angle,
      angle,
      fc.constantFrom('bone' as const, 'softTissue' as const, 'skin' as const),
      (turn, tip, name) => {
        const view = describeView(small, [turn, tip])
        const table = createTransferTable(volumePresets[name], hounsfieldRange, view.stepLength)
        const [actual, expected] = [castRays(volume, view, table), castPlainly(small, view, table)]
        const different = [...actual].filter((part, at) => Math.abs(part - (expected[at] ?? 0)) > 6)
        // A sample at the border of a table entry may fall to either side.
        expect(different.length).toBeLessThanOrEqual(actual.length * 0.01)
        expect(actual.some((part, at) => at % 4 === 0 && part > 20)).toBe(true)
      },
    ),
    { numRuns: 12 },
  )
})

test('the blocks of the copy have the maxima that the kernel finds', () => {
  const small = shrinkBalls({ count: 37, distance: 1 }, 43)
  const { kernel, blocks } = createRayVolume(createKernel(), small)
  expect([...small.blocks]).toEqual([...kernel.viewBytes(blocks, small.blocks.length)])
  expect(new Set(small.blocks).size).toBeGreaterThan(2)
})

test('rows that are computed apart make the same picture', () => {
  const small = shrinkBalls({ count: 40, distance: 1 })
  const volume = createRayVolume(createKernel(), small)
  const view = describeView(small, [0.4, 0.3])
  const table = createTransferTable(volumePresets.bone, hounsfieldRange, view.stepLength)
  const whole = castRays(volume, view, table)
  expect([
    ...castRays(volume, view, table, 0, 10),
    ...castRays(volume, view, table, 10, 24),
  ]).toEqual([...whole])
})

test('the clipping box removes what lies outside of it', () => {
  const small = shrinkBalls({ count: 40, distance: 1 })
  const volume = createRayVolume(createKernel(), small)
  const countVisible = (from: Vector, to: Vector) => {
    const plane = createPlane(getSmallCentre(small), [1, 0, 0], [0, 0, -1])
    const view = describeRays(small, { plane, width: 40, height: 40, step: 1 }, { from, to })
    const table = createTransferTable(volumePresets.bone, hounsfieldRange, view.stepLength)
    return castRays(volume, view, table).filter((part, at) => at % 4 === 0 && part > 20).length
  }
  const all = countVisible([0, 0, 0], [1, 1, 1])
  expect(all).toBeGreaterThan(100)
  expect(countVisible([0, 0, 0], [0.5, 1, 1]) / all).toBeCloseTo(0.5, 1)
  expect(countVisible([0, 0, 0], [1, 1, 0.2])).toBe(0)
})

test('a transfer table is transparent below its first point and for cells without a value', () => {
  const table = createTransferTable(volumePresets.bone, hounsfieldRange, 1)
  expect(table.numbers[0]).toBe(0)
  const cellOf = (value: number) => Math.round(1 + ((value + 1024) * 254) / 3024)
  expect(table.numbers[cellOf(100)]).toBe(0)
  expect(Math.abs(table.lowestVisible - cellOf(160))).toBeLessThanOrEqual(1)
  expect(table.numbers[cellOf(700)]).toBeCloseTo(0.5, 1)
  // Two steps of half a millimetre are as opaque as one of a millimetre.
  const half =
    createTransferTable(volumePresets.bone, hounsfieldRange, 0.5).numbers[cellOf(700)] ?? 0
  expect(1 - (1 - half) ** 2).toBeCloseTo(table.numbers[cellOf(700)] ?? 0, 5)
})

test('series without Hounsfield units have the surface of their window only', () => {
  expect(listVolumePresets('HU')).toEqual(['bone', 'softTissue', 'lung', 'vessels', 'skin'])
  expect(listVolumePresets(null)).toEqual(['surface'])
  const { points } = createSurfacePreset(100, 200)
  expect(points.map(({ value }) => value)).toEqual(
    points.map(({ value }) => value).toSorted((a, b) => a - b),
  )
  expect(points[0]?.value).toBeCloseTo(30)
})
