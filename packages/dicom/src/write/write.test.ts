import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagOfKeyword } from '../dictionary/dictionary.ts'
import { readDicom } from '../read/read-dicom.ts'
import { convert, dcmtkNote, dump, hasDcmtk } from '../testing/dcmtk.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import type { Attributes } from './attributes.ts'
import { joined, writeCommand, writeDataSet } from './data-set.ts'
import { decimalString } from './decimal.ts'
import { fileChunks, fileMeta } from './file.ts'
import { nameOfParts } from './text.ts'

const tag = (keyword: string) => tagOfKeyword(keyword) ?? 0
const names = { SOPClassUID: '1.2.840.10008.5.1.4.1.1.7', SOPInstanceUID: '2.25.1' }
const fileWith = (attributes: Attributes, syntax: string = syntaxes.explicit) =>
  joined(fileChunks({ ...names, ...attributes }, { transferSyntaxUid: syntax }))
const read = (attributes: Attributes, syntax?: string) =>
  readDicom(fileWith(attributes, syntax)).dataSet
const textRead = (keyword: string, text: string) => read({ [keyword]: text }).text(tag(keyword))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const points = (text: string) => Array.from(text).length

const everything: Attributes = {
  SpecificCharacterSet: 'ISO_IR 192',
  PatientName: 'Lœuvre^Étoile d’Été 🐎',
  PatientID: 'A-17',
  ImageType: ['ORIGINAL', 'PRIMARY', ''],
  ViewCodeSequence: [
    { CodeValue: '442441009', CodingSchemeDesignator: 'SCT', CodeMeaning: 'Ventro-dorsal' },
    { CodeValue: '1', ViewModifierCodeSequence: [{ CodeMeaning: 'înside' }, {}] },
  ],
  PatientBreedCodeSequence: [],
  AccessionNumber: null,
  StudyID: undefined,
  Rows: 3000,
  PixelSpacing: [0.15, 0.15],
  SeriesNumber: 7,
  DeviationIndex: -1.5,
  PixelPaddingValue: -5,
  ExposureControlModeDescription: 'one\ntwo',
  DistanceSourceToDetector: 1000,
  FrameIncrementPointer: [0x00_18_10_63],
}

const smallImage: Attributes = {
  Rows: 4,
  Columns: 8,
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  BitsAllocated: 16,
  BitsStored: 16,
  HighBit: 15,
  PixelRepresentation: 0,
}

