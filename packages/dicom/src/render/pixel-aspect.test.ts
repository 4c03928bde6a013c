import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { computeSquareSize, renderDicom } from './render.ts'

const ratio = (value: string): NewElement => [0x00_28_00_34, 'IS', value]
const spacing = (value: string): NewElement => [0x00_28_00_30, 'DS', value]
const detector = (value: string): NewElement => [0x00_18_11_64, 'DS', value]

async function renderSize(more: readonly NewElement[], longestEdge?: number) {
  const size = { columns: 40, rows: 20, bitsStored: 8 }
  const file = createImageFile({ ...size, more }, Array<number>(800).fill(7))
  const { width, height } = await renderDicom(file, { longestEdge })
  return [width, height]
}

test.each<[string, NewElement[], number[]]>([
  ['a ratio of 2:1', [ratio(String.raw`2\1`)], [40, 40]],
  ['a ratio of 1:2', [ratio(String.raw`1\2`)], [80, 20]],
  ['a spacing', [spacing(String.raw`0.3\0.2`)], [40, 30]],
  ['a spacing of the detector', [detector(String.raw`0.2\0.1`)], [40, 40]],
  ['a spacing and another ratio', [spacing(String.raw`0.1\0.1`), ratio(String.raw`2\1`)], [40, 20]],
  ['a spacing of 0 and a ratio', [spacing(String.raw`0\0`), ratio(String.raw`2\1`)], [40, 40]],
  ['a difference that nobody sees', [spacing(String.raw`0.1001\0.1`)], [40, 20]],
  ['an impossible ratio', [ratio(String.raw`1\1000`)], [40, 20]],
  ['a ratio of 0', [ratio(String.raw`0\1`)], [40, 20]],
])('pixels are rendered square with %s', async (_, more, expected) => {
  expect(await renderSize(more)).toEqual(expected)
})

test('a thumbnail has the proportions of the object', async () => {
  expect(await renderSize([ratio(String.raw`2\1`)], 10)).toEqual([10, 10])
  expect(await renderSize([], 10)).toEqual([10, 5])
  expect(await renderSize([], 500)).toEqual([40, 20])
})

test('a thumbnail has at least one row', () => {
  expect(computeSquareSize({ width: 1000, height: 1 }, 1, 10)).toEqual({ width: 10, height: 1 })
})

test('an image with square pixels is not larger than any image may be', () => {
  const { width, height } = computeSquareSize({ width: 8000, height: 8000 }, 19)
  expect(width * height).toBeLessThanOrEqual(limits.pixels * 1.001)
  expect(height / width).toBeCloseTo(19, 1)
})
