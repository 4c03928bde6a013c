import { expect, test } from 'vitest'
import { resizeImage } from './rendered-image.ts'
import type { RenderedImage } from './rendered-image.ts'

const grey = (width: number, ...data: number[]): RenderedImage => ({
  width,
  height: data.length / width,
  channels: 1,
  data: Uint8Array.from(data),
})

test('the pixels of a shrunk image are the means of the areas they cover', () => {
  expect(resizeImage(grey(4, 0, 10, 20, 30, 40, 50, 60, 70), 2, 1)).toEqual(grey(2, 25, 45))
})

test('a source pixel across the edge of two areas counts for both in a shrunk image', () => {
  expect(resizeImage(grey(3, 0, 90, 180), 2, 1)).toEqual(grey(2, 30, 150))
})

test('shrinking a colour image averages each channel separately', () => {
  const colours = {
    width: 2,
    height: 1,
    channels: 3,
    data: Uint8Array.of(10, 20, 30, 30, 40, 50),
  } as const
  expect([...resizeImage(colours, 1, 1).data]).toEqual([20, 30, 40])
})

test('an image of the requested size is returned as it is', () => {
  const small = grey(2, 1, 2)
  expect(resizeImage(small, 2, 1)).toBe(small)
})

test('an enlarged image is interpolated between the centres of its pixels', () => {
  expect(resizeImage(grey(1, 0, 100), 1, 4)).toEqual(grey(1, 0, 25, 75, 100))
  expect(resizeImage(grey(2, 0, 100), 4, 1)).toEqual(grey(4, 0, 25, 75, 100))
})

test('one edge of an image is enlarged while the other is shrunk', () => {
  expect(resizeImage(grey(2, 10, 30, 50, 70), 1, 4)).toEqual(grey(1, 20, 30, 50, 60))
})
