import { expect, test } from 'vitest'
import { halvePlane, hasBit, readPlanes } from './planes.ts'
import type { PlaneLevel } from './planes.ts'

function toLevel(picture: readonly string[]): PlaneLevel {
  const columns = picture[0]?.length ?? 0
  const stride = Math.ceil(columns / 8)
  const bits = new Uint8Array(stride * picture.length)
  for (const [y, line] of picture.entries())
    for (let x = 0; x < line.length; x++)
      if (line[x] === '#') {
        const at = y * stride + (x >> 3)
        bits[at] = (bits[at] ?? 0) | (1 << (x & 7))
      }
  return { columns, rows: picture.length, stride, step: 1, bits }
}

const toPicture = (level: PlaneLevel) =>
  Array.from({ length: level.rows }, (_, y) =>
    Array.from({ length: level.columns }, (_, x) => (hasBit(level, x, y) ? '#' : '.')).join(''),
  )

test('a bit of a smaller plane is set if one of its four bits is', () => {
  const full = toLevel([
    '#........#.......#.',
    '..#......#.......#.',
    '...................',
    '.#..........#.....#',
    '......#............',
  ])
  const half = halvePlane(full)
  expect([half.columns, half.rows, half.step]).toEqual([10, 3, 2])
  expect(toPicture(half)).toEqual(['##..#...#.', '#.....#..#', '...#......'])
})

test('a thin line stays visible at every size', () => {
  const size = 700
  const { bits } = toLevel(
    Array.from({ length: size }, (_, y) => (y === 333 ? '#' : '.').repeat(size)),
  )
  const { graphics } = readPlanes(
    bits.slice().buffer,
    { graphics: true, shutter: false, perFrame: false },
    { columns: size, rows: size },
  )
  expect(graphics?.levels.map(({ columns, rows, step }) => [columns, rows, step])).toEqual([
    [700, 700, 1],
    [350, 350, 2],
    [175, 175, 4],
  ])
  for (const level of graphics?.levels ?? [])
    expect(hasBit(level, 17, Math.floor(333 / level.step))).toBe(true)
})

test('overlays and the bitmap shutter are read one after the other', () => {
  const file = Uint8Array.of(1, 2).buffer
  const size = { columns: 2, rows: 1 }
  const both = readPlanes(file, { graphics: true, shutter: true, perFrame: false }, size)
  expect([both.graphics?.levels[0]?.bits[0], both.covered?.levels[0]?.bits[0]]).toEqual([1, 2])
  const shutter = readPlanes(file, { graphics: false, shutter: true, perFrame: false }, size)
  expect([shutter.graphics, shutter.covered?.levels[0]?.bits[0]]).toEqual([undefined, 1])
})

test('an answer that is too short is refused: a marker could be missing', () => {
  expect(() =>
    readPlanes(
      new ArrayBuffer(1),
      { graphics: true, shutter: false, perFrame: false },
      { columns: 9, rows: 1 },
    ),
  ).toThrow('fewer overlays')
})
