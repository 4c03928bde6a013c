import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { readDicom } from '../read/read-dicom.ts'
import { createOverlayElements } from '../testing/overlay-elements.ts'
import { createImageFile, syntaxes } from '../testing/synthetic-file.ts'
import type { ImageOptions, NewElement } from '../testing/synthetic-file.ts'
import { describeDisplay } from './display.ts'
import { readPlaneBytes } from './image-planes.ts'
import { renderDicom } from './render.ts'

const size = { columns: 8, rows: 6, bitsStored: 8 } as const
const pixelCount = size.columns * size.rows
const window: NewElement[] = [
  [0x00_28_10_50, 'DS', '128'],
  [0x00_28_10_51, 'DS', '256'],
]

const createGreyFile = (
  more: readonly NewElement[],
  options: Partial<ImageOptions> = {},
  syntax: string = syntaxes.explicit,
) => {
  const count = pixelCount * (options.frames ?? 1)
  return createImageFile(
    { ...size, ...options, more: [...window, ...more] },
    Array<number>(count).fill(200),
    syntax,
  )
}

/** The image as text: `#` is white, a blank is black, a dot is the grey of the pixels. */
async function draw(file: Uint8Array, frame = 0): Promise<string[]> {
  const { width, height, data } = await renderDicom(file, { frame })
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (grey) =>
      grey === 255 ? '#' : grey === 0 ? ' ' : '.',
    ).join(''),
  )
}

