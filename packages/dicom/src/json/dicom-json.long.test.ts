import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import { readDicomHeader } from '../read/header.ts'
import { readDicom } from '../read/read-dicom.ts'
import { runDcmtkReader, dcmtkNote, hasDcmtk } from '../testing/dcmtk.ts'
import {
  createDicomFile,
  createFile,
  createImageElements,
  syntaxes,
} from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, listVariedSamples } from '../testing/test-data.ts'
import { readBulkData } from './bulk-data.ts'
import { toDicomJson, formatDicomJson } from './dicom-json.ts'
import type { JsonAttribute, JsonDataSet } from './dicom-json.ts'

const json = (elements: readonly NewElement[], syntax: string = syntaxes.explicit) =>
  toDicomJson(readDicom(createDicomFile(elements, syntax)).dataSet)
const one = (tag: number, vr: string, value: NewElement[2]) =>
  Object.values(json([[tag, vr, value]]))[0]
const bytesOf = (numbers: { buffer: ArrayBuffer }) => new Uint8Array(numbers.buffer)

describe('DICOM JSON values', () => {
  test.each<[string, NewElement, JsonAttribute]>([
    ['a text', [0x00_08_00_80, 'LO', ' Clinic '], { vr: 'LO', Value: ['Clinic'] }],
    ['an empty text', [0x00_08_00_80, 'LO', ''], { vr: 'LO' }],
    ['blanks', [0x00_08_00_80, 'LO', '  '], { vr: 'LO' }],
    ['several values', [0x00_08_00_08, 'CS', 'A\\\\C'], { vr: 'CS', Value: ['A', null, 'C'] }],
    ['a long text', [0x00_10_40_00, 'LT', ' a\\b '], { vr: 'LT', Value: [' a\\b'] }],
    ['decimals', [0x00_28_10_50, 'DS', '1.50\\-2e1\\x'], { vr: 'DS', Value: [1.5, -20, 'x'] }],
    ['integers', [0x00_20_00_13, 'IS', '+12\\007'], { vr: 'IS', Value: [12, 7] }],
    ['16-bit integers', [0x00_28_00_10, 'US', [7, 65_535]], { vr: 'US', Value: [7, 65_535] }],
    ['tags', [0x00_20_91_65, 'AT', [0x0018, 0x115e]], { vr: 'AT', Value: ['0018115E'] }],
    [
      'floats',
      [0x00_18_60_2c, 'FD', bytesOf(Float64Array.of(0.1, NaN, -Infinity))],
      { vr: 'FD', Value: [0.1, 'NaN', '-inf'] },
    ],
    [
      'a name',
      [0x00_10_00_10, 'PN', 'A^B==C'],
      { vr: 'PN', Value: [{ Alphabetic: 'A^B', Phonetic: 'C' }] },
    ],
    ['an empty name', [0x00_10_00_10, 'PN', '^^^^'], { vr: 'PN' }],
    [
      'bytes',
      [0x00_42_00_11, 'OB', Uint8Array.of(1, 2, 3, 255)],
      { vr: 'OB', InlineBinary: 'AQID/w==' },
    ],
    ['no items', [0x00_08_11_40, 'SQ', []], { vr: 'SQ' }],
  ])('DICOM JSON represents %s', (_, [tag, vr, value], expected) => {
    expect(one(tag, vr, value)).toEqual(expected)
  })

  test('64-bit integers are strings if a double would round them', () => {
    const numbers = bytesOf(BigInt64Array.of(5n, -9_007_199_254_740_993n))
    const head = Buffer.from([0x08, 0, 0x15, 0x04, 0x53, 0x56, 0, 0, 16, 0, 0, 0])
    const { dataSet } = readDicom(createFile(syntaxes.explicit, Buffer.concat([head, numbers])))
    expect(Object.values(toDicomJson(dataSet))).toEqual([
      { vr: 'SV', Value: [5, '-9007199254740993'] },
    ])
  })

  test('text is decoded, and Specific Character Set then declares UTF-8', () => {
    const french: NewElement[] = [
      [0x00_08_00_05, 'CS', 'ISO_IR 100'],
      [0x00_08_00_80, 'LO', 'Forêt'],
    ]
    expect(json(french)).toEqual({
      '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
      '00080080': { vr: 'LO', Value: ['Forêt'] },
    })
  })

  test.each([syntaxes.implicit, syntaxes.explicit, syntaxes.bigEndian, syntaxes.deflated])(
    'DICOM JSON is the same for transfer syntax %s',
    (syntax) => {
      const elements: NewElement[] = [
        [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.9']], []]],
        [0x00_09_00_10, 'LO', 'MAKER'],
        [0x00_28_00_10, 'US', [2421]],
        [0x00_28_01_03, 'US', [1]],
        [0x00_28_01_20, 'SS', [0xff_fe]],
      ]
      expect(json(elements, syntax)).toEqual({
        '00081140': { vr: 'SQ', Value: [{ '00081155': { vr: 'UI', Value: ['2.25.9'] } }, {}] },
        '00090010': { vr: 'LO', Value: ['MAKER'] },
        '00280010': { vr: 'US', Value: [2421] },
        '00280103': { vr: 'US', Value: [1] },
        '00280120': { vr: 'SS', Value: [-2] },
      })
    },
  )
})

test('attributes come in the order of their tags', () => {
  const elements: NewElement[] = [
    [0x00_10_00_20, 'LO', 'A'],
    [0x00_08_00_60, 'CS', 'DX'],
    [0x20_50_00_20, 'CS', 'IDENTITY'],
  ]
  const text = formatDicomJson(readDicom(createDicomFile(elements)).dataSet)
  expect([...text.matchAll(/"(\d{8})"/gu)].map(([, key]) => key)).toEqual([
    '00080060',
    '00100020',
    '20500020',
  ])
})

describe('bulk data', () => {
  const large = new Uint8Array(2000).fill(7)
  const file = readDicom(
    createDicomFile([
      ...createImageElements({ columns: 2, rows: 1 }),
      [
        0x00_88_02_00,
        'SQ',
        [
          [],
          [
            [0x7f_e0_00_10, 'OB', large],
            [0x00_42_00_11, 'OB', large],
          ],
        ],
      ],
      [0x7f_e0_00_10, 'OW', [1, 2]],
    ]),
  )
  const written = toDicomJson(file.dataSet, {
    bulkDataUri: (path) => `/bulk/${path}`,
    hasPixelData: true,
  })

  test('large values have a bulk data URI, and its path finds their bytes', () => {
    expect(written['7FE00010']).toEqual({ vr: 'OW', BulkDataURI: '/bulk/7FE00010' })
    expect(written['00880200']?.Value?.[1]).toEqual({
      '00420011': { vr: 'OB', BulkDataURI: '/bulk/00880200/1/00420011' },
      '7FE00010': { vr: 'OB', BulkDataURI: '/bulk/00880200/1/7FE00010' },
    })
    expect(readBulkData(file.dataSet, '00880200/1/00420011')).toEqual(large)
    expect(readBulkData(file.dataSet, '7FE00010')).toEqual(Uint8Array.of(1, 0, 2, 0))
  })

  test('a bulk data path that does not exist finds nothing', () => {
    for (const path of [
      '',
      '7FE00011',
      '00880200/9/00420011',
      '00880200/1',
      '../etc',
      '00880200',
    ]) {
      const found = readBulkData(file.dataSet, path)
      expect(path === '00880200' ? found?.length : found).toBe(
        path === '00880200' ? 4040 : undefined,
      )
    }
  })

  test('DICOM JSON omits pixel data unless it is requested', () => {
    expect(toDicomJson(file.dataSet)).not.toHaveProperty('7FE00010')
  })
})

describe('limits of DICOM JSON', () => {
  const nested = (depth: number): NewElement =>
    depth === 0 ? [0x00_08_11_55, 'UI', '2.25.9'] : [0x00_08_11_40, 'SQ', [[nested(depth - 1)]]]
  const code = (elements: readonly NewElement[]) => {
    try {
      json(elements)
    } catch (error) {
      if (error instanceof DicomFault) return error.code
      throw error
    }
    return 'none'
  }

  test('nested sequences of explicit length are refused beyond the depth limit', () => {
    expect(code([nested(30)])).toBe('none')
    expect(code([nested(40)])).toBe('too-large')
  })

  test('a data set whose text exceeds the limit is refused', () => {
    expect(code([[0x00_42_00_11, 'OB', new Uint8Array(40 * 1024 * 1024)]])).toBe('too-large')
  })

  test('a sequence whose bytes are not items is kept as bytes', () => {
    const broken: NewElement = [0x00_08_11_40, 'SQ', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)]
    expect(json([broken])).toEqual({ '00081140': { vr: 'UN', InlineBinary: 'AQIDBAUGBwg=' } })
  })
})