describe('a data set that was written', () => {
  test.each([syntaxes.explicit, syntaxes.implicit])('reads the same, in %s', (syntax) => {
    const dataSet = read(everything, syntax)
    expect(dataSet.text(tag('PatientName'))).toBe('Lœuvre^Étoile d’Été 🐎')
    expect(dataSet.text(tag('ImageType'))).toBe('ORIGINAL\\PRIMARY\\')
    const modifiers = dataSet.item(tag('ViewCodeSequence'), 1)
    expect(modifiers?.code(tag('CodeValue'))).toBe('1')
    const inner = modifiers?.item(tag('ViewModifierCodeSequence'))
    expect(inner?.text(tag('CodeMeaning'))).toBe('înside')
    expect(modifiers?.spans(tag('ViewModifierCodeSequence'))).toHaveLength(2)
    expect(dataSet.spans(tag('PatientBreedCodeSequence'))).toEqual([])
    expect(dataSet.element(tag('PatientBreedCodeSequence'))?.length).toBe(0)
    expect(dataSet.element(tag('AccessionNumber'))?.length).toBe(0)
    expect(dataSet.element(tag('StudyID'))).toBeUndefined()
    expect(dataSet.word(tag('Rows'))).toBe(3000)
    expect(dataSet.numbers(tag('PixelSpacing'))).toEqual([0.15, 0.15])
    expect(dataSet.number(tag('DeviationIndex'))).toBe(-1.5)
    expect(dataSet.words(tag('PixelPaddingValue'))).toEqual([0x1_00_00 - 5])
    expect(dataSet.text(tag('ExposureControlModeDescription'))).toBe('one\r\ntwo')
  })

  test('has its elements in the order of their tags, each of an even length', () => {
    const keywords = { Rows: 1, PatientID: 'odd', SOPInstanceUID: '2.25.1', PixelRepresentation: 0 }
    expect(hex(writeDataSet(keywords, { isExplicit: true }))).toBe(
      [
        `08001800${hex(Buffer.from('UI'))}0600${hex(Buffer.from('2.25.1'))}`,
        `10002000${hex(Buffer.from('LO'))}0400${hex(Buffer.from('odd '))}`,
        `28001000${hex(Buffer.from('US'))}02000100`,
        `28000301${hex(Buffer.from('US'))}02000000`,
      ].join(''),
    )
    expect(hex(writeDataSet({ StudyInstanceUID: '1.2.3' }, { isExplicit: false }))).toBe(
      `20000d0006000000${hex(Buffer.from('1.2.3\0'))}`,
    )
  })

  test('names its character set where a letter needs one', () => {
    const charset = tag('SpecificCharacterSet')
    expect(read({ PatientName: 'Rex' }).element(charset)).toBeUndefined()
    expect(read({ PatientName: 'Été' }).code(charset)).toBe('ISO_IR 192')
    const nested = { ViewCodeSequence: [{ CodeMeaning: 'é' }] }
    expect(read(nested).code(charset)).toBe('ISO_IR 192')
  })

  test('a pixel value is signed where the pixels are', () => {
    const bytes = writeDataSet(
      { PixelRepresentation: 1, PixelPaddingValue: 5 },
      { isExplicit: true },
    )
    expect(Buffer.from(bytes).toString('latin1')).toContain('SS')
  })

  test.each<[string, Attributes]>([
    ['an unknown keyword', { PatientNmae: 'Rex' }],
    ['text for a number', { Rows: 'many' }],
    ['a number that does not fit', { Rows: 65_536 }],
    ['a fraction of a whole number', { SeriesNumber: 1.5 }],
    ['no number at all', { PixelSpacing: [NaN, 1] }],
    ['items for text', { PatientName: [{ CodeValue: '1' }] }],
    ['text for items', { ViewCodeSequence: 'VD' }],
    ['bytes for text', { PatientName: Uint8Array.of(1) }],
    ['an identifier that would have to be cut', { StudyInstanceUID: `2.25.${'1'.repeat(64)}` }],
    ['two texts of one', { ImageComments: ['one', 'two'] }],
  ])('throws for %s', (_, attributes) => {
    expect(() => writeDataSet(attributes, { isExplicit: true })).toThrow(TypeError)
  })
})

describe('text', () => {
  test('is cut where DICOM demands it, and never within a letter', () => {
    const horses = '🐎'.repeat(100)
    expect(textRead('StudyDescription', horses)).toBe('🐎'.repeat(64))
    expect(textRead('AccessionNumber', 'é'.repeat(40))).toBe('é'.repeat(16))
    expect(textRead('PatientComments', 'ß'.repeat(20_000))).toBe('ß'.repeat(8192))
    expect(
      read({ PatientComments: 'ß'.repeat(20_000) }).bytes(tag('PatientComments')),
    ).toHaveLength(20_480)
  })

  test('control characters and separators are replaced', () => {
    expect(textRead('StudyDescription', ' a\tb\\c\r\nd\u0007\u009fe ')).toBe('a b/c d  e')
    expect(textRead('PatientComments', 'a\\b\n\nc\u001b')).toBe('a\\b\r\n\r\nc')
    expect(textRead('StudyDescription', 'half \ud83d of one')).toBe('half \ufffd of one')
    expect(textRead('Modality', 'd\\x é')).toBe('DX')
  })

  test('a long owner leaves the name of the animal', () => {
    const owner = 'x'.repeat(200)
    const name = nameOfParts(owner, 'Rex')
    expect(name).toBe(`${'x'.repeat(60)}^Rex`)
    expect(textRead('PatientName', `${owner}^Rex`)).toBe(name)
    expect(nameOfParts(owner, 'é'.repeat(80))).toBe(`${'x'.repeat(31)}^${'é'.repeat(32)}`)
    expect(nameOfParts('', 'Rex')).toBe('^Rex')
    expect(nameOfParts('Owner', '')).toBe('Owner')
    expect(nameOfParts('A^B=C\\D', 'R=x\n')).toBe('A B C/D^R x')
  })

  test('whatever is typed comes back whole where it fits, and readable where not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
        const found = textRead('StudyDescription', text)
        expect(points(found)).toBeLessThanOrEqual(64)
        expect(found).not.toMatch(/[\p{Cc}\\\p{Cs}]/u)
        const isPlain = !/[\p{Cc}\\\p{Cs}\u2028\u2029\ufeff]/u.test(text) && points(text) <= 64
        if (isPlain) expect(found).toBe(text.trim())
      }),
    )
  })
})