describe('an overlay plane', () => {
  test('an overlay plane is drawn in white with a dark outline, at its origin', async () => {
    const overlay = createOverlayElements({ picture: ['##', '#.'], origin: [3, 4] })
    expect(await draw(createGreyFile(overlay))).toEqual([
      '........',
      '..    ..',
      '.. ## ..',
      '.. #  ..',
      '..   ...',
      '........',
    ])
  })

  test('an overlay plane may begin before the image and end after it', async () => {
    const overlay = [
      ...createOverlayElements({ picture: ['###', '###', '###'], origin: [-1, -1] }),
      ...createOverlayElements({ group: 0x60_1e, picture: ['###', '###'], origin: [6, 7] }),
    ]
    expect(await draw(createGreyFile(overlay))).toEqual([
      '# ......',
      '  ......',
      '........',
      '........',
      '.....   ',
      '..... ##',
    ])
  })

  test('an overlay plane is white on an inverted image and on MONOCHROME1 too', async () => {
    const overlay = createOverlayElements({ picture: ['#'], origin: [1, 1] })
    for (const photometric of ['MONOCHROME1', 'MONOCHROME2'])
      for (const isInverted of [true, false]) {
        const { data } = await renderDicom(createGreyFile(overlay, { photometric }), { isInverted })
        expect([data[0], data[1]]).toEqual([255, 0])
      }
  })

  test('an overlay plane is read from words of either byte order', async () => {
    const picture = ['#.......', '.#......', '..#.....', '...#....', '....#...', '.....#.#']
    const little = createGreyFile(createOverlayElements({ picture }))
    const swapped = createOverlayElements({ picture }).map(([tag, vr, value]): NewElement =>
      value instanceof Uint8Array
        ? [tag, vr, value.map((_, at) => value[at ^ 1] ?? 0)]
        : [tag, vr, value],
    )
    const big = createGreyFile(swapped, {}, syntaxes.bigEndian)
    expect(await draw(big)).toEqual(await draw(little))
  })

  test('an overlay plane that is a region of interest shows its outline only', async () => {
    const picture = ['#####', '#####', '#####', '#####']
    const lines = await draw(createGreyFile(createOverlayElements({ picture, type: 'R' })))
    expect(lines.slice(0, 4)).toEqual(['##### ..', '#   # ..', '#   # ..', '##### ..'])
  })

  test('an overlay plane in the unused bits of the pixel cells is drawn', async () => {
    const file = createImageFile(
      {
        ...size,
        more: [
          ...window,
          [0x60_00_00_10, 'US', [size.rows]],
          [0x60_00_00_11, 'US', [size.columns]],
          [0x60_00_00_40, 'CS', 'G'],
          [0x60_00_00_50, 'SS', [1, 1]],
          [0x60_00_01_00, 'US', [16]],
          [0x60_00_01_02, 'US', [12]],
        ],
      },
      Array.from({ length: pixelCount }, (_, at) => 200 | (at % 8 === 3 ? 0x10_00 : 0)),
    )
    expect(await draw(file)).toEqual(Array(6).fill('.. # ...'))
    expect((await describeDisplay(readDicom(file), { isWhole: true })).planes).toEqual({
      graphics: true,
      shutter: false,
      perFrame: false,
    })
  })

  test.each([
    ['a bit of the stored value', [0x60_00_01_02, 'US', [7]]],
    ['another cell size', [0x60_00_01_00, 'US', [1]]],
  ] as const)(
    'an overlay plane without data that declares %s is left out',
    async (_, [tag, vr, value]) => {
      const elements = new Map<number, NewElement>([
        [0x60_00_00_10, [0x60_00_00_10, 'US', [size.rows]]],
        [0x60_00_00_11, [0x60_00_00_11, 'US', [size.columns]]],
        [0x60_00_01_00, [0x60_00_01_00, 'US', [16]]],
        [0x60_00_01_02, [0x60_00_01_02, 'US', [12]]],
        [tag, [tag, vr, value]],
      ])
      const file = createGreyFile([...elements.values()])
      expect(await draw(file)).toEqual(Array(6).fill('........'))
      expect(await readPlaneBytes(readDicom(file), 0)).toEqual([])
    },
  )

  test('an overlay plane of several frames has bits of its own for each frame', async () => {
    const overlay = createOverlayElements({ picture: ['#.', '.#'], frames: 2, firstFrame: 2 })
    const file = createGreyFile(overlay, { frames: 4 })
    const firstRows = await Promise.all(
      [0, 1, 2, 3].map(async (frame) => (await draw(file, frame))[0]),
    )
    expect(firstRows).toEqual(['........', '# ......', ' # .....', '........'])
    expect((await describeDisplay(readDicom(file), { isWhole: true })).planes?.perFrame).toBe(true)
  })

  test('an overlay plane without a number of frames applies to every frame', async () => {
    const file = createGreyFile(createOverlayElements({ picture: ['#'] }), { frames: 3 })
    for (const frame of [0, 1, 2]) expect((await draw(file, frame))[0]).toBe('# ......')
    expect((await describeDisplay(readDicom(file), { isWhole: true })).planes?.perFrame).toBe(false)
  })

  test('an overlay plane whose data are too short is drawn as far as they go', async () => {
    const elements = createOverlayElements({ picture: Array<string>(6).fill('#......#') })
    const short = elements.map(([tag, vr, value]): NewElement =>
      value instanceof Uint8Array ? [tag, vr, value.subarray(0, 2)] : [tag, vr, value],
    )
    expect((await draw(createGreyFile(short))).slice(0, 4)).toEqual([
      '# .... #',
      '# .... #',
      '  ....  ',
      '........',
    ])
  })

  test('an overlay plane larger than any image is left out, and the others are drawn', async () => {
    const huge = createOverlayElements({ picture: ['#'] }).map(([tag, vr, value]): NewElement =>
      tag === 0x60_00_00_10 || tag === 0x60_00_00_11 ? [tag, vr, [0xff_ff]] : [tag, vr, value],
    )
    expect(0xff_ff ** 2).toBeGreaterThan(limits.pixels)
    const other = createOverlayElements({ group: 0x60_02, picture: ['#'], origin: [6, 8] })
    expect(await draw(createGreyFile([...huge, ...other]))).toEqual([
      ...Array<string>(4).fill('........'),
      '......  ',
      '...... #',
    ])
  })

  test('an overlay plane keeps a thin line white in a thumbnail', async () => {
    const columns = 64
    const picture = Array<string>(columns).fill(`${'.'.repeat(9)}#${'.'.repeat(columns - 10)}`)
    const file = createImageFile(
      {
        columns,
        rows: columns,
        bitsStored: 8,
        more: [...window, ...createOverlayElements({ picture })],
      },
      Array<number>(columns * columns).fill(200),
    )
    const { width, data } = await renderDicom(file, { longestEdge: 16 })
    expect([...data.subarray(0, 5), width]).toEqual([200, 0, 255, 0, 200, 16])
  })

  test('an overlay plane is drawn on colours without changing the file', async () => {
    const overlay = createOverlayElements({ picture: ['#'] })
    const file = createImageFile(
      { columns: 2, rows: 2, samples: 3, bitsAllocated: 8, photometric: 'RGB', more: overlay },
      Uint8Array.of(10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120),
    )
    const before = file.slice()
    const { data } = await renderDicom(file)
    expect([...data.subarray(0, 6)]).toEqual([255, 255, 255, 0, 0, 0])
    expect(file).toEqual(before)
  })

  test('an overlay plane reaches a viewer as bits in whole bytes per row, all planes merged', async () => {
    const file = createImageFile(
      {
        columns: 10,
        rows: 2,
        more: [
          ...createOverlayElements({ picture: ['#........#', '.........#'] }),
          ...createOverlayElements({ group: 0x60_04, picture: ['#'], origin: [2, 2] }),
        ],
      },
      Array<number>(20).fill(1),
    )
    const [graphics, ...others] = await readPlaneBytes(readDicom(file), 0)
    expect([...(graphics ?? [])]).toEqual([0b1, 0b10, 0b10, 0b10])
    expect(others).toEqual([])
  })
})