/** Accepted differences from dcm2json, with their reasons. Everything else must be equal. */
const reasons: readonly (readonly [
  why: string,
  isSo: (ours: JsonAttribute, theirs: JsonAttribute, key: string) => boolean,
])[] = [
  [
    'there is no dictionary of private elements here',
    (ours, _, key) => ours.vr === 'UN' && Number.parseInt(key.slice(3, 4), 16) % 2 === 1,
  ],
  [
    'the standard defines the VR of an element that the file stores as UN',
    (ours, theirs) => ours.vr !== 'UN' && theirs.vr === 'UN',
  ],
  ['text inside items is UTF-8 too', (_, __, key) => key === '00080005'],
  [
    'a wrong character set is not believed',
    ({ Value = [] }, theirs) =>
      /[\u0080-\uFFFF]/u.test(JSON.stringify(Value)) &&
      /[\uFFFD\u00C3\u00C5]/u.test(JSON.stringify(theirs)),
  ],
  [
    'zeros at the end are padding, and numbers with them or of many digits are numbers',
    (ours, theirs) => JSON.stringify(plain(ours)) === JSON.stringify(plain(theirs)),
  ],
]
const plain = ({ vr, Value = [] }: JsonAttribute) => [
  vr,
  Value.flatMap((value) => {
    const text = typeof value === 'string' ? value.replaceAll('\0', '').trim() : value
    if (text === null || text === '') return []
    const digits = vr === 'FL' ? 7 : 14
    return ['DS', 'IS', 'FL', 'FD'].includes(vr) ? Number(Number(text).toPrecision(digits)) : text
  }),
]

