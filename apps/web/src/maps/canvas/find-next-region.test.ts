import { expect, test } from 'vitest'
import { findNextRegion } from './find-next-region.ts'

const regions = [
  { id: 'head', at: [0, 0] },
  { id: 'neck', at: [50, 20] },
  { id: 'leg', at: [60, 200] },
  { id: 'tail', at: [200, 10] },
] as const

test('an arrow key moves to the nearest map region in its direction', () => {
  expect(findNextRegion(regions, 'head', 'ArrowRight')).toBe('neck')
  expect(findNextRegion(regions, 'neck', 'ArrowRight')).toBe('tail')
  expect(findNextRegion(regions, 'tail', 'ArrowLeft')).toBe('neck')
  expect(findNextRegion(regions, 'neck', 'ArrowDown')).toBe('leg')
  expect(findNextRegion(regions, 'leg', 'ArrowUp')).toBe('neck')
})

test('an arrow key without a map region in its direction does not move', () => {
  expect(findNextRegion(regions, 'head', 'ArrowLeft')).toBeUndefined()
  expect(findNextRegion(regions, 'leg', 'ArrowDown')).toBeUndefined()
})

test('Home and End move to the first and last map region, other keys do not move', () => {
  expect(findNextRegion(regions, 'leg', 'Home')).toBe('head')
  expect(findNextRegion(regions, 'leg', 'End')).toBe('tail')
  expect(findNextRegion(regions, 'leg', 'a')).toBeUndefined()
})
