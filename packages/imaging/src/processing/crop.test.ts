import { expect, test } from 'vitest'
import { croppedToField } from './crop.ts'

const width = 200
const height = 100
const data = Uint16Array.from({ length: width * height }, (_, at) => at)

test('the field stays with a rim, and every pixel at its place', () => {
  const field = { x: 40, y: 20, width: 100, height: 50 }
  const cropped = croppedToField({ width, height, data, field })
  expect(cropped).toMatchObject({ width: 102, height: 52, origin: { x: 39, y: 19 } })
  expect(cropped.data).toHaveLength(102 * 52)
  expect(cropped.data[0]).toBe(19 * width + 39)
  expect(cropped.data.at(-1)).toBe(70 * width + 140)
})

test('at the edge of the detector the rim ends with it', () => {
  const field = { x: 0, y: 0, width: 100, height: 100 }
  const cropped = croppedToField({ width, height, data, field })
  expect(cropped).toMatchObject({ width: 101, height: 100, origin: { x: 0, y: 0 } })
})

test.each([
  ['the whole detector', { x: 0, y: 0, width, height }],
  ['nearly all of it', { x: 2, y: 1, width: 196, height: 98 }],
])('%s is left as it is', (_, field) => {
  expect(croppedToField({ width, height, data, field })).toEqual({
    width,
    height,
    data,
    origin: { x: 0, y: 0 },
  })
})