const withoutPixels = (dataSet: JsonDataSet): JsonDataSet =>
  Object.fromEntries(Object.entries(dataSet).filter(([key]) => key !== '7FE00010'))

function differences(ours: JsonDataSet, theirs: JsonDataSet, path = ''): string[] {
  return [...new Set([...Object.keys(ours), ...Object.keys(theirs)])].flatMap((key) => {
    const [one, other] = [ours[key], theirs[key]]
    if (!one || !other) return [`${path}${key} only ${one ? 'ours' : 'theirs'}`]
    if (one.vr === 'SQ' && other.vr === 'SQ') {
      const items = (of: JsonAttribute) => (of.Value ?? []) as readonly JsonDataSet[]
      if (items(one).length !== items(other).length) return [`${path}${key} items`]
      return items(one).flatMap((item, at) =>
        differences(item, items(other)[at] ?? {}, `${path}${key}/${at}/`),
      )
    }
    const isEqual = JSON.stringify(one) === JSON.stringify(other)
    return isEqual || reasons.some(([, isSo]) => isSo(one, other, key))
      ? []
      : [`${path}${key} ${JSON.stringify(one)} ${JSON.stringify(other)}`]
  })
}

describe.runIf(hasSamples && hasDcmtk)(`comparison with dcm2json${samplesNote}${dcmtkNote}`, () => {
  test('DICOM JSON equals the output of dcm2json for every real file that both read', () => {
    let compared = 0
    const found = listVariedSamples().flatMap((path) => {
      const bytes = readSample(path)
      try {
        // dcm2json refuses encapsulated pixel data; the bytes before it are a file of their own.
        const { dataSet, pixelData } = readDicomHeader(bytes, bytes.length)
        const theirs = runDcmtkReader('dcm2json', bytes.subarray(0, pixelData?.start), [
          '-fc',
          '-q',
          '-ee',
        ])
        if (theirs === undefined) return []
        compared++
        return differences(toDicomJson(dataSet), withoutPixels(JSON.parse(theirs))).map(
          (line) => `${path} ${line}`,
        )
      } catch (error) {
        if (error instanceof DicomFault) return []
        throw error
      }
    })
    expect(found).toEqual([])
    expect(compared).toBeGreaterThan(150)
  }, 180_000)
})
