import { expect, test } from 'vitest'
import { createQrCode } from './qr-code.ts'
import type { QrModules } from './qr-code.ts'

const toRows = (modules: QrModules) =>
  modules.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

/** Verified with zbarimg, as were texts of every length up to version 13. */
const talus = [
  '#######..#.##.#######',
  '#.....#.#.#.#.#.....#',
  '#.###.#....##.#.###.#',
  '#.###.#..##.#.#.###.#',
  '#.###.#.##..#.#.###.#',
  '#.....#..##.#.#.....#',
  '#######.#.#.#.#######',
  '...........##........',
  '#.#.#.#....#....#..#.',
  '#..#......#...#..#.#.',
  '.#.##.#.#...#...#####',
  '.#.###.####...#....#.',
  '#.######.#..#.#.#.###',
  '........####.#.#..#..',
  '#######...##.###..###',
  '#.....#...####.##....',
  '#.###.#.##.#.###.####',
  '#.###.#..##...##...#.',
  '#.###.#.##..#...###.#',
  '#.....#.......#.#..#.',
  '#######.##..#.#.#####',
]

test('the code of a short text is the one that a reader has verified', () => {
  expect(toRows(createQrCode('TALUS'))).toEqual(talus)
})

test('a longer text has several blocks and the number of its version', () => {
  const uri = 'otpauth://totp/Talus:admin.en?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Talus'
  const modules = createQrCode(uri.padEnd(130, 'x'))
  expect([modules.length, modules.flat().filter(Boolean).length]).toEqual([49, 1238])
  expect(toRows(modules)[30]).toBe('#.#####..###...###.#..#.....##....#.###.###..#.##')
})

test('a text that is too long is refused', () => {
  expect(() => createQrCode('x'.repeat(400))).toThrow('too long')
})
