import { expect, test } from 'vitest'
import { cropToField } from './crop.ts'

const width = 200
const height = 100
const data = Uint16Array.from({ length: width * height }, (_, at) => at)

test('cropping keeps the field with a margin and the pixels in order', () => {
  const field = { x: 40, y: 20, width: 100, height: 50 }
  const cropped = cropToField({ width, height, data, field })
  expect(cropped).toMatchObject({ width: 102, height: 52, origin: { x: 39, y: 19 } })
  expect(cropped.data).toHaveLength(102 * 52)
  expect(cropped.data[0]).toBe(19 * width + 39)
  expect(cropped.data.at(-1)).toBe(70 * width + 140)
})

test('cropping keeps the part of an incomplete frame that did not arrive', () => {
  const field = { x: 40, y: 20, width: 100, height: 40 }
  const missing = { x: 0, y: 60, width, height: 40 }
  expect(cropToField({ width, height, data, field, missing })).toMatchObject({
    width: 102,
    height: 81,
    origin: { x: 39, y: 19 },
  })
})

test('the crop margin ends at the edge of the detector', () => {
  const field = { x: 0, y: 0, width: 100, height: 100 }
  const cropped = cropToField({ width, height, data, field })
  expect(cropped).toMatchObject({ width: 101, height: 100, origin: { x: 0, y: 0 } })
})

test.each([
  ['the whole detector', { x: 0, y: 0, width, height }],
  ['nearly the whole detector', { x: 2, y: 1, width: 196, height: 98 }],
])('an image whose field is %s is not cropped', (_, field) => {
  expect(cropToField({ width, height, data, field })).toEqual({
    width,
    height,
    data,
    origin: { x: 0, y: 0 },
  })
})
