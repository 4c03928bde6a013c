import { describe, expect, test } from 'vitest'
import { computeCorners, getRowSpan } from './field.ts'
import type { ExposedField } from './field.ts'
import { getDownsampleFactor, downsample } from './plane.ts'
import { prepareFrame } from './prepare.ts'
import { findField } from './refine-field.ts'
import { createLimbFrame } from './testing/frames.ts'
import type { LimbScene } from './testing/frames.ts'

const [width, height] = [700, 560]
const open = { left: -250, right: 230, top: -200, bottom: 215 }

function findFieldIn(data: Float32Array): ExposedField {
  const plane = { width, height, data }
  const factor = getDownsampleFactor(width, height, 300)
  return findField(plane, downsample(plane, factor), factor)
}

function findFieldOfScene(scene: Partial<LimbScene>): ExposedField {
  const frame = createLimbFrame({ width, height, air: 8000, hasLimb: true, seed: 5, ...scene })
  return findFieldIn(Float32Array.from(frame.data))
}

/** The position of a corner of the blades, in pixels of the frame. */
function getCorner(u: number, v: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180
  return {
    x: width / 2 + u * Math.cos(angle) - v * Math.sin(angle),
    y: height / 2 + u * Math.sin(angle) + v * Math.cos(angle),
  }
}

/**
 * The field may be this much smaller than the opening of the blades: their penumbra is excluded.
 */
const tolerance = 9

describe('detection of the collimated field', () => {
  for (const degrees of [0, 2, -2, 4])
    for (const hasLimb of [true, false])
      test(`a field rotated by ${degrees} degrees is found ${hasLimb ? 'with a limb across it' : 'without an object'}`, () => {
        const corners = computeCorners(findFieldOfScene({ field: { ...open, degrees }, hasLimb }))
        const expected = [
          getCorner(open.left, open.top, degrees),
          getCorner(open.right, open.top, degrees),
          getCorner(open.right, open.bottom, degrees),
          getCorner(open.left, open.bottom, degrees),
        ]
        for (const [index, { x, y }] of expected.entries()) {
          expect(Math.abs((corners[index]?.x ?? 0) - x)).toBeLessThan(tolerance)
          expect(Math.abs((corners[index]?.y ?? 0) - y)).toBeLessThan(tolerance)
        }
      })

  test('the collimated field is found at a tenth of the dose', () => {
    const { left, right, isCollimated } = findFieldOfScene({
      air: 800,
      field: { ...open, degrees: 0 },
    })
    expect(isCollimated).toBe(true)
    expect(Math.abs(left.at - (width / 2 + open.left))).toBeLessThan(tolerance)
    expect(Math.abs(right.at - (width / 2 + open.right))).toBeLessThan(tolerance)
  })

  test('the collimated field is found with blades on two sides only', () => {
    const field = { left: -1000, right: 1000, top: -120, bottom: 130, degrees: 0 }
    const { left, right, top, bottom } = findFieldOfScene({ field })
    expect(left.at).toBe(0)
    expect(right.at).toBe(width)
    expect(Math.abs(top.at - (height / 2 - 120))).toBeLessThan(tolerance)
    expect(Math.abs(bottom.at - (height / 2 + 130))).toBeLessThan(tolerance)
  })
})

describe('frames without collimation', () => {
  for (const hasLimb of [true, false])
    test(`without blades the whole detector is the field, with ${hasLimb ? 'a limb' : 'only air'}`, () => {
      const { isCollimated, left, right, top, bottom } = findFieldOfScene({ hasLimb })
      expect(isCollimated).toBe(false)
      expect([left.at, right.at, top.at, bottom.at]).toEqual([0, width, 0, height])
    })

  test('a frame without signal is not collimated', () => {
    expect(findFieldIn(new Float32Array(width * height)).isCollimated).toBe(false)
  })
})

test('row spans above a rotated field are empty, and those inside have its width', () => {
  const field = findFieldOfScene({ field: { ...open, degrees: 2 } })
  const first = getRowSpan(field, 10)
  expect(first.to - first.from).toBeLessThanOrEqual(0)
  const middle = getRowSpan(field, height / 2)
  expect(Math.abs(middle.to - middle.from - (open.right - open.left))).toBeLessThan(2 * tolerance)
})

test('air and collimated areas are not counted as anatomy', () => {
  const frame = createLimbFrame({
    width,
    height,
    air: 8000,
    hasLimb: true,
    seed: 5,
    field: { ...open, degrees: 0 },
  })
  const { regions } = prepareFrame(frame, undefined)
  // The limb is 280 pixels wide in a field of 480.
  expect(regions.anatomyPixels / regions.fieldPixels).toBeGreaterThan(0.5)
  expect(regions.anatomyPixels / regions.fieldPixels).toBeLessThan(0.66)
})
