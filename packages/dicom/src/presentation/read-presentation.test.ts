import { gzipSync } from 'node:zlib'
import type { PresentationState } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createPresentationState } from '../build/presentation-state.ts'
import type { PresentationStateInput } from '../build/presentation-state.ts'
import { readStoredTables } from '../build/stored-tables.ts'
import { toDicomJson } from '../json/dicom-json.ts'
import { readDicom } from '../read/read-dicom.ts'
import { renderPlainFrame } from '../render/render.ts'
import { buildFile, plainState } from '../testing/build-inputs.ts'
import {
  computeMaxDifference,
  dcmtkNote,
  hasDcmtk,
  renderStateWithDcmtk,
} from '../testing/dcmtk.ts'
import { createDicomFile, createImageFile } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote } from '../testing/test-data.ts'
import type { PresentedImage } from './displayed-area.ts'
import { readPresentation } from './read-presentation.ts'

const size = { columns: 32, rows: 16 }
const voiTable: NewElement[] = [
  [0x00_28_30_02, 'US', [512, 0, 12]],
  [0x00_28_30_03, 'LO', 'HARDER'],
  [0x00_28_30_06, 'US', Array.from({ length: 512 }, (_, at) => Math.round((at * at) / 64))],
]
const values = Array.from({ length: 512 }, (_, at) => at)
const withTable = createImageFile(
  {
    ...size,
    bitsStored: 9,
    more: [
      [0x00_28_10_50, 'DS', '256'],
      [0x00_28_10_51, 'DS', '512'],
      [0x00_28_30_10, 'SQ', [voiTable]],
    ],
  },
  values,
)
const uid = readDicom(withTable).dataSet.code(0x00_08_00_18)
const image: PresentedImage = { ...size, sopInstanceUid: uid, pixelAspect: 1, isSigned: false }
const plain: PresentationStateInput = {
  image: toDicomJson(readDicom(withTable).dataSet),
  tables: readStoredTables(readDicom(withTable).dataSet),
  ...plainState,
}
const write = (change: Partial<PresentationStateInput>) =>
  buildFile(createPresentationState({ ...plain, ...change }))
const readBack = (change: Partial<PresentationStateInput>) =>
  readPresentation(readDicom(write(change)).dataSet, image).state

describe('a presentation state that we wrote', () => {
  const orientations = ([0, 90, 180, 270] as const).flatMap((rotation) =>
    [false, true].map((hflip) => ({ rotation, hflip })),
  )

  test.each(orientations)('a presentation state keeps crop and orientation: %o', (view) => {
    // Corners that were computed from the screen miss the edges of pixels by a rounding error.
    const area = { start: { x: 23.999_999_9, y: 2.000_000_1 }, end: { x: 4.000_000_1, y: 14 } }
    const state = readBack({ ...view, area })
    expect(state).toMatchObject({
      ...view,
      crop: { start: { x: 4, y: 2 }, end: { x: 24, y: 14 } },
    })
    expect(readBack(view).crop).toBeNull()
  })

  test('a presentation state of an image that is shown by its VOI LUT keeps the LUT', () => {
    const state = readBack({ window: { center: 256.5, width: 512, voiLut: 0 } })
    expect([state.windows, state.tables.map(({ name }) => name)]).toEqual([[], ['HARDER']])
    expect(state.tables[0]?.levels.slice(0, 17).at(-1)).toBeCloseTo(4 / 4095, 4)
    expect(readBack({ window: { center: 100, width: 50 } })).toMatchObject({
      windows: [{ center: 100, width: 50, function: 'LINEAR', name: '' }],
      tables: [],
    })
  })

  test('drawings come back as lines and texts at their places', () => {
    const state = readBack({
      marks: [
        { kind: 'line', from: { x: 1, y: 2 }, to: { x: 3, y: 4.5 } },
        { kind: 'ellipse', centre: { x: 10, y: 8 }, radiusX: 4, radiusY: 4 },
        { kind: 'ellipse', centre: { x: 10, y: 8 }, radiusX: 2, radiusY: 5 },
      ],
      texts: [{ text: 'VHS\nœ', at: { x: 5, y: 6 } }],
    })
    const [line, circle, ellipse] = state.lines
    expect(line).toEqual({
      points: [
        { x: 1, y: 2 },
        { x: 3, y: 4.5 },
      ],
      isClosed: false,
      isFilled: false,
    })
    for (const { x, y } of circle?.points ?? []) expect(Math.hypot(x - 10, y - 8)).toBeCloseTo(4, 4)
    for (const { x, y } of ellipse?.points ?? [])
      expect(((x - 10) / 2) ** 2 + ((y - 8) / 5) ** 2).toBeCloseTo(1, 4)
    expect(state.texts).toEqual([{ text: 'VHS\nœ', at: { x: 5, y: 6 } }])
  })

  test('an aspect ratio of the pixels is written if the image has no spacing', () => {
    const flat = createImageFile({ ...size, more: [[0x00_28_00_34, 'IS', '2\\1']] }, values)
    const state = readDicom(
      write({ image: toDicomJson(readDicom(flat).dataSet), tables: undefined }),
    )
    const area = state.dataSet.item(0x00_70_00_5a)
    expect(area?.numbers(0x00_70_01_02)).toEqual([2, 1])
  })
})

