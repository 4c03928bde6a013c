import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findTag } from '../dictionary/dictionary.ts'
import { readDicom } from '../read/read-dicom.ts'
import { convertWithDcmtk, dcmtkNote, dumpWithDcmtk, hasDcmtk } from '../testing/dcmtk.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import type { Attributes } from './attributes.ts'
import { concatBytes, writeCommand, writeDataSet } from './data-set.ts'
import { formatDecimal } from './decimal.ts'
import { writeFileChunks, writeFileMeta } from './file.ts'
import { createGroupedName, createPersonName } from './text.ts'

const tag = (keyword: string) => findTag(keyword) ?? 0
const sopUids = { SOPClassUID: '1.2.840.10008.5.1.4.1.1.7', SOPInstanceUID: '2.25.1' }
const fileWith = (attributes: Attributes, syntax: string = syntaxes.explicit) =>
  concatBytes(writeFileChunks({ ...sopUids, ...attributes }, { transferSyntaxUid: syntax }))
const read = (attributes: Attributes, syntax?: string) =>
  readDicom(fileWith(attributes, syntax)).dataSet
const roundTripText = (keyword: string, text: string) =>
  read({ [keyword]: text }).text(tag(keyword))
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const countPoints = (text: string) => Array.from(text).length

const variedAttributes: Attributes = {
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

describe('writing a data set', () => {
  test.each([syntaxes.explicit, syntaxes.implicit])(
    'a written data set reads the same in %s',
    (syntax) => {
      const dataSet = read(variedAttributes, syntax)
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
    },
  )

  test('a written data set has its elements in tag order, each of an even length', () => {
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

  test('a written data set declares its character set only if a letter needs it', () => {
    const charset = tag('SpecificCharacterSet')
    expect(read({ PatientName: 'Rex' }).element(charset)).toBeUndefined()
    expect(read({ PatientName: 'Été' }).code(charset)).toBe('ISO_IR 192')
    const nested = { ViewCodeSequence: [{ CodeMeaning: 'é' }] }
    expect(read(nested).code(charset)).toBe('ISO_IR 192')
  })

  test('a pixel value is written as SS if the pixel data is signed', () => {
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
    ['a fraction for an integer string', { SeriesNumber: 1.5 }],
    ['NaN for a number', { PixelSpacing: [NaN, 1] }],
    ['items for text', { PatientName: [{ CodeValue: '1' }] }],
    ['text for items', { ViewCodeSequence: 'VD' }],
    ['bytes for text', { PatientName: Uint8Array.of(1) }],
    ['an identifier that would have to be cut', { StudyInstanceUID: `2.25.${'1'.repeat(64)}` }],
    ['two values for a single text', { ImageComments: ['one', 'two'] }],
  ])('writing a data set throws for %s', (_, attributes) => {
    expect(() => writeDataSet(attributes, { isExplicit: true })).toThrow(TypeError)
  })
})

describe('writing text', () => {
  test('text is truncated to the limit of its VR, never within a code point', () => {
    const horses = '🐎'.repeat(100)
    expect(roundTripText('StudyDescription', horses)).toBe('🐎'.repeat(64))
    expect(roundTripText('AccessionNumber', 'é'.repeat(40))).toBe('é'.repeat(16))
    expect(roundTripText('PatientComments', 'ß'.repeat(20_000))).toBe('ß'.repeat(8192))
    expect(
      read({ PatientComments: 'ß'.repeat(20_000) }).bytes(tag('PatientComments')),
    ).toHaveLength(20_480)
  })

  test('control characters and separators in text are replaced', () => {
    expect(roundTripText('StudyDescription', ' a\tb\\c\r\nd\u0007\u009fe ')).toBe('a b/c d  e')
    expect(roundTripText('PatientComments', 'a\\b\n\nc\u001b')).toBe('a\\b\r\n\r\nc')
    expect(roundTripText('StudyDescription', 'half \ud83d of one')).toBe('half \ufffd of one')
    expect(roundTripText('Modality', 'd\\x é')).toBe('DX')
  })

  test('a long owner name does not displace the name of the patient', () => {
    const owner = 'x'.repeat(200)
    const name = createPersonName(owner, 'Rex')
    expect(name).toBe(`${'x'.repeat(60)}^Rex`)
    expect(roundTripText('PatientName', `${owner}^Rex`)).toBe(name)
    expect(createPersonName(owner, 'é'.repeat(80))).toBe(`${'x'.repeat(31)}^${'é'.repeat(32)}`)
    expect(createPersonName('', 'Rex')).toBe('^Rex')
    expect(createPersonName('Owner', '')).toBe('Owner')
    expect(createPersonName('A^B=C\\D', 'R=x\n')).toBe('A B C/D^R x')
  })

  test('text that fits is written unchanged, other text stays valid', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (text) => {
        const found = roundTripText('StudyDescription', text)
        expect(countPoints(found)).toBeLessThanOrEqual(64)
        expect(found).not.toMatch(/[\p{Cc}\\\p{Cs}]/u)
        const isPlain = !/[\p{Cc}\\\p{Cs}\u2028\u2029\ufeff]/u.test(text) && countPoints(text) <= 64
        if (isPlain) expect(found).toBe(text.trim())
      }),
    )
  })
})

