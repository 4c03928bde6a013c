import type { Vector } from '@talus/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createGeometry, getCentre, getCorners } from '../geometry/geometry.ts'
import { buildOne, createSeries } from '../testing/series.ts'
import { cross, dot, getDistance, getLength, identity, subtract } from '../vectors.ts'
import { createFrame, createPlane, getPlanes, moveFrame, rotateFrame } from './frame.ts'
import { fitPlane, toPlaneMillimetres, toPlanePixel } from './picture.ts'
import { describePlane } from './plane-cut.ts'
import { getReferenceLine } from './reference-lines.ts'
import type { PlacedPicture } from './reference-lines.ts'

const options = { region: 'body', correction: identity } as const
const geometry = createGeometry(buildOne(createSeries({ count: 12, drift: [0, 0.2, 0] })))
const angle = fc.double({ min: -7, max: 7, noNaN: true })
const axis = fc.constantFrom<Vector>([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1])

test('three planes of one frame stay perpendicular after any number of turns', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(axis, angle), { maxLength: 40 }), (turns) => {
      let frame = createFrame([1, 2, 3])
      for (const [around, by] of turns) frame = rotateFrame(frame, around, by)
      const { transverse, sagittal, dorsal } = getPlanes(moveFrame(frame, [4, 5, 6]), options)
      for (const plane of [transverse, sagittal, dorsal]) {
        expect(plane.origin).toEqual([4, 5, 6])
        expect(getLength(plane.right)).toBeCloseTo(1, 9)
        expect(dot(plane.right, plane.down)).toBeCloseTo(0, 9)
        expect(getDistance(plane.normal, cross(plane.right, plane.down))).toBeLessThan(1e-9)
      }
      expect(dot(transverse.normal, sagittal.normal)).toBeCloseTo(0, 9)
      expect(dot(transverse.normal, dorsal.normal)).toBeCloseTo(0, 9)
      expect(dot(sagittal.normal, dorsal.normal)).toBeCloseTo(0, 9)
    }),
  )
})

test('the picture of a plane shows the whole volume and does not shift while the plane moves', () => {
  fc.assert(
    fc.property(axis, angle, angle, (around, by, offset) => {
      const frame = rotateFrame(createFrame(getCentre(geometry)), around, by)
      const { sagittal } = getPlanes(frame, options)
      const picture = fitPlane(geometry, sagittal)
      for (const corner of getCorners(geometry)) {
        const { x, y } = toPlanePixel(picture, corner)
        expect(x).toBeGreaterThan(-0.51)
        expect(x).toBeLessThan(picture.width - 0.49)
        expect(y).toBeGreaterThan(-0.51)
        expect(y).toBeLessThan(picture.height - 0.49)
      }
      const aside = subtract(sagittal.origin, [offset, -offset, 2 * offset])
      const moved = fitPlane(geometry, { ...sagittal, origin: aside })
      expect([moved.width, moved.height]).toEqual([picture.width, picture.height])
      const shift = subtract(moved.plane.origin, picture.plane.origin)
      expect(getLength(cross(shift, sagittal.normal))).toBeLessThan(1e-6)
      expect(toPlanePixel(moved, aside).depth).toBeCloseTo(0, 6)
    }),
  )
})

test('a pixel and its place convert to each other', () => {
  const picture = fitPlane(geometry, getPlanes(createFrame(getCentre(geometry)), options).dorsal)
  const { x, y, depth } = toPlanePixel(picture, toPlaneMillimetres(picture, 7.25, 3.5))
  expect([x, y, depth].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([7.25, 3.5, 0])
})

test('a slab has a layer for each step of the volume, and its ends are its thickness apart', () => {
  const { transverse } = getPlanes(createFrame(getCentre(geometry)), options)
  const size = { width: 4, height: 4, step: 1 }
  expect(describePlane(geometry, transverse, size).layers).toBe(1)
  const cut = describePlane(geometry, transverse, { ...size, slab: { mode: 'mean', thickness: 5 } })
  expect(cut.layers).toBe(11)
  expect(Math.abs(cut.between[2]) * (cut.layers - 1)).toBeCloseTo(5, 9)
})

const place = (right: Vector, down: Vector, origin: Vector, uid = '1.2'): PlacedPicture => ({
  plane: createPlane(origin, right, down),
  width: 100,
  height: 60,
  step: 1,
  frameOfReferenceUID: uid,
})

test('a reference line is where two pictures cross, inside both', () => {
  const transverse = place([1, 0, 0], [0, 1, 0], [0, 0, 5])
  const sagittal = place([0, 1, 0], [0, 0, -1], [10, 0, 0])
  const line = getReferenceLine(sagittal, transverse)
  const ends = [line?.from, line?.to].map((end) =>
    end?.map((part) => Math.round(part * 1e6) / 1e6 + 0),
  )
  // The transverse picture is 60 mm high; the sagittal one is 100 mm wide.
  expect(ends.toSorted((one, other) => (one?.[1] ?? 0) - (other?.[1] ?? 0))).toEqual([
    [10, -30, 5],
    [10, 30, 5],
  ])
})

test('pictures of other frames, parallel ones and ones that do not meet have no reference line', () => {
  const shown = place([1, 0, 0], [0, 1, 0], [0, 0, 5])
  expect(getReferenceLine(shown, place([0, 1, 0], [0, 0, -1], [10, 0, 0], '9'))).toBeUndefined()
  expect(
    getReferenceLine(
      { ...shown, frameOfReferenceUID: '' },
      place([0, 1, 0], [0, 0, -1], [10, 0, 0], ''),
    ),
  ).toBeUndefined()
  expect(
    getReferenceLine(shown, place([1, 0, 0], [0, Math.cos(0.02), Math.sin(0.02)], [0, 0, 0])),
  ).toBeUndefined()
  expect(getReferenceLine(shown, place([0, 1, 0], [0, 0, -1], [80, 0, 0]))).toBeUndefined()
  expect(getReferenceLine(shown, place([0, 1, 0], [0, 0, -1], [10, 0, 90]))).toBeUndefined()
})
