import { dentalRegions } from '@talus/anatomy'
import { describe, expect, test } from 'vitest'
import { tagOfKeyword } from '../dictionary/dictionary.ts'
import { readDicom } from '../read/read-dicom.ts'
import {
  bytes24,
  bytes8,
  colour,
  context,
  fileOf,
  grey16,
  grey8,
  human,
  patient,
  pdf,
  radiograph,
  subject,
} from '../testing/build-inputs.ts'
import { convert, dcmtkNote, dcmtkPicture, dump, hasDcmtk } from '../testing/dcmtk.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import type { Attributes } from '../write/attributes.ts'
import { joined } from '../write/data-set.ts'
import { fileChunks } from '../write/file.ts'
import { encapsulatedPdf } from './encapsulated-pdf.ts'
import type { AnimalSubject } from './inputs.ts'
import { digitalXRay, intraOralXRay } from './radiograph.ts'
import { secondaryCapture } from './secondary-capture.ts'
import { ageOn, clockOf } from './times.ts'

const tag = (keyword: string) => tagOfKeyword(keyword) ?? 0
const textIn = (attributes: Attributes, ...keywords: readonly string[]) => {
  const { dataSet } = readDicom(fileOf(attributes))
  return keywords.map((keyword) => dataSet.text(tag(keyword)))
}

describe('an animal', () => {
  const patientKeywords = ['PatientName', 'ResponsiblePerson', 'ResponsiblePersonRole'] as const
  const namesOf = (owner: string | null, isShelter = false) =>
    textIn(
      digitalXRay({
        ...radiograph,
        patient: { ...patient, owner },
        clinic: { ...context.clinic, isShelter },
      }),
      ...patientKeywords,
      'ResponsibleOrganization',
    )

  test('has the name of its owner and its own', () => {
    expect(namesOf('Gagné')).toEqual(['Gagné^Étoile d’Été', 'Gagné', 'OWNER', ''])
    expect(namesOf(null)).toEqual(['^Étoile d’Été', '', '', ''])
    expect(namesOf(null, true)).toEqual([
      'Clinique vétérinaire^Étoile d’Été',
      '',
      '',
      'Clinique vétérinaire',
    ])
  })

  test('has its species, breed, sex, age, weight and microchip', () => {
    const { dataSet } = readDicom(fileOf(digitalXRay(radiograph)))
    const item = (keyword: string) => dataSet.item(tag(keyword))
    expect(item('PatientSpeciesCodeSequence')?.code(tag('CodeValue'))).toBe('448771007')
    expect(item('PatientBreedCodeSequence')?.code(tag('CodeValue'))).toBe('44696006')
    expect(item('OtherPatientIDsSequence')?.code(tag('PatientID'))).toBe('985112345678903')
    expect(item('OtherPatientIDsSequence')?.code(tag('TypeOfPatientID'))).toBe('RFID')
    const told = ['PatientSex', 'PatientSexNeutered', 'PatientAge', 'PatientBirthDate'] as const
    expect(told.map((keyword) => dataSet.code(tag(keyword)))).toEqual([
      'F',
      'ALTERED',
      '005Y',
      '20200229',
    ])
    expect(dataSet.number(tag('PatientWeight'))).toBeCloseTo(12.345_678_901_234, 9)
  })

  test('a breed that is not in the list, or of another species, has no code', () => {
    const codes = (breed: string, kind: 'Canine' | 'Feline') =>
      digitalXRay({ ...radiograph, patient: { ...patient, breed, species: kind } })[
        'PatientBreedCodeSequence'
      ]
    expect(codes('Beagle', 'Canine')).toHaveLength(1)
    expect([codes('Beagle', 'Feline'), codes('Siberian Husky', 'Canine')]).toEqual([[], []])
  })

  test('its image says what it shows and how it lies', () => {
    const keywords = [
      'BodyPartExamined',
      'ViewPosition',
      'ImageLaterality',
      'PatientOrientation',
    ] as const
    const said = (shown: AnimalSubject) =>
      textIn(digitalXRay({ ...radiograph, subject: shown }), ...keywords)
    expect(said(subject)).toEqual(['CHEST', 'LE_RTL', 'U', 'CD\\V'])
    expect(said({ kind: 'animal', part: 'Right Carpus', view: 'DLMPO' })).toEqual([
      'WRIST',
      'DL_PAMO',
      'R',
      'PAL\\DI',
    ])
    expect(said({ kind: 'animal', part: 'Back Legs', view: 'VD' })[2]).toBe('B')
  })

  test('a person has no veterinary attributes', () => {
    const keywords = Object.entries(digitalXRay(human)).flatMap(([keyword, value]) =>
      value === undefined ? [] : [keyword],
    )
    const veterinary = /Species|Breed|Responsible|Neutered|AnatomicalOrientationType/u
    expect(keywords.filter((keyword) => veterinary.test(keyword))).toEqual([])
    expect(textIn(digitalXRay(human), 'PatientName')).toEqual(['Tremblay'])
  })
})

