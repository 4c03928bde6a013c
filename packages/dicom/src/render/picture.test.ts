import { expect, test } from 'vitest'
import { shrink } from './picture.ts'
import type { Picture } from './picture.ts'

const grey = (width: number, ...data: number[]): Picture => ({
  width,
  height: data.length / width,
  channels: 1,
  data: Uint8Array.from(data),
})

test('a smaller picture is made of the means of its areas', () => {
  expect(shrink(grey(4, 0, 10, 20, 30, 40, 50, 60, 70), 2)).toEqual(grey(2, 25, 45))
})

test('pixels that lie across an edge count for both sides', () => {
  expect(shrink(grey(3, 0, 90, 180), 2)).toEqual(grey(2, 30, 150))
})

test('the longest edge decides, and the other keeps its proportion', () => {
  const tall = {
    width: 300,
    height: 1000,
    channels: 3,
    data: new Uint8Array(900_000).fill(7),
  } as const
  const { width, height, channels, data } = shrink(tall, 100)
  expect([width, height, channels]).toEqual([30, 100, 3])
  expect(data.every((value) => value === 7)).toBe(true)
})

test('the colours of pixels do not mix', () => {
  const colours = {
    width: 2,
    height: 1,
    channels: 3,
    data: Uint8Array.of(10, 20, 30, 30, 40, 50),
  } as const
  expect([...shrink(colours, 1).data]).toEqual([20, 30, 40])
})

test('a picture is never made larger, and never vanishes', () => {
  const small = grey(2, 1, 2)
  expect(shrink(small, 500)).toBe(small)
  expect(
    shrink({ width: 1000, height: 1, channels: 1, data: new Uint8Array(1000) }, 10).height,
  ).toBe(1)
})