test('a decimal string has at most 16 characters and at least 9 correct digits', () => {
  expect(formatDecimal(0.15)).toBe('0.15')
  expect(formatDecimal(1 / 3)).toBe('0.33333333333333')
  expect(formatDecimal(-123_456.789_012_345_67)).toBe('-123456.78901235')
  expect(formatDecimal(-1.234_567_890_123_456e-300)).toBe('-1.23456789e-300')
  const numbers = fc.double({ min: -1e300, max: 1e300, noNaN: true })
  fc.assert(
    fc.property(numbers, (value) => {
      const text = formatDecimal(value)
      expect(text).toMatch(/^[-+0-9.eE]{1,16}$/u)
      expect(Math.abs(Number(text) - value)).toBeLessThanOrEqual(1e-8 * Math.abs(value))
    }),
  )
})

test('a command set is implicit VR and begins with its length', () => {
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

describe('writing a file', () => {
  test('file meta information followed by a received data set is a valid file', () => {
    const meta = writeFileMeta({
      sopClassUid: '1.2.840.10008.5.1.4.1.1.7',
      sopInstanceUid: '2.25.1',
      transferSyntaxUid: syntaxes.implicit,
      sourceTitle: 'PEER',
    })
    const received = writeDataSet({ PatientName: 'Rex' }, { isExplicit: false })
    const { transferSyntax, identity } = readDicom(concatBytes([meta, received]))
    expect([transferSyntax.uid, identity.patientName]).toEqual([syntaxes.implicit, 'Rex'])
    const view = new DataView(meta.buffer)
    expect(view.getUint32(140, true)).toBe(meta.length - 144)
  })

  test('writing a file does not copy its pixels', () => {
    const native = new Uint8Array(9)
    const pixels = { native, bitsAllocated: 8 }
    const chunks = writeFileChunks(sopUids, { transferSyntaxUid: syntaxes.explicit, pixels })
    expect(chunks.includes(native)).toBe(true)
    expect(readDicom(concatBytes(chunks)).dataSet.bytes(0x7f_e0_00_10)).toHaveLength(10)
  })

  test('compressed frames are written with a basic offset table', () => {
    const compressedFrames = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)]
    const { dataSet } = readDicom(
      concatBytes(
        writeFileChunks(sopUids, {
          transferSyntaxUid: syntaxes.jpegLossless,
          pixels: { compressedFrames },
        }),
      ),
    )
    const fragments = dataSet.spans(0x7f_e0_00_10).map((span) => hex(dataSet.fragment(span)))
    expect(fragments).toEqual(['000000000c000000', '01020300', '0405'])
  })

  test.each([syntaxes.bigEndian, syntaxes.deflated])('writing a file in %s throws', (syntax) => {
    expect(() => fileWith({}, syntax)).toThrow(TypeError)
  })

  describe.runIf(hasDcmtk)(`comparison with dcmtk${dcmtkNote}`, () => {
    test.each([syntaxes.explicit, syntaxes.implicit])(
      'dcmtk reads a written file of %s',
      (syntax) => {
        const native = Uint8Array.from({ length: 64 }, (_, index) => index * 3)
        const chunks = writeFileChunks(
          {
            ...sopUids,
            ...variedAttributes,
            ...smallImage,
            PixelPaddingValue: undefined,
          },
          { transferSyntaxUid: syntax, pixels: { native, bitsAllocated: 16 } },
        )
        const file = concatBytes(chunks)
        expect(dumpWithDcmtk(file)).toContain('(0010,0010) PN [Lœuvre^Étoile d’Été 🐎]')
        for (const option of ['+te', '+ti', '+tb']) {
          const other = readDicom(
            convertWithDcmtk('dcmconv', convertWithDcmtk('dcmconv', file, [option]), ['+te']),
          )
          expect(other.dataSet.bytes(0x7f_e0_00_10)).toEqual(native)
          expect(other.identity.patientName).toBe('Lœuvre^Étoile d’Été 🐎')
        }
      },
    )
  })
})

test('a name in several writings has a group for each, and each part has its place in all of them', () => {
  const owner = { name: 'Yamada', groups: '山田=やまだ' }
  expect(createGroupedName(owner, { name: 'Pochi', groups: 'ポチ=ぽち' })).toBe(
    'Yamada^Pochi=山田^ポチ=やまだ^ぽち',
  )
  expect(createGroupedName(owner, { name: 'Rex' })).toBe('Yamada^Rex=山田^Rex=やまだ^Rex')
  expect(
    createGroupedName({ name: '山田', groups: '山田' }, { name: 'ポチ', groups: 'ポチ' }),
  ).toBe('=山田^ポチ')
  expect(createGroupedName({ name: 'Keller' }, { name: 'Rex', groups: '' })).toBe('Keller^Rex')
})
