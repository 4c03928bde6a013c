import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTag } from '../dictionary/dictionary.ts'
import { DicomFault } from '../fault.ts'
import { readElement, toSource } from '../read/element.ts'
import type { Encoding } from '../read/element.ts'
import { readDicom } from '../read/read-dicom.ts'
import type { DicomFile } from '../read/read-dicom.ts'
import { findElementEnd, parseFileElements } from '../read/parse-elements.ts'
import { dcmtkNote, dumpWithDcmtk, hasDcmtk } from '../testing/dcmtk.ts'
import {
  createDicomFile,
  encodeElements,
  createImageFile,
  syntaxes,
} from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, listSamples, samplesNote } from '../testing/test-data.ts'
import type { Attributes } from './attributes.ts'
import { editDataSet } from './edit.ts'

const tag = (keyword: string) => findTag(keyword) ?? 0
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Every element of a file with all its bytes, in order; read without the code that is tested. */
function listElements(file: Uint8Array) {
  const source = toSource(file)
  const encodings: Encoding[] = [
    { isExplicit: true, isLittleEndian: true },
    readDicom(file).dataSet.encoding,
  ]
  const found: { tag: number; bytes: string }[] = []
  let at = 132
  while (at < file.length) {
    const isMeta = source.view.getUint16(at, true) === 2
    const encoding = encodings[isMeta ? 0 : 1] ?? { isExplicit: true, isLittleEndian: true }
    const element = readElement(source, at, file.length, encoding)
    const end = findElementEnd(source, element, file.length, encoding)
    found.push({ tag: element.tag, bytes: hex(file.subarray(at, end)) })
    at = end
  }
  return found
}

const without = (file: Uint8Array, tags: ReadonlySet<number>) =>
  listElements(file).filter((element) => !tags.has(element.tag) && !isGroupLength(element.tag))

const isGroupLength = (one: number) => one % 0x1_00_00 === 0

/** The group length elements with a wrong value. */
function findWrongGroupLengths(file: Uint8Array): number[] {
  const elements = listElements(file)
  return elements.flatMap(({ tag: counter, bytes }) => {
    if (!isGroupLength(counter)) return []
    const last = Buffer.from(bytes, 'hex').subarray(-4)
    const isLittleEndian = counter >>> 16 === 2 || readDicom(file).dataSet.encoding.isLittleEndian
    const counted = isLittleEndian ? last.readUInt32LE() : last.readUInt32BE()
    const real = elements
      .filter((one) => one.tag >>> 16 === counter >>> 16 && one.tag !== counter)
      .reduce((sum, one) => sum + one.bytes.length / 2, 0)
    return counted === real ? [] : [counter]
  })
}

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
const arbitraryChanges = fc.record(
  {
    PatientName: fc.option(text, { nil: undefined }),
    PatientID: fc.option(text, { nil: undefined }),
    StudyDescription: fc.option(text, { nil: undefined }),
    InstitutionName: text,
    PatientBirthDate: fc.constantFrom('20200229', '', undefined),
    PatientWeight: fc.double({ min: 0.1, max: 900, noNaN: true }),
    ViewCodeSequence: fc.constantFrom([], [{ CodeValue: '1', CodeMeaning: 'one' }], undefined),
    PixelSpacing: fc.constant([0.1, 0.1]),
    WindowCenter: fc.integer({ min: -99, max: 99 }),
  },
  { requiredKeys: [] },
)

/** Expects that the named attributes changed and nothing else. */
function expectOnly(file: Uint8Array, changes: Attributes) {
  const { bytes, isTextExact } = editDataSet(file, changes)
  const charset =
    readCharacterSet(file) === readCharacterSet(bytes) ? [] : [tag('SpecificCharacterSet')]
  const touched = new Set([...Object.keys(changes).map(tag), ...charset])
  expect(without(bytes, touched)).toEqual(without(file, touched))
  expect(findWrongGroupLengths(bytes)).toEqual(findWrongGroupLengths(file))
  expect(bytes.subarray(0, 132)).toEqual(Uint8Array.from(file.subarray(0, 132)))
  const at = findPixelData(file)
  const head = editDataSet(file.subarray(0, at), changes).bytes
  expect(Buffer.compare(Buffer.concat([head, file.subarray(at)]), bytes)).toBe(0)
  const { dataSet } = readDicom(bytes)
  for (const [keyword, value] of Object.entries(changes)) {
    const element = dataSet.element(tag(keyword))
    if (value === undefined) expect(element).toBeUndefined()
    else expect(element).toBeDefined()
  }
  return { dataSet, isTextExact }
}

/** Expects the same of a file whose elements can be compared only after inflating it. */
function expectOnlyInDeflated(file: Uint8Array, changes: Attributes) {
  const edited = readDicom(editDataSet(file, changes).bytes)
  expect(edited.transferSyntax.uid).toBe(syntaxes.deflated)
  const touched = new Set([...Object.keys(changes), 'SpecificCharacterSet'].map(tag))
  const listKept = ({ dataSet }: DicomFile) =>
    [...dataSet.elements()]
      .filter((element) => !touched.has(element.tag) && !isGroupLength(element.tag))
      .map((element) => [element.tag, hex(dataSet.extent(element.tag))])
  expect(listKept(edited)).toEqual(listKept(readDicom(file)))
  return edited
}