const reference: NewElement[] = [[0x00_08_11_55, 'UI', uid]]
const floats = (...numbers: number[]) => new Uint8Array(Float32Array.from(numbers).buffer)
const createState = (more: readonly NewElement[]) =>
  createDicomFile([
    [0x00_08_00_16, 'UI', '1.2.840.10008.5.1.4.1.1.11.1'],
    [0x00_08_00_18, 'UI', '2.25.99'],
    [0x00_08_11_15, 'SQ', [[[0x00_08_11_40, 'SQ', [reference]]]]],
    [0x00_20_00_0d, 'UI', '2.25.1'],
    [0x00_20_00_0e, 'UI', '2.25.2'],
    ...more,
  ])
const readState = (more: readonly NewElement[]): PresentationState =>
  readPresentation(readDicom(createState(more)).dataSet, image).state

describe('a received presentation state', () => {
  const longs = (...numbers: number[]) => new Uint8Array(Int32Array.from(numbers).buffer)
  const area: NewElement = [
    0x00_70_00_5a,
    'SQ',
    [
      [
        [0x00_70_00_52, 'SL', longs(9, 5)],
        [0x00_70_00_53, 'SL', longs(24, 12)],
        [0x00_70_01_00, 'CS', 'SCALE TO FIT'],
      ],
    ],
  ]

  test('points in units of the display are placed in the displayed area as it is turned', () => {
    const graphic: NewElement[] = [
      [0x00_70_00_05, 'CS', 'DISPLAY'],
      [0x00_70_00_22, 'FL', floats(0, 0, 1, 0, 1, 1)],
      [0x00_70_00_23, 'CS', 'POLYLINE'],
    ]
    const annotations: NewElement = [0x00_70_00_01, 'SQ', [[[0x00_70_00_09, 'SQ', [graphic]]]]]
    const trace = (rotation: number, flip: string) =>
      readState([
        annotations,
        [0x00_70_00_41, 'CS', flip],
        [0x00_70_00_42, 'US', [rotation]],
        area,
      ]).lines[0]?.points.map(({ x, y }) => [x, y])
    // Top left, top right and bottom right of the screen, in columns 8 to 24 and rows 4 to 12.
    expect(trace(0, 'N')).toEqual([
      [8, 4],
      [24, 4],
      [24, 12],
    ])
    expect(trace(0, 'Y')).toEqual([
      [24, 4],
      [8, 4],
      [8, 12],
    ])
    // Turned clockwise, the bottom left of the image is at the top left of the screen.
    expect(trace(90, 'N')).toEqual([
      [8, 12],
      [8, 4],
      [24, 4],
    ])
    expect(trace(90, 'Y')).toEqual([
      [8, 4],
      [8, 12],
      [24, 12],
    ])
  })

  test('graphics of another image are left out, and too many of them are counted', () => {
    const point: NewElement[] = [
      [0x00_70_00_05, 'CS', 'PIXEL'],
      [0x00_70_00_22, 'FL', floats(3, 4)],
      [0x00_70_00_23, 'CS', 'POINT'],
    ]
    const other: NewElement[] = [[0x00_08_11_55, 'UI', '2.25.12345']]
    const state = readState([
      [
        0x00_70_00_01,
        'SQ',
        [
          [
            [0x00_08_11_40, 'SQ', [other]],
            [0x00_70_00_09, 'SQ', [point, point]],
          ],
          [
            [0x00_08_11_40, 'SQ', [reference]],
            [0x00_70_00_09, 'SQ', Array.from({ length: 2001 }, () => point)],
          ],
        ],
      ],
    ])
    expect(state.points).toHaveLength(2000)
    expect([state.points[0], state.omitted]).toEqual([{ at: { x: 3, y: 4 } }, 1])
  })

  test('shutter, rescaling and inversion are those of the state', () => {
    const state = readState([
      [0x00_18_16_00, 'CS', 'RECTANGULAR'],
      [0x00_18_16_02, 'IS', '3'],
      [0x00_18_16_04, 'IS', '20'],
      [0x00_18_16_06, 'IS', '2'],
      [0x00_18_16_08, 'IS', '10'],
      [0x00_28_10_52, 'DS', '-100'],
      [0x00_28_10_53, 'DS', '2'],
      [0x20_50_00_20, 'CS', 'INVERSE'],
    ])
    expect(state).toMatchObject({
      modality: { slope: 2, intercept: -100 },
      isInverted: true,
      shutter: { grey: 0, shapes: [{ kind: 'rectangle', left: 2, top: 1, right: 20, bottom: 10 }] },
    })
  })

  test('a state of another image, or of another kind, is refused', () => {
    const { dataSet } = readDicom(createState([]))
    expect(() => readPresentation(dataSet, { ...image, sopInstanceUid: '2.25.5' })).toThrow(
      'another image',
    )
    const colour = createDicomFile([[0x00_08_00_16, 'UI', '1.2.840.10008.5.1.4.1.1.11.2']])
    expect(() => readPresentation(readDicom(colour).dataSet, image)).toThrow('another kind')
  })
})

