import { patientPositions } from '@talus/contract'
import type { PatientPosition, Vector } from '@talus/contract'
import { expect, test } from 'vitest'
import { cutPlane } from '../cells/cut-plane.ts'
import { createVolume, storeSlice } from '../cells/volume.ts'
import type { Volume } from '../cells/volume.ts'
import { createGeometry } from '../geometry/geometry.ts'
import { createKernel } from '../kernel/kernel.ts'
import { getEdgeLabels } from '../orientation/directions.ts'
import { getPositionRotation } from '../orientation/patient-position.ts'
import type { SliceFacts } from '../slice-facts.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import type { SeriesOptions } from '../testing/series.ts'
import { getCellTransform } from '../values/cell-transform.ts'
import { add, cross, dot, getDistance, identity, move, normalize, scale } from '../vectors.ts'
import { createFrame, createPlane, getPlanes } from './frame.ts'
import type { PlaneFrame } from './frame.ts'
import { fitPlane } from './picture.ts'
import { describePlane } from './plane-cut.ts'

const size = { columns: 24, rows: 18 }
const bright = 3000

/** A volume of zeros with bright voxels: column, row and slice. */
function openMarked(slices: readonly SliceFacts[], marks: readonly Vector[]): Volume {
  const stack = buildOne(slices)
  const volume = createVolume(createKernel(), createGeometry(stack), getCellTransform(stack))
  for (let slice = 0; slice < volume.geometry.count; slice += 1) {
    const values = new Int16Array(size.columns * size.rows)
    for (const [i, j, k] of marks) if (k === slice) values[j * size.columns + i] = bright
    storeSlice(volume, slice, values)
  }
  return volume
}

/** The pixel of the brightest cell of a plane in the half of the picture before or behind a column. */
function findBrightest(cells: Int16Array, width: number, isInPart: (x: number) => boolean) {
  let [best, highest] = [-1, -Infinity]
  for (const [at, cell] of cells.entries())
    if (cell > highest && isInPart(at % width)) [best, highest] = [at, cell]
  return { x: best % width, y: Math.floor(best / width), cell: highest }
}

/** Cuts a plane with pixels of a quarter of a voxel. */
function cut(volume: Volume, plane: PlaneFrame) {
  const picture = fitPlane(volume.geometry, plane, volume.geometry.step / 4)
  return {
    picture,
    cells: cutPlane(volume, describePlane(volume.geometry, picture.plane, picture)),
  }
}

/** The place of a voxel by its file alone: Image Position (Patient) and the directions. */
function placeByFile(slices: readonly SliceFacts[], [i, j, k]: Vector): Vector {
  const { position, orientation, spacing } = slices[k] ?? {}
  if (!position || !orientation || !spacing) throw new Error('a slice has no place')
  return add(
    move(position, orientation.row, i * spacing[1]),
    scale(orientation.column, j * spacing[0]),
  )
}

const irregular = [0, 1.1, 2.9, 4.2, 6.6, 7.5, 8.1, 10, 11.8, 13.1]
const kinds: readonly (readonly [string, SeriesOptions, Partial<SliceFacts>])[] = [
  ['regular', { count: 10, distance: 1.6 }, {}],
  ['tilted', { count: 10, distance: 1.6, drift: [0, -0.33, 0] }, {}],
  ['irregular', { count: 10, places: irregular }, {}],
  ['tilted and irregular', { count: 10, places: irregular, drift: [0.12, 0.4, 0] }, {}],
  [
    'oblique, tilted and irregular',
    { count: 10, places: irregular, drift: [0, 0.3, 0.225] },
    { orientation: { row: [1, 0, 0], column: [0, 0.8, 0.6] } },
  ],
]
/** Pairs of voxels whose lengths are measured. */
const pairs: readonly (readonly [Vector, Vector])[] = [
  [
    [5, 4, 1],
    [5, 13, 8],
  ],
  [
    [4, 9, 2],
    [19, 9, 7],
  ],
  [
    [3, 3, 8],
    [20, 14, 1],
  ],
  [
    [12, 8, 0],
    [12, 8, 9],
  ],
]

