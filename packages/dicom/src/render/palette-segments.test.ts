import { describe, expect, test } from 'vitest'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { renderDicom } from './render.ts'
import { expandPaletteSegments } from './palette-segments.ts'

const expandWords =
  (...packed: number[]) =>
  (entries: number) => [...expandPaletteSegments(packed, entries, 2)]

describe('segmented palettes', () => {
  test('discrete and linear palette segments are expanded', () => {
    expect(expandWords(0, 2, 10, 20)(2)).toEqual([10, 20])
    expect(expandWords(0, 1, 0, 1, 4, 100)(5)).toEqual([0, 25, 50, 75, 100])
    expect(expandWords(0, 1, 100, 1, 2, 0)(3)).toEqual([100, 50, 0])
  })

  test('an indirect palette segment repeats earlier segments by their offset', () => {
    // Repeats two segments from the first byte on.
    expect(expandWords(0, 1, 7, 1, 2, 9, 2, 2, 0, 0)(6)).toEqual([7, 8, 9, 7, 8, 9])
    const bytes = [0, 1, 7, 2, 1, 0, 0, 0, 0]
    expect([...expandPaletteSegments(bytes, 2, 1)]).toEqual([7, 7])
  })

  test('expanding a palette stops at an invalid segment', () => {
    expect(expandWords(1, 2, 9)(4)).toEqual([])
    expect(expandWords(0, 9, 1, 2)(4)).toEqual([])
    expect(expandWords(0, 1, 5, 2, 9, 6, 0)(4)).toEqual([5])
    expect(expandWords(0, 1, 5, 7, 7, 7)(4)).toEqual([5])
    expect(expandWords(0, 1, 5, 2, 65_535, 1, 0)(9)).toEqual([5])
  })

  test('an expanded palette is never longer than its declared number of entries', () => {
    expect(expandWords(0, 1, 5, 1, 65_535, 9)(4)).toHaveLength(4)
  })

  test('an image with a segmented palette is rendered', async () => {
    const palette = (channel: number, packed: number[]): NewElement[] => [
      [0x00_28_11_01 + channel, 'US', [3, 0, 16]],
      [0x00_28_12_21 + channel, 'OW', packed],
    ]
    const more = [
      ...palette(0, [0, 1, 0, 1, 2, 0xff_00]),
      ...palette(1, [0, 3, 0x10_00, 0x20_00, 0x30_00]),
      ...palette(2, [0, 1, 0xff_00, 1, 2, 0]),
    ]
    const options = { columns: 3, rows: 1, bitsAllocated: 8, photometric: 'PALETTE COLOR', more }
    const { data } = await renderDicom(createImageFile(options, Uint8Array.of(0, 1, 2, 0)))
    expect([...data]).toEqual([0, 16, 255, 127, 32, 127, 255, 48, 0])
  })
})

describe('rendering options', () => {
  const file = createImageFile({ columns: 4, rows: 1, bitsStored: 12 }, [0, 1024, 2048, 4095])
  const render = async (options: Parameters<typeof renderDicom>[1]) => [
    ...(await renderDicom(file, options)).data,
  ]

  test('the window of the caller replaces that of the file unless its width is zero', async () => {
    const window = { center: 1024, width: 2049, function: 'LINEAR' } as const
    expect(await render({ window })).toEqual([0, 128, 255, 255])
    expect(await render({ window: { ...window, function: 'SIGMOID' } })).toEqual([
      30, 128, 225, 254,
    ])
    expect(await render({ window: { ...window, width: 0 } })).toEqual([0, 64, 128, 255])
  })

  test('an inverted rendering does not change the bytes of the file', async () => {
    expect(await render({ isInverted: true })).toEqual([255, 191, 127, 0])
    const colours = { columns: 1, rows: 1, samples: 3, photometric: 'RGB', bitsAllocated: 8 }
    const bytes = createImageFile(colours, Uint8Array.of(0, 10, 255, 0))
    const before = bytes.slice()
    expect([...(await renderDicom(bytes, { isInverted: true })).data]).toEqual([255, 245, 0])
    expect(bytes).toEqual(before)
  })
})
