import type { Point, Vector } from '@talus/contract'
import { expect, test } from 'vitest'
import { getDistance, identity, rotateAround, transform } from '../vectors.ts'
import { createPlane, getPlanes } from './frame.ts'
import { toPlaneMillimetres } from './picture.ts'
import type { PlanePicture } from './picture.ts'
import {
  createDrawingPlane,
  isOnPicture,
  toPicturePoint,
  toPlace,
  toPlanePoint,
} from './plane-points.ts'

const options = { region: 'body', correction: identity } as const
const turnBy = (degrees: number) => rotateAround([0.3, 0.5, 0.8], (degrees * Math.PI) / 180)

const createPicture = (
  change: { degrees?: number; origin?: Vector; step?: number; inPlane?: number } = {},
): PlanePicture => {
  const { degrees = 25, origin = [10, -20, 30], step = 0.7, inPlane = 0 } = change
  const { sagittal } = getPlanes({ origin, rotation: turnBy(degrees) }, options)
  const spin = rotateAround(sagittal.normal, (inPlane * Math.PI) / 180)
  const plane = createPlane(origin, transform(spin, sagittal.right), transform(spin, sagittal.down))
  return { plane, width: 301, height: 200, step }
}
const points: readonly Point[] = [
  { x: 12.25, y: 190 },
  { x: 280, y: 3.5 },
]
const store = (picture: PlanePicture) => ({
  plane: createDrawingPlane(picture, '1.2.3'),
  points: points.map((point) => toPlanePoint(picture, point)),
})

test('a drawing on an oblique plane returns to the same pixels, and its length is that of the patient', () => {
  const picture = createPicture()
  const stored = store(picture)
  stored.points.forEach((point, index) => {
    const { x, y, depth } = toPicturePoint(picture, stored.plane, point)
    expect(x).toBeCloseTo(points[index]?.x ?? 0, 9)
    expect(y).toBeCloseTo(points[index]?.y ?? 0, 9)
    expect(depth).toBeCloseTo(0, 9)
  })
  const [from, to] = stored.points.map((point) => toPlace(stored.plane, point))
  const [first, second] = points.map(({ x, y }) => toPlaneMillimetres(picture, x - 0.5, y - 0.5))
  if (!from || !to || !first || !second) throw new Error('no points')
  expect(getDistance(from, first)).toBeLessThan(1e-9)
  expect(getDistance(to, second)).toBeLessThan(1e-9)
})

test('a picture of another size and resolution shows the drawing at the same place', () => {
  const stored = store(createPicture())
  const other = { ...createPicture({ step: 0.35 }), width: 640, height: 480 }
  for (const point of stored.points) {
    const { x, y } = toPicturePoint(other, stored.plane, point)
    const place = toPlaneMillimetres(other, x - 0.5, y - 0.5)
    expect(getDistance(place, toPlace(stored.plane, point))).toBeLessThan(1e-9)
  }
})

test('a drawing is shown within half a gap of its plane, and not on the next one', () => {
  const picture = createPicture()
  const stored = store(picture)
  const shift = (by: number) => {
    const { normal, origin } = picture.plane
    const moved: Vector = [
      origin[0] + normal[0] * by,
      origin[1] + normal[1] * by,
      origin[2] + normal[2] * by,
    ]
    return isOnPicture(createPicture({ origin: moved }), stored.plane, stored.points, 0.5)
  }
  expect([0, 0.4, -0.5, 0.6, -1, 7].map(shift)).toEqual([true, true, true, false, false, false])
})

test('a drawing is not shown on a plane that is turned by more than a degree', () => {
  const stored = store(createPicture())
  const isShown = (change: Parameters<typeof createPicture>[0]) =>
    isOnPicture(createPicture(change), stored.plane, stored.points, 3)
  expect([25, 25.9, 26.5, 20, 115].map((degrees) => isShown({ degrees }))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  // Quarter turns keep the sides of a rectangle, other angles do not.
  expect([0, 90, 180, 270, 45, 5].map((inPlane) => isShown({ inPlane }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a drawing on a plane that is seen from the other side keeps its place', () => {
  const picture = createPicture()
  const stored = store(picture)
  const { origin, right, down } = picture.plane
  const behind: PlanePicture = {
    ...picture,
    plane: createPlane(origin, [-right[0], -right[1], -right[2]], down),
  }
  expect(isOnPicture(behind, stored.plane, stored.points, 0.1)).toBe(true)
  const [first] = stored.points
  if (!first) throw new Error('no point')
  const { x, y } = toPicturePoint(behind, stored.plane, first)
  expect([x, y]).toEqual([expect.closeTo(301 - 12.25, 9), expect.closeTo(190, 9)])
})