test('a decimal has at most 16 characters and at least 9 right digits', () => {
  expect(decimalString(0.15)).toBe('0.15')
  expect(decimalString(1 / 3)).toBe('0.33333333333333')
  expect(decimalString(-123_456.789_012_345_67)).toBe('-123456.78901235')
  expect(decimalString(-1.234_567_890_123_456e-300)).toBe('-1.23456789e-300')
  const numbers = fc.double({ min: -1e300, max: 1e300, noNaN: true })
  fc.assert(
    fc.property(numbers, (value) => {
      const text = decimalString(value)
      expect(text).toMatch(/^[-+0-9.eE]{1,16}$/u)
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(1e-8 * Math.abs(value))
    }),
  )
})

test('a command is implicit, and its length comes first', () => {
  const command = writeCommand({
    CommandDataSetType: 0x01_01,
    AffectedSOPClassUID: '1.2.840.10008.1.1',
    CommandField: 0x80_30,
    MessageIDBeingRespondedTo: 1,
    Status: 0,
  })
  expect(hex(command)).toBe(
    [
      '000000000400000042000000',
      `0000020012000000${hex(Buffer.from('1.2.840.10008.1.1\0'))}`,
      '00000001020000003080',
      '00002001020000000100',
      '00000008020000000101',
      '00000009020000000000',
    ].join(''),
  )
  expect(() => writeCommand({ PatientName: 'Rex' })).toThrow(TypeError)
})

describe('a file', () => {
  test('file meta information stands before what was received', () => {
    const meta = fileMeta({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.7',
      sopInstanceUid: '2.25.1',
      transferSyntaxUid: syntaxes.implicit,
      sourceTitle: 'PEER',
    })
    const received = writeDataSet({ PatientName: 'Rex' }, { isExplicit: false })
    const { transferSyntax, identity } = readDicom(joined([meta, received]))
    expect([transferSyntax.uid, identity.patientName]).toEqual([syntaxes.implicit, 'Rex'])
    const view = new DataView(meta.buffer)
    expect(view.getUint32(140, true)).toBe(meta.length - 144)
  })

  test('pixels are not copied', () => {
    const native = new Uint8Array(9)
    const pixels = { native, bitsAllocated: 8 }
    const chunks = fileChunks(names, { transferSyntaxUid: syntaxes.explicit, pixels })
    expect(chunks.includes(native)).toBe(true)
    expect(readDicom(joined(chunks)).dataSet.bytes(0x7f_e0_00_10)).toHaveLength(10)
  })

  test('compressed frames have a table of offsets', () => {
    const compressedFrames = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]
    const { dataSet } = readDicom(
      joined(
        fileChunks(names, {
          transferSyntaxUid: syntaxes.jpegLossless,
          pixels: { compressedFrames },
        }),
      ),
    )
    const fragments = dataSet.spans(0x7f_e0_00_10).map((span) => hex(dataSet.fragment(span)))
    expect(fragments).toEqual(['000000000c000000', '01020300', '0405'])
  })

  test.each([syntaxes.bigEndian, syntaxes.deflated])('is not written in %s', (syntax) => {
    expect(() => fileWith({}, syntax)).toThrow(TypeError)
  })

  describe.runIf(hasDcmtk)(`as dcmtk sees it${dcmtkNote}`, () => {
    test.each([syntaxes.explicit, syntaxes.implicit])('%s', (syntax) => {
      const native = Uint8Array.from({ length: 64 }, (_, index) => index * 3)
      const chunks = fileChunks(
        {
          ...names,
          ...everything,
          ...smallImage,
          PixelPaddingValue: undefined,
        },
        { transferSyntaxUid: syntax, pixels: { native, bitsAllocated: 16 } },
      )
      const file = joined(chunks)
      expect(dump(file)).toContain('(0010,0010) PN [Lœuvre^Étoile d’Été 🐎]')
      for (const option of ['+te', '+ti', '+tb']) {
        const other = readDicom(convert('dcmconv', convert('dcmconv', file, [option]), ['+te']))
        expect(other.dataSet.bytes(0x7f_e0_00_10)).toEqual(native)
        expect(other.identity.patientName).toBe('Lœuvre^Étoile d’Été 🐎')
      }
    })
  })
})
