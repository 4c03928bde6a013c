import { expect, test } from 'vitest'
import { shrinkImage } from './rendered-image.ts'
import type { RenderedImage } from './rendered-image.ts'

const grey = (width: number, ...data: number[]): RenderedImage => ({
  width,
  height: data.length / width,
  channels: 1,
  data: Uint8Array.from(data),
})

test('the pixels of a shrunk image are the means of the areas they cover', () => {
  expect(shrinkImage(grey(4, 0, 10, 20, 30, 40, 50, 60, 70), 2)).toEqual(grey(2, 25, 45))
})

test('a source pixel across the edge of two areas counts for both in a shrunk image', () => {
  expect(shrinkImage(grey(3, 0, 90, 180), 2)).toEqual(grey(2, 30, 150))
})

test('an image is shrunk to its longest edge and keeps its proportions', () => {
  const tall = {
    width: 300,
    height: 1000,
    channels: 3,
    data: new Uint8Array(900_000).fill(7),
  } as const
  const { width, height, channels, data } = shrinkImage(tall, 100)
  expect([width, height, channels]).toEqual([30, 100, 3])
  expect(data.every((value) => value === 7)).toBe(true)
})

test('shrinking a colour image averages each channel separately', () => {
  const colours = {
    width: 2,
    height: 1,
    channels: 3,
    data: Uint8Array.of(10, 20, 30, 30, 40, 50),
  } as const
  expect([...shrinkImage(colours, 1).data]).toEqual([20, 30, 40])
})

test('shrinking never enlarges an image, and keeps at least one row', () => {
  const small = grey(2, 1, 2)
  expect(shrinkImage(small, 500)).toBe(small)
  expect(
    shrinkImage({ width: 1000, height: 1, channels: 1, data: new Uint8Array(1000) }, 10).height,
  ).toBe(1)
})
