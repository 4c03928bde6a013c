import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import {
  createDicomFile,
  encodeElements,
  encapsulate,
  createFile,
  createImageElements,
  createImageFile,
  syntaxes,
} from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, listVariedSamples } from '../testing/test-data.ts'
import { readDicomHeader } from './header.ts'
import { describeImage } from './image.ts'
import { readDicom } from './read-dicom.ts'
import { describeStudy } from './study.ts'
import { isUid } from './uid.ts'

const code = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (error instanceof DicomFault) return error.code
    throw error
  }
  return 'none'
}

const size = { columns: 100, rows: 100 }
const pixels = new Uint8Array(20_000)

describe('the header of a file', () => {
  test.each([syntaxes.explicit, syntaxes.implicit, syntaxes.bigEndian])(
    'the header holds everything before the pixel data and its position: %s',
    (syntax) => {
      const file = createImageFile(size, pixels, syntax)
      const head = readDicomHeader(file.subarray(0, 1000), file.length)
      expect(head.identity).toEqual(readDicom(file).identity)
      expect(describeImage(head.dataSet)).toEqual(describeImage(readDicom(file).dataSet))
      expect(head.pixelData).toEqual({
        tag: 0x7f_e0_00_10,
        start: file.length - pixels.length - (syntax === syntaxes.implicit ? 8 : 12),
        valueStart: file.length - pixels.length,
        length: pixels.length,
        vr: syntax === syntaxes.implicit ? '' : 'OW',
        offsetTable: undefined,
      })
      // The prefix does not include the pixel data.
      expect(head.dataSet.bytes(0x7f_e0_00_10)).toBeUndefined()
      expect(readDicomHeader(file, file.length).dataSet.bytes(0x7f_e0_00_10)).toHaveLength(20_000)
    },
  )

  test('the header has no length of encapsulated pixel data', () => {
    const body = Buffer.concat([
      encodeElements(createImageElements(size)),
      encapsulate([Buffer.alloc(5000)]),
    ])
    const file = createFile(syntaxes.jpegLossless, body)
    const { pixelData } = readDicomHeader(file.subarray(0, 1000), file.length)
    expect(pixelData).toMatchObject({ length: undefined, vr: 'OB', offsetTable: new Uint8Array() })
  })

  test('a prefix that ends before the pixel data needs more, a longer one does not', () => {
    const file = createImageFile(size, pixels)
    const start = file.length - pixels.length
    for (let length = 0; length < start; length++) {
      expect(code(() => readDicomHeader(file.subarray(0, length), file.length))).toBe('needs-more')
    }
    for (let length = start; length < start + 20; length++) {
      expect(code(() => readDicomHeader(file.subarray(0, length), file.length))).toBe('none')
    }
  })

  test('the header is damaged if the pixel data is longer than the file', () => {
    const file = createImageFile(size, pixels)
    expect(code(() => readDicomHeader(file.subarray(0, 1000), file.length - 1))).toBe('damaged')
    expect(code(() => readDicomHeader(file.subarray(0, -1), file.length - 1))).toBe('damaged')
  })

  test('the header of a deflated file or a file without pixel data needs the whole file', () => {
    const report = createDicomFile([[0x00_08_00_60, 'CS', 'SR']])
    expect(code(() => readDicomHeader(report.subarray(0, -4), report.length))).toBe('needs-more')
    expect(readDicomHeader(report, report.length)).toMatchObject({
      pixelData: undefined,
      identity: { modality: 'SR' },
    })
    const deflated = createImageFile(size, pixels, syntaxes.deflated)
    expect(code(() => readDicomHeader(deflated.subarray(0, -4), deflated.length))).toBe(
      'needs-more',
    )
    const head = readDicomHeader(deflated, deflated.length)
    expect(head.pixelData).toBeUndefined()
    expect(describeImage(head.dataSet).rows).toBe(100)
  })

  test('reading the header of a PDF fails as not DICOM', () => {
    const other = Buffer.from('%PDF-1.7\n'.repeat(400))
    expect(code(() => readDicomHeader(other.subarray(0, 1000), other.length))).toBe('not-dicom')
    expect(code(() => readDicomHeader(other.subarray(0, 100), other.length))).toBe('needs-more')
  })
})

test('the study description holds the attributes that an archive stores', () => {
  const { dataSet } = readDicom(
    createDicomFile([
      [0x00_08_00_50, 'SH', 'ACC-1'],
      [0x00_08_02_01, 'SH', '+0100'],
      [0x00_10_00_30, 'DA', '20200131'],
      [
        0x00_10_10_02,
        'SQ',
        [
          [
            [0x00_10_00_20, 'LO', '250269812345678'],
            [0x00_10_00_22, 'CS', 'RFID'],
          ],
        ],
      ],
      [0x00_10_10_30, 'DS', '12.5'],
      [
        0x00_10_22_02,
        'SQ',
        [
          [
            [0x00_08_01_00, 'SH', '448771007'],
            [0x00_08_01_02, 'SH', 'SCT'],
            [0x00_08_01_04, 'LO', 'Dog'],
          ],
        ],
      ],
      [0x00_10_22_97, 'PN', 'Owner^First'],
      [0x00_18_00_60, 'DS', '62'],
      [0x00_18_14_11, 'IS', '310'],
      [0x00_28_00_10, 'US', [2421]],
    ]),
  )
  expect(describeStudy(dataSet)).toMatchObject({
    accessionNumber: 'ACC-1',
    timezoneOffset: '+0100',
    birthDate: '20200131',
    otherIds: [{ id: '250269812345678', type: 'RFID', issuer: '' }],
    weight: 12.5,
    speciesCode: { value: '448771007', scheme: 'SCT', meaning: 'Dog' },
    breedCode: undefined,
    responsiblePerson: 'Owner^First',
    kvp: 62,
    exposureIndex: 310,
    targetExposureIndex: undefined,
    rows: 2421,
    institutionName: '',
  })
})

test('a UID consists of digits separated by dots', () => {
  for (const good of ['1.2.840.10008.1.2', '2.25.0', '1.02.3', '0'.repeat(64)]) {
    expect(isUid(good)).toBe(true)
  }
  for (const bad of ['', '.', '1.', '.1', '1..2', '1.2a', '1.2\n', ' 1', '../1', '1'.repeat(65)]) {
    expect(isUid(bad)).toBe(false)
  }
})

describe.runIf(hasSamples)(`real files${samplesNote}`, () => {
  test('the header of a real file has the same identity and description as the whole file', () => {
    let partial = 0
    for (const path of listVariedSamples()) {
      const bytes = readSample(path)
      const whole = code(() => readDicom(bytes))
      if (whole !== 'none') continue
      const { identity, dataSet } = readDicom(bytes)
      const read = (given: Uint8Array) => {
        const head = readDicomHeader(given, bytes.length)
        expect([path, head.identity]).toEqual([path, identity])
        expect([path, describeStudy(head.dataSet)]).toEqual([path, describeStudy(dataSet)])
      }
      read(bytes)
      const end = code(() => read(bytes.subarray(0, 65_536)))
      expect(['none', 'needs-more'].includes(end) ? '' : `${path} ${end}`).toBe('')
      if (end === 'none' && bytes.length > 65_536) partial++
    }
    expect(partial).toBeGreaterThan(60)
  }, 180_000)
})