describe('technique', () => {
  test('small values are not rounded to nothing', () => {
    const { dataSet } = readDicom(fileOf(digitalXRay(radiograph)))
    const numbers = (...keywords: string[]) =>
      keywords.map((keyword) => dataSet.number(tag(keyword)))
    expect(numbers('KVP', 'XRayTubeCurrent', 'XRayTubeCurrentInuA')).toEqual([57, 13, 12_500])
    expect(numbers('ExposureTime', 'ExposureTimeInuS')).toEqual([6, 6300])
    expect(numbers('Exposure', 'ExposureInuAs')).toEqual([undefined, 79])
    expect(numbers('EstimatedRadiographicMagnificationFactor')[0]).toBeCloseTo(1000 / 930, 10)
    expect(dataSet.element(tag('PixelSpacing'))).toBeUndefined()
    expect(dataSet.numbers(tag('ImagerPixelSpacing'))).toEqual([0.139, 0.139])
  })
})

describe('times are those of the clinic', () => {
  test.each([
    ['America/St_Johns', '2026-01-02T03:29:59.000Z', '-0330', '20260101', '235959.000'],
    ['America/St_Johns', '2026-01-02T03:30:01.500Z', '-0330', '20260102', '000001.500'],
    ['America/St_Johns', '2026-07-01T12:00:00.000Z', '-0230', '20260701', '093000.000'],
    ['Europe/Paris', '2026-03-29T00:59:59.000Z', '+0100', '20260329', '015959.000'],
    ['Europe/Paris', '2026-03-29T01:00:00.000Z', '+0200', '20260329', '030000.000'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00.000Z', '+0545', '20280229', '000000.000'],
    ['UTC', '2026-12-31T23:59:59.999Z', '+0000', '20261231', '235959.999'],
  ])('%s at %s', (zone, instant, offset, date, time) => {
    const clock = clockOf(zone, instant)
    expect([clock.offset, clock.at(instant)]).toEqual([offset, { date, time }])
  })

  test('an image taken after the clocks changed has the offset of its study', () => {
    const clock = clockOf('Europe/Paris', '2026-03-29T00:59:00.000Z')
    expect(clock.at('2026-03-29T01:01:00.000Z')).toEqual({ date: '20260329', time: '020100.000' })
  })

  test('the study has its local date and the offset', () => {
    const keywords = ['StudyDate', 'StudyTime', 'TimezoneOffsetFromUTC', 'ContentDate'] as const
    expect(textIn(digitalXRay(radiograph), ...keywords)).toEqual([
      '20260228',
      '224530.250',
      '-0330',
      '20260301',
    ])
  })

  test.each([
    ['2026-02-28', '20260228', '000D'],
    ['2026-02-01', '20260228', '027D'],
    ['2026-01-31', '20260228', '028D'],
    ['2026-01-28', '20260228', '001M'],
    ['2024-03-01', '20260228', '023M'],
    ['2024-02-28', '20260228', '002Y'],
    ['2020-02-29', '20260228', '005Y'],
    ['2020-02-29', '20260301', '006Y'],
    ['2026-03-01', '20260228', undefined],
  ])('who was born on %s is on %s %s old', (birth, date, age) => {
    expect(ageOn(birth, date)).toBe(age)
  })
})

test('a document comes back whole, though its length is odd', () => {
  const { dataSet } = readDicom(fileOf(encapsulatedPdf({ ...context, title: 'Rapport', pdf })))
  expect(pdf.length % 2).toBe(1)
  const stored = dataSet.bytes(tag('EncapsulatedDocument'))
  expect(stored?.subarray(0, pdf.length)).toEqual(pdf)
  expect(stored).toHaveLength(pdf.length + 1)
})

describe.runIf(hasDcmtk)(`as dcmtk sees it${dcmtkNote}`, () => {
  const images = [
    ['an X-ray', digitalXRay(radiograph), grey16],
    [
      'teeth',
      intraOralXRay({ ...radiograph, patient, region: dentalRegions.Equine[2] ?? missing() }),
      grey16,
    ],
    ['a capture', secondaryCapture({ ...context, pixels: grey8 }), bytes8],
    ['a capture in colour', secondaryCapture({ ...context, pixels: colour }), bytes24],
  ] as const
  test.each(images)('%s keeps its pixels', (_, attributes, native) => {
    for (const syntax of [syntaxes.explicit, syntaxes.implicit]) {
      const file = fileOf(attributes, native, syntax)
      const lines = dump(file).split('\n')
      expect(lines.find((line) => line.startsWith('(0010,0010)'))).toContain("L'Œuvre^Étoile d’Été")
      const turned = convert('dcmconv', convert('dcmconv', file, ['+tb']), ['+te'])
      expect(readDicom(turned).dataSet.bytes(tag('PixelData'))).toEqual(native)
    }
    expect(dcmtkPicture(fileOf(attributes, native), []).data).toHaveLength(
      attributes['SamplesPerPixel'] === 3 ? 72 : 24,
    )
  })
})

test.runIf(hasDcmtk)(`compressed frames are read by dcmtk${dcmtkNote}`, () => {
  const attributes = secondaryCapture({ ...context, pixels: grey8 })
  const packed = readDicom(convert('dcmcjpeg', fileOf(attributes, bytes8), ['+e1']))
  const [, ...frames] = packed.dataSet.spans(tag('PixelData'))
  const compressedFrames = frames.map((span) => packed.dataSet.fragment(span))
  const file = joined(
    fileChunks(attributes, {
      transferSyntaxUid: packed.transferSyntax.uid,
      pixels: { compressedFrames },
    }),
  )
  expect(compressedFrames).toHaveLength(1)
  const unpacked = readDicom(convert('dcmdjpeg', file, []))
  expect(unpacked.dataSet.bytes(tag('PixelData'))).toEqual(bytes8)
})

function missing(): never {
  throw new Error('no such region')
}
