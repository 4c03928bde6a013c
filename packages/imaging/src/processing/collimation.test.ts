import { describe, expect, test } from 'vitest'
import { cornersOf, spanOf } from './field.ts'
import type { Field } from './field.ts'
import { factorFor, reduce } from './plane.ts'
import { prepareFrame } from './prepare.ts'
import { findField } from './refine-field.ts'
import { limbFrame } from './testing/frames.ts'
import type { Scene } from './testing/frames.ts'

const [width, height] = [700, 560]
const open = { left: -250, right: 230, top: -200, bottom: 215 }

function found(data: Float32Array): Field {
  const plane = { width, height, data }
  const factor = factorFor(width, height, 300)
  return findField(plane, reduce(plane, factor), factor)
}

function fieldOf(scene: Partial<Scene>): Field {
  const frame = limbFrame({ width, height, air: 8000, hasLimb: true, seed: 5, ...scene })
  return found(Float32Array.from(frame.data))
}

/** Where a corner of the blades is, in pixels of the frame. */
function corner(u: number, v: number, degrees: number) {
  const angle = (degrees * Math.PI) / 180
  return {
    x: width / 2 + u * Math.cos(angle) - v * Math.sin(angle),
    y: height / 2 + u * Math.sin(angle) + v * Math.cos(angle),
  }
}

/** So far the field may lie inside the blades: their soft shadow is left out. */
const tolerance = 9

describe('the field is found to within a few pixels', () => {
  for (const degrees of [0, 2, -2, 4])
    for (const hasLimb of [true, false])
      test(`turned by ${degrees} degrees, ${hasLimb ? 'with a limb across it' : 'empty'}`, () => {
        const corners = cornersOf(fieldOf({ field: { ...open, degrees }, hasLimb }))
        const expected = [
          corner(open.left, open.top, degrees),
          corner(open.right, open.top, degrees),
          corner(open.right, open.bottom, degrees),
          corner(open.left, open.bottom, degrees),
        ]
        for (const [index, { x, y }] of expected.entries()) {
          expect(Math.abs((corners[index]?.x ?? 0) - x)).toBeLessThan(tolerance)
          expect(Math.abs((corners[index]?.y ?? 0) - y)).toBeLessThan(tolerance)
        }
      })

  test('with a tenth of the dose', () => {
    const { left, right, isCollimated } = fieldOf({ air: 800, field: { ...open, degrees: 0 } })
    expect(isCollimated).toBe(true)
    expect(Math.abs(left.at - (width / 2 + open.left))).toBeLessThan(tolerance)
    expect(Math.abs(right.at - (width / 2 + open.right))).toBeLessThan(tolerance)
  })

  test('with blades on two sides only', () => {
    const field = { left: -1000, right: 1000, top: -120, bottom: 130, degrees: 0 }
    const { left, right, top, bottom } = fieldOf({ field })
    expect(left.at).toBe(0)
    expect(right.at).toBe(width)
    expect(Math.abs(top.at - (height / 2 - 120))).toBeLessThan(tolerance)
    expect(Math.abs(bottom.at - (height / 2 + 130))).toBeLessThan(tolerance)
  })
})

describe('without blades the whole detector is the field', () => {
  for (const hasLimb of [true, false])
    test(`with ${hasLimb ? 'a limb' : 'nothing but air'}`, () => {
      const { isCollimated, left, right, top, bottom } = fieldOf({ hasLimb })
      expect(isCollimated).toBe(false)
      expect([left.at, right.at, top.at, bottom.at]).toEqual([0, width, 0, height])
    })

  test('with nothing at all', () => {
    expect(found(new Float32Array(width * height)).isCollimated).toBe(false)
  })
})

test('rows above a turned field are empty, and those in it are as long as it is wide', () => {
  const field = fieldOf({ field: { ...open, degrees: 2 } })
  const first = spanOf(field, 10)
  expect(first.to - first.from).toBeLessThanOrEqual(0)
  const middle = spanOf(field, height / 2)
  expect(Math.abs(middle.to - middle.from - (open.right - open.left))).toBeLessThan(2 * tolerance)
})

test('air is told from the animal, and what the blades cover from both', () => {
  const frame = limbFrame({
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