/** The grey levels of a state, as a viewer computes them from its description. */
function renderState(state: PresentationState, pixels: readonly number[]): Uint8Array {
  const lookUp = (first: number, levels: readonly number[], value: number) =>
    levels[Math.min(levels.length - 1, Math.max(0, Math.floor(value - first)))] ?? 0
  const { modality, windows, tables, presentationLut, isInverted } = state
  return Uint8Array.from(pixels, (stored) => {
    const value =
      'levels' in modality
        ? lookUp(modality.first, modality.levels, stored)
        : modality.slope * stored + modality.intercept
    const [window] = windows
    const [table] = tables
    const share = window
      ? Math.min(1, Math.max(0, (value - (window.center - 0.5)) / (window.width - 1) + 0.5))
      : lookUp(table?.first ?? 0, table?.levels ?? [], value)
    const shown = presentationLut
      ? (presentationLut[Math.round(share * (presentationLut.length - 1))] ?? 0)
      : share
    return Math.round(255 * (isInverted ? 1 - shown : shown))
  })
}

describe.runIf(hasDcmtk)(`presentation states equal dcmtk${dcmtkNote}`, () => {
  test.each([
    ['a VOI LUT', { window: { center: 256.5, width: 512, voiLut: 0 } }],
    ['a window', { window: { center: 200, width: 300 } }],
    ['an inverted window', { window: { center: 200, width: 300 }, isInverted: true }],
  ])('grey levels of a written state with %s equal dcmtk', async (_, change) => {
    const state = write(change)
    const ours = renderState(readBack(change), values)
    const expected = renderStateWithDcmtk(withTable, state)
    const rendered = { width: 32, height: 16, channels: 1 as const, data: ours }
    expect(computeMaxDifference(rendered, expected)).toBeLessThanOrEqual(1)
    if (!('voiLut' in change.window)) return
    const shown = (await renderPlainFrame(readDicom(withTable), { voiLut: 0 })).rendered
    expect(computeMaxDifference(shown, expected)).toBeLessThanOrEqual(1)
  })
})

describe.runIf(hasSamples)(`received presentation states of other programs${samplesNote}`, () => {
  const samples = 'transfer-syntaxes/presentation-state'
  const whole = { columns: 512, rows: 512, pixelAspect: 1, isSigned: false }

  test('a state with modality, VOI and presentation LUTs has all three', () => {
    const { dataSet } = readDicom(readSample(`${samples}/prLUTs.dcm`))
    const shown = { ...whole, sopInstanceUid: '1.2.276.0.7230010.3.200.6.3.1' }
    const { state, planes } = readPresentation(dataSet, shown)
    expect('levels' in state.modality && state.modality.levels.slice(0, 4)).toEqual([
      0, 147, 83, 174,
    ])
    expect(state.tables[0]?.levels[1]).toBeCloseTo(233 / 255, 3)
    expect(state.presentationLut?.[0]).toBeCloseTo(8 / 255, 3)
    expect([state.crop, planes]).toEqual([null, []])
  })

  test('a state with overlays has their bits, which need little space', () => {
    const { dataSet } = readDicom(readSample(`${samples}/prOverlay.dcm`))
    const shown = { ...whole, sopInstanceUid: '1.2.276.0.7230010.3.200.12.1.1' }
    const { graphics, shutter, planes } = readPresentation(dataSet, shown)
    expect([graphics, shutter, planes.length]).toEqual([true, false, 1])
    expect(planes[0]).toHaveLength(64 * 512)
    expect(planes[0]?.some((byte) => byte !== 0)).toBe(true)
    expect(gzipSync(planes[0] ?? '').length).toBeLessThan(16_384)
  })
})
