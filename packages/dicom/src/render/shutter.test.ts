import { describe, expect, test } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import { createOverlayElements } from '../testing/overlay-elements.ts'
import { createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { describeDisplay } from './display.ts'
import { readPlaneBytes } from './image-planes.ts'
import { renderDicom } from './render.ts'

const [columns, rows] = [9, 7]

const createShutterFile = (more: readonly NewElement[]) =>
  createImageFile(
    {
      columns,
      rows,
      bitsStored: 8,
      more: [[0x00_28_10_50, 'DS', '128'], [0x00_28_10_51, 'DS', '256'], ...more],
    },
    Array<number>(columns * rows).fill(200),
  )

/** The image as text: a dot is a pixel of the image, a blank is black, `o` is another grey. */
async function draw(more: readonly NewElement[]): Promise<string[]> {
  const { width, height, data } = await renderDicom(createShutterFile(more))
  return Array.from({ length: height }, (_, y) =>
    Array.from(data.subarray(y * width, (y + 1) * width), (grey) =>
      grey === 200 ? '.' : grey === 0 ? ' ' : 'o',
    ).join(''),
  )
}

const shape = (names: string): NewElement => [0x00_18_16_00, 'CS', names]
const rectangle = (left: number, right: number, top: number, bottom: number): NewElement[] => [
  [0x00_18_16_02, 'IS', String(left)],
  [0x00_18_16_04, 'IS', String(right)],
  [0x00_18_16_06, 'IS', String(top)],
  [0x00_18_16_08, 'IS', String(bottom)],
]
const circle = (row: number, column: number, radius: number): NewElement[] => [
  [0x00_18_16_10, 'IS', `${row}\\${column}`],
  [0x00_18_16_12, 'IS', String(radius)],
]
const polygon = (vertices: string): NewElement => [0x00_18_16_20, 'IS', vertices]

const uncovered = Array<string>(rows).fill('.'.repeat(columns))

describe('a display shutter', () => {
  test('a display shutter that is rectangular shows its edges and what is between them', async () => {
    expect(await draw([shape('RECTANGULAR'), ...rectangle(3, 8, 2, 4)])).toEqual([
      '         ',
      '  ...... ',
      '  ...... ',
      '  ...... ',
      '         ',
      '         ',
      '         ',
    ])
  })

  test('a display shutter that is circular shows the pixels within its radius', async () => {
    expect(await draw([shape('CIRCULAR'), ...circle(4, 5, 2)])).toEqual([
      '         ',
      '    .    ',
      '   ...   ',
      '  .....  ',
      '   ...   ',
      '    .    ',
      '         ',
    ])
  })

  test('a display shutter that is polygonal shows its inside', async () => {
    expect(await draw([shape('POLYGONAL'), polygon(String.raw`1\1\1\9\7\5`)])).toEqual([
      '.........',
      ' ....... ',
      '  .....  ',
      '  .....  ',
      '   ...   ',
      '    .    ',
      '         ',
    ])
  })

  test('a display shutter of several shapes shows what is inside of all of them', async () => {
    const names = String.raw`RECTANGULAR\CIRCULAR`
    expect(await draw([shape(names), ...rectangle(1, 5, 1, 7), ...circle(4, 5, 2)])).toEqual([
      '         ',
      '    .    ',
      '   ..    ',
      '  ...    ',
      '   ..    ',
      '    .    ',
      '         ',
    ])
  })

  test('a display shutter covers with its presentation value', async () => {
    const value: NewElement = [0x00_18_16_22, 'US', [0x80_00]]
    const [first, second] = await draw([shape('RECTANGULAR'), ...rectangle(2, 9, 2, 7), value])
    expect([first, second]).toEqual(['ooooooooo', 'o........'])
  })

  test('a display shutter of a bitmap covers the set bits of its overlay, which is not drawn', async () => {
    const elements = [
      shape('BITMAP'),
      [0x00_18_16_23, 'US', [0x60_02]] satisfies NewElement,
      ...createOverlayElements({ group: 0x60_02, picture: ['#.#', '.#.'] }),
    ]
    expect((await draw(elements)).slice(0, 3)).toEqual([' . ......', '. .......', '.........'])
    const file = readDicom(createShutterFile(elements))
    const { planes, shutter } = await describeDisplay(file, { isWhole: true })
    expect(planes).toEqual({ graphics: false, shutter: true, perFrame: false })
    expect(shutter).toEqual({ shapes: [], grey: 0 })
    const [covered] = await readPlaneBytes(file, 0)
    expect([...(covered?.subarray(0, 4) ?? [])]).toEqual([0b101, 0, 0b10, 0])
  })

  test.each<[string, NewElement[]]>([
    ['without edges', [shape('RECTANGULAR')]],
    ['with edges of 0', [shape('RECTANGULAR'), ...rectangle(0, 0, 0, 0)]],
    ['with exchanged edges', [shape('RECTANGULAR'), ...rectangle(8, 2, 6, 2)]],
    ['beside the image', [shape('RECTANGULAR'), ...rectangle(20, 30, 20, 30)]],
    ['without a radius', [shape('CIRCULAR'), ...circle(4, 4, 0)]],
    ['of two vertices', [shape('POLYGONAL'), polygon(String.raw`1\1\5\5`)]],
    ['of an unknown shape', [shape('OVAL'), ...rectangle(3, 4, 3, 4)]],
    [
      'of a bitmap without an opening',
      [
        shape('BITMAP'),
        [0x00_18_16_23, 'US', [0x60_00]],
        ...createOverlayElements({ picture: Array<string>(rows).fill('#'.repeat(columns)) }),
      ],
    ],
  ])('a display shutter %s would cover everything and is ignored', async (_, elements) => {
    expect(await draw(elements)).toEqual(uncovered)
  })

  test('a display shutter of the whole image covers nothing', async () => {
    expect(await draw([shape('RECTANGULAR'), ...rectangle(0, columns, 0, rows)])).toEqual(uncovered)
  })

  test('a display shutter reaches a viewer in pixels of the image', async () => {
    const names = String.raw`RECTANGULAR\CIRCULAR\POLYGONAL`
    const file = createShutterFile([
      shape(names),
      ...rectangle(2, 8, 1, 7),
      ...circle(4, 5, 3),
      polygon(String.raw`1\1\1\9\7\5`),
    ])
    const { shutter } = await describeDisplay(readDicom(file), { isWhole: true })
    expect(shutter?.shapes).toEqual([
      { kind: 'rectangle', left: 1, top: 0, right: 8, bottom: 7 },
      { kind: 'circle', x: 4.5, y: 3.5, radius: 3 },
      {
        kind: 'polygon',
        points: [
          [0.5, 0.5],
          [8.5, 0.5],
          [4.5, 6.5],
        ],
      },
    ])
  })
})