test.each(kinds)(
  'lengths on planes of a series that is %s are those of the file within half a voxel',
  (_name, series, facts) => {
    const slices = createSeries(series, { ...size, ...facts })
    for (const [one, other] of pairs) {
      const volume = openMarked(slices, [one, other])
      const [from, to] = [placeByFile(slices, one), placeByFile(slices, other)]
      const along = normalize([to[0] - from[0], to[1] - from[1], to[2] - from[2]])
      const middle = scale(add(from, to), 0.5)
      // Two planes through both voxels, which differ by a right angle.
      const first = normalize(cross(along, [0.3, 0.9, 0.2]))
      for (const down of [first, cross(along, first)]) {
        const { picture, cells } = cut(volume, createPlane(middle, along, down))
        const half = dot(middle, along) - dot(picture.plane.origin, along)
        const border = (picture.width - 1) / 2 + half / picture.step
        const ends = [
          findBrightest(cells, picture.width, (x) => x < border),
          findBrightest(cells, picture.width, (x) => x > border),
        ] as const
        for (const { cell } of ends) expect(cell).toBeGreaterThan(bright / 2)
        const [start, end] = ends
        const length = Math.hypot(end.x - start.x, end.y - start.y) * picture.step
        const error = Math.abs(length - getDistance(from, to))
        expect(error).toBeLessThan(0.5 * volume.geometry.step)
      }
    }
  },
)

/** The left, the back and the head of an animal in the axes of the scanner: right, down, inwards. */
const lying: Readonly<Record<PatientPosition, { left: Vector; back: Vector; head: Vector }>> = {
  HFS: { left: [1, 0, 0], back: [0, 1, 0], head: [0, 0, 1] },
  HFP: { left: [-1, 0, 0], back: [0, -1, 0], head: [0, 0, 1] },
  FFS: { left: [-1, 0, 0], back: [0, 1, 0], head: [0, 0, -1] },
  FFP: { left: [1, 0, 0], back: [0, -1, 0], head: [0, 0, -1] },
  HFDR: { left: [0, -1, 0], back: [1, 0, 0], head: [0, 0, 1] },
  HFDL: { left: [0, 1, 0], back: [-1, 0, 0], head: [0, 0, 1] },
  FFDR: { left: [0, -1, 0], back: [-1, 0, 0], head: [0, 0, -1] },
  FFDL: { left: [0, 1, 0], back: [1, 0, 0], head: [0, 0, -1] },
}

/** A series as a scanner writes it for the declared position; its pixels are in its own axes. */
function scan(declared: PatientPosition): SliceFacts[] {
  const { left, back, head } = lying[declared]
  const toPatient = (device: Vector): Vector => [
    dot(device, left),
    dot(device, back),
    dot(device, head),
  ]
  const [row, column] = [toPatient([1, 0, 0]), toPatient([0, 1, 0])]
  return createSeries(
    { count: 10, distance: 1.5, first: [0, 0, 0] },
    {
      ...size,
      spacing: [1, 1],
      patientPosition: declared,
      orientation: { row, column },
    },
  )
}

test('a mark in the left side of the animal is at the edge "left" in all eight positions, as declared or corrected', () => {
  for (const actual of patientPositions)
    for (const declared of patientPositions) {
      const slices = scan(declared)
      const { left, head } = lying[actual]
      // The slices are sorted by their normal, which points into the gantry.
      const middle: Vector = [11, 8, 5]
      const mark = move(move(middle, left, 6), head, 3)
      const volume = openMarked(slices, [mark])
      const correction = actual === declared ? identity : getPositionRotation(actual, declared)
      const options = { region: 'body', correction } as const
      const { position, orientation } = slices[0] ?? {}
      if (!position || !orientation) throw new Error('no place')
      const [i, j, k] = mark
      const place = add(
        move(move(position, orientation.row, i), orientation.column, j),
        scale(cross(orientation.row, orientation.column), 1.5 * k),
      )
      const planes = getPlanes(createFrame(place), options)
      for (const [name, edges] of [
        ['transverse', ['left']],
        ['dorsal', ['left', 'cranial']],
        ['sagittal', ['cranial']],
      ] as const) {
        const plane = planes[name]
        const { picture, cells } = cut(volume, plane)
        const { x, y, cell } = findBrightest(cells, picture.width, () => true)
        expect(cell).toBeGreaterThan(bright * 0.8)
        // The words at the edges to which the mark lies, seen from the middle of the picture.
        const across = (x - (picture.width - 1) / 2) * picture.step
        const down = (y - (picture.height - 1) / 2) * picture.step
        const side = scale(plane.right, Math.sign(across))
        const end = scale(plane.down, Math.sign(down))
        const words = [side, end].flatMap((one) => getEdgeLabels(one, options)[0] ?? [])
        expect([actual, declared, name, ...words.slice(0, edges.length)]).toEqual([
          actual,
          declared,
          name,
          ...edges,
        ])
        expect(Math.abs(across)).toBeGreaterThan(name === 'sagittal' ? 3 : 4)
      }
    }
})