/** The position of the pixel data element, including its header. */
function findPixelData(file: Uint8Array): number {
  const { dataSet } = readDicom(file)
  const { start = file.length } = dataSet.element(0x7f_e0_00_10) ?? {}
  return start === file.length ? start : start - (dataSet.encoding.isExplicit ? 12 : 8)
}

const readCharacterSet = (file: Uint8Array) =>
  readDicom(file).dataSet.code(tag('SpecificCharacterSet'))

const odd: readonly NewElement[] = [
  [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.99']], []]],
  [0x00_09_00_10, 'LO', 'MAKER'],
  [0x00_09_10_01, 'UN', Uint8Array.of(1, 2, 3, 0xff)],
  [0x00_10_00_10, 'PN', 'Owner^Rex'],
  [0x00_10_10_30, 'DS', '12.5 kg '],
]

describe('editing a file', () => {
  test.each([syntaxes.explicit, syntaxes.implicit, syntaxes.bigEndian])(
    'editing attributes changes nothing else in a file of %s',
    (syntax) => {
      const file = createImageFile(
        { columns: 3, rows: 2, more: odd.slice(0, 3) },
        [1, 2, 3, 4, 5, 6],
        syntax,
      )
      fc.assert(
        fc.property(arbitraryChanges, (changes) => {
          expectOnly(file, changes)
        }),
      )
    },
  )

  test('editing inserts new elements in tag order and removes others', () => {
    const file = createDicomFile(odd)
    const { bytes } = editDataSet(file, {
      PatientName: 'Other^Name',
      PatientWeight: undefined,
      PatientID: 'B-2',
      Modality: 'DX',
      Rows: 2,
    })
    expect(readDicom(bytes).identity).toMatchObject({ patientName: 'Other^Name', patientId: 'B-2' })
    expect(
      listElements(bytes).flatMap((element) => (element.tag >>> 16 === 2 ? [] : [element.tag])),
    ).toEqual([
      0x00_08_00_60, 0x00_08_11_40, 0x00_09_00_10, 0x00_09_10_01, 0x00_10_00_10, 0x00_10_00_20,
      0x00_28_00_10,
    ])
  })

  test('editing the SOP Instance UID changes the file meta information too', () => {
    const file = createImageFile({ columns: 1, rows: 1 }, [1])
    const { bytes } = editDataSet(file, { SOPInstanceUID: '2.25.12345' })
    const source = toSource(bytes)
    const encoding = { isExplicit: true, isLittleEndian: true }
    const meta = parseFileElements(source, 132, encoding, (one) => one >>> 16 === 2)
    const { start = 0, length = 0 } = meta.elements.get(0x00_02_00_03) ?? {}
    expect(Buffer.from(bytes.subarray(start, start + length)).toString()).toBe('2.25.12345')
    expect(source.view.getUint32(140, true)).toBe(meta.next - 144)
    expect(readDicom(bytes).identity.sopInstanceUid).toBe('2.25.12345')
  })

  test('editing updates the group length of a group', () => {
    const group: NewElement[] = [[0x00_10_00_10, 'PN', 'Owner^Rex ']]
    const { length } = encodeElements(group)
    const file = createDicomFile([[0x00_10_00_00, 'UL', Uint8Array.of(length, 0, 0, 0)], ...group])
    const { bytes } = editDataSet(file, { PatientName: 'Owner^Rexy', PatientID: 'ABCD' })
    const count = readDicom(bytes).dataSet.bytes(0x00_10_00_00)
    expect(count?.[0]).toBe(length + 12)
  })

  test('editing a deflated file changes nothing else, and deflates it again', () => {
    const file = createDicomFile([[0x00_08_00_60, 'CS', 'DX'], ...odd], syntaxes.deflated)
    const { meta, dataSet } = expectOnlyInDeflated(file, {
      PatientName: 'Other^Name',
      SOPInstanceUID: '2.25.7',
    })
    expect(meta?.code(0x00_02_00_03)).toBe('2.25.7')
    expect(dataSet.text(tag('PatientName'))).toBe('Other^Name')
  })

  test.each(['PixelData', 'SpecificCharacterSet', 'TransferSyntaxUID', 'NoSuchKeyword'])(
    'editing refuses the keyword %s',
    (keyword) => {
      expect(() => editDataSet(createDicomFile(odd), { [keyword]: 'x' })).toThrow(TypeError)
    },
  )
})

describe('the character set of an edited file', () => {
  const fileIn = (set: string | undefined, institution: string) =>
    createDicomFile([
      ...(set === undefined ? [] : [[0x00_08_00_05, 'CS', set] as const]),
      [0x00_08_00_60, 'CS', 'DX'],
      [0x00_08_00_80, 'LO', institution],
      [0x00_10_00_10, 'PN', 'Owner^Rex'],
    ])
  const rename = (file: Uint8Array, name: string) => {
    const { dataSet, isTextExact } = expectOnly(file, { PatientName: name })
    return [
      dataSet.text(tag('PatientName')),
      dataSet.code(tag('SpecificCharacterSet')),
      dataSet.text(tag('InstitutionName')),
      isTextExact,
    ]
  }
  /** A string whose characters are the UTF-8 bytes; `dicomFile` writes them unchanged. */
  const asUtf8 = (text: string) => Buffer.from(text).toString('latin1')

  test('new text in a UTF-8 file is written unchanged', () => {
    const file = fileIn('ISO_IR 192', asUtf8('Clinique vétérinaire'))
    expect(rename(file, 'Œuvre^Été 🐎')).toEqual([
      'Œuvre^Été 🐎',
      'ISO_IR 192',
      'Clinique vétérinaire',
      true,
    ])
  })
  test('new text in a Latin 1 file is written in Latin 1, composed or decomposed', () => {
    const file = fileIn('ISO_IR 100', 'Clinique vétérinaire')
    const expected = ['Tremblay^Été', 'ISO_IR 100', 'Clinique vétérinaire', true]
    expect(rename(file, 'Tremblay^Été')).toEqual(expected)
    expect(rename(file, 'Tremblay^Été'.normalize('NFD'))).toEqual(expected)
  })
  test('an ASCII file with new text that is not ASCII becomes UTF-8', () => {
    const exact = (set: string | undefined) => rename(fileIn(set, 'Clinic'), 'Œuvre^🐎')
    for (const set of [undefined, 'ISO_IR 6', 'ISO_IR 100']) {
      expect(exact(set)).toEqual(['Œuvre^🐎', 'ISO_IR 192', 'Clinic', true])
    }
  })
  test('new text that the character set lacks is transliterated and reported as inexact', () => {
    expect(rename(fileIn('ISO_IR 100', 'vétérinaire'), 'Œuvré^Łukasz’s 🐎')).toEqual([
      "OEuvré^Lukasz's ?",
      'ISO_IR 100',
      'vétérinaire',
      false,
    ])
    expect(rename(fileIn(undefined, 'vétérinaire'), 'Été')).toEqual([
      'Ete',
      '',
      'vétérinaire',
      false,
    ])
  })
  test('transliterated text is truncated to the maximum length', () => {
    const { dataSet } = expectOnly(fileIn('ISO_IR 100', 'é'), { StudyDescription: 'œ'.repeat(64) })
    expect(dataSet.text(tag('StudyDescription'))).toBe('oe'.repeat(32))
  })
  test('text inside sequences prevents a change of the character set', () => {
    const file = createDicomFile([
      [0x00_08_00_05, 'CS', 'ISO_IR 100'],
      [
        0x00_08_11_40,
        'SQ',
        [
          [
            [0x00_08_11_50, 'UI', '1.2'],
            [0x00_10_00_10, 'PN', 'é'],
          ],
        ],
      ],
    ])
    expect(expectOnly(file, { PatientName: '🐎' }).isTextExact).toBe(false)
  })
})

describe.runIf(hasSamples)(`editing real files${samplesNote}`, () => {
  const samples = ['radiographs', 'charset', 'transfer-syntaxes'].flatMap(listSamples)
  test.each(samples.filter((path) => path.endsWith('.dcm')))('editing a real file: %s', (path) => {
    const file = readSample(path)
    const isDeflated = readDicom(file).transferSyntax.uid === syntaxes.deflated
    const expectEdited = isDeflated ? expectOnlyInDeflated : expectOnly
    expectEdited(file, {
      PatientName: 'Œuvre^Étoile',
      StudyDescription: undefined,
      Rows: undefined,
    })
    expectEdited(file, {
      PatientBreedDescription: 'Beagle',
      ViewCodeSequence: [{ CodeValue: '1' }],
    })
  })

  test('a malformed file is edited without changing its pixel data, or refused', () => {
    const outcomes = listSamples('malformed').map((path) => {
      const file = readSample(path)
      try {
        const { bytes } = editDataSet(file, { PatientName: 'Œuvre^Étoile' })
        const pixels = (one: Uint8Array) => readDicom(one).dataSet.bytes(0x7f_e0_00_10)
        expect(readDicom(bytes).identity.patientName).toMatch(/uvre\^/u)
        expect(hex(pixels(bytes) ?? new Uint8Array())).toBe(hex(pixels(file) ?? new Uint8Array()))
        return 'edited'
      } catch (error) {
        if (!(error instanceof DicomFault)) throw new Error(path, { cause: error })
        return error.code
      }
    })
    expect(outcomes.filter((outcome) => outcome === 'edited').length).toBeGreaterThan(5)
  })

  test.runIf(hasDcmtk)(`dcmtk reads an edited file${dcmtkNote}`, () => {
    const path = samples.find((one) => one.includes('idexx')) ?? ''
    const { bytes } = editDataSet(readSample(path), { PatientName: 'Owner^Étoile' })
    expect(dumpWithDcmtk(bytes)).toContain('Owner^Étoile')
  })
})
