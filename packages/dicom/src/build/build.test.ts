import { dentalRegions } from '@talus/anatomy'
import { describe, expect, test } from 'vitest'
import { findTag } from '../dictionary/dictionary.ts'
import { readDicom } from '../read/read-dicom.ts'
import {
  bytes24,
  bytes8,
  colour,
  context,
  buildFile,
  grey16,
  grey8,
  human,
  patient,
  pdf,
  radiograph,
  subject,
} from '../testing/build-inputs.ts'
import {
  convertWithDcmtk,
  dcmtkNote,
  renderWithDcmtk,
  dumpWithDcmtk,
  hasDcmtk,
} from '../testing/dcmtk.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import type { Attributes } from '../write/attributes.ts'
import { concatBytes } from '../write/data-set.ts'
import { writeFileChunks } from '../write/file.ts'
import { createEncapsulatedPdf } from './encapsulated-pdf.ts'
import type { AnimalSubject } from './inputs.ts'
import { createDigitalXRay, createIntraOralXRay } from './radiograph.ts'
import { createSecondaryCapture } from './secondary-capture.ts'
import { formatAge, createStudyClock } from './times.ts'

const tag = (keyword: string) => findTag(keyword) ?? 0
const readTexts = (attributes: Attributes, ...keywords: readonly string[]) => {
  const { dataSet } = readDicom(buildFile(attributes))
  return keywords.map((keyword) => dataSet.text(tag(keyword)))
}

describe('attributes of a patient', () => {
  const patientKeywords = ['PatientName', 'ResponsiblePerson', 'ResponsiblePersonRole'] as const
  const readNames = (owner: string | null, isShelter = false) =>
    readTexts(
      createDigitalXRay({
        ...radiograph,
        patient: { ...patient, owner },
        clinic: { ...context.clinic, isShelter },
      }),
      ...patientKeywords,
      'ResponsibleOrganization',
    )

  test('the patient name is that of the owner, or the shelter, and the animal', () => {
    expect(readNames('Gagné')).toEqual(['Gagné^Étoile d’Été', 'Gagné', 'OWNER', ''])
    expect(readNames(null)).toEqual(['^Étoile d’Été', '', '', ''])
    expect(readNames(null, true)).toEqual([
      'Clinique vétérinaire^Étoile d’Été',
      '',
      '',
      'Clinique vétérinaire',
    ])
  })

  test('a radiograph has the species, breed, sex, age, weight and microchip of its patient', () => {
    const { dataSet } = readDicom(buildFile(createDigitalXRay(radiograph)))
    const item = (keyword: string) => dataSet.item(tag(keyword))
    expect(item('PatientSpeciesCodeSequence')?.code(tag('CodeValue'))).toBe('448771007')
    expect(item('PatientBreedCodeSequence')?.code(tag('CodeValue'))).toBe('44696006')
    expect(item('OtherPatientIDsSequence')?.code(tag('PatientID'))).toBe('985112345678903')
    expect(item('OtherPatientIDsSequence')?.code(tag('TypeOfPatientID'))).toBe('RFID')
    const codes = ['PatientSex', 'PatientSexNeutered', 'PatientAge', 'PatientBirthDate'] as const
    expect(codes.map((keyword) => dataSet.code(tag(keyword)))).toEqual([
      'F',
      'ALTERED',
      '005Y',
      '20200229',
    ])
    expect(dataSet.number(tag('PatientWeight'))).toBeCloseTo(12.345_678_901_234, 9)
  })

  test('a breed that is not in the list, or of another species, has no code', () => {
    const codes = (breed: string, kind: 'Canine' | 'Feline') =>
      createDigitalXRay({ ...radiograph, patient: { ...patient, breed, species: kind } })[
        'PatientBreedCodeSequence'
      ]
    expect(codes('Beagle', 'Canine')).toHaveLength(1)
    expect([codes('Beagle', 'Feline'), codes('Siberian Husky', 'Canine')]).toEqual([[], []])
  })

  test('a radiograph has its body part, view, laterality and orientation', () => {
    const keywords = [
      'BodyPartExamined',
      'ViewPosition',
      'ImageLaterality',
      'PatientOrientation',
    ] as const
    const readSubject = (shown: AnimalSubject) =>
      readTexts(createDigitalXRay({ ...radiograph, subject: shown }), ...keywords)
    expect(readSubject(subject)).toEqual(['CHEST', 'LE_RTL', 'U', 'CD\\V'])
    expect(readSubject({ kind: 'animal', part: 'Right Carpus', view: 'DLMPO' })).toEqual([
      'WRIST',
      'DL_PAMO',
      'R',
      'PAL\\DI',
    ])
    expect(readSubject({ kind: 'animal', part: 'Back Legs', view: 'VD' })[2]).toBe('B')
  })

  test('a human patient has no veterinary attributes', () => {
    const keywords = Object.entries(createDigitalXRay(human)).flatMap(([keyword, value]) =>
      value === undefined ? [] : [keyword],
    )
    const veterinary = /Species|Breed|Responsible|Neutered|AnatomicalOrientationType/u
    expect(keywords.filter((keyword) => veterinary.test(keyword))).toEqual([])
    expect(readTexts(createDigitalXRay(human), 'PatientName')).toEqual(['Tremblay'])
  })
})

describe('attributes of the technique', () => {
  test('small technique values are not rounded to zero', () => {
    const { dataSet } = readDicom(buildFile(createDigitalXRay(radiograph)))
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

describe('local times of the clinic', () => {
  test.each([
    ['America/St_Johns', '2026-01-02T03:29:59.000Z', '-0330', '20260101', '235959.000'],
    ['America/St_Johns', '2026-01-02T03:30:01.500Z', '-0330', '20260102', '000001.500'],
    ['America/St_Johns', '2026-07-01T12:00:00.000Z', '-0230', '20260701', '093000.000'],
    ['Europe/Paris', '2026-03-29T00:59:59.000Z', '+0100', '20260329', '015959.000'],
    ['Europe/Paris', '2026-03-29T01:00:00.000Z', '+0200', '20260329', '030000.000'],
    ['Asia/Kathmandu', '2028-02-28T18:15:00.000Z', '+0545', '20280229', '000000.000'],
    ['UTC', '2026-12-31T23:59:59.999Z', '+0000', '20261231', '235959.999'],
  ])('the local time in %s at %s', (zone, instant, offset, date, time) => {
    const clock = createStudyClock(zone, instant)
    expect([clock.offset, clock.at(instant)]).toEqual([offset, { date, time }])
  })

  test('an image acquired after a daylight saving change has the offset of its study', () => {
    const clock = createStudyClock('Europe/Paris', '2026-03-29T00:59:00.000Z')
    expect(clock.at('2026-03-29T01:01:00.000Z')).toEqual({ date: '20260329', time: '020100.000' })
  })

  test('a radiograph has the local study date and the timezone offset', () => {
    const keywords = ['StudyDate', 'StudyTime', 'TimezoneOffsetFromUTC', 'ContentDate'] as const
    expect(readTexts(createDigitalXRay(radiograph), ...keywords)).toEqual([
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
  ])('the age of a patient born on %s at the study date %s is %s', (birth, date, age) => {
    expect(formatAge(birth, date)).toBe(age)
  })
})

test('an encapsulated PDF of odd length is read unchanged', () => {
  const { dataSet } = readDicom(
    buildFile(createEncapsulatedPdf({ ...context, title: 'Rapport', pdf })),
  )
  expect(pdf.length % 2).toBe(1)
  const stored = dataSet.bytes(tag('EncapsulatedDocument'))
  expect(stored?.subarray(0, pdf.length)).toEqual(pdf)
  expect(stored).toHaveLength(pdf.length + 1)
})

test('a report names its kind, its images, its former version and whether it is verified', () => {
  const report = {
    isVerified: false,
    sources: [{ sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1', sopInstanceUid: '2.25.7' }],
    predecessor: { sopInstanceUid: '2.25.8' },
  }
  const attributes = createEncapsulatedPdf({ ...context, title: 'Rapport', pdf, report })
  expect(attributes).toMatchObject({
    ConceptNameCodeSequence: [{ CodeValue: '18748-4', CodingSchemeDesignator: 'LN' }],
    VerificationFlag: 'UNVERIFIED',
    SourceInstanceSequence: [{ ReferencedSOPInstanceUID: '2.25.7' }],
    PredecessorDocumentsSequence: [
      {
        ReferencedSeriesSequence: [
          { ReferencedSOPSequence: [{ ReferencedSOPInstanceUID: '2.25.8' }] },
        ],
      },
    ],
  })
  const other = createEncapsulatedPdf({ ...context, title: 'Letter', pdf })
  expect(other).toMatchObject({ ConceptNameCodeSequence: [] })
  expect(other['VerificationFlag']).toBeUndefined()
})

describe.runIf(hasDcmtk)(`comparison with dcmtk${dcmtkNote}`, () => {
  const images = [
    ['a radiograph', createDigitalXRay(radiograph), grey16],
    [
      'an intra-oral radiograph',
      createIntraOralXRay({ ...radiograph, patient, region: dentalRegions.Equine[2] ?? missing() }),
      grey16,
    ],
    ['a secondary capture', createSecondaryCapture({ ...context, pixels: grey8 }), bytes8],
    [
      'a secondary capture in colour',
      createSecondaryCapture({ ...context, pixels: colour }),
      bytes24,
    ],
  ] as const
  test.each(images)('dcmtk reads the pixel data of %s unchanged', (_, attributes, native) => {
    for (const syntax of [syntaxes.explicit, syntaxes.implicit]) {
      const file = buildFile(attributes, native, syntax)
      const lines = dumpWithDcmtk(file).split('\n')
      expect(lines.find((line) => line.startsWith('(0010,0010)'))).toContain("L'Œuvre^Étoile d’Été")
      const converted = convertWithDcmtk('dcmconv', convertWithDcmtk('dcmconv', file, ['+tb']), [
        '+te',
      ])
      expect(readDicom(converted).dataSet.bytes(tag('PixelData'))).toEqual(native)
    }
    expect(renderWithDcmtk(buildFile(attributes, native), []).data).toHaveLength(
      attributes['SamplesPerPixel'] === 3 ? 72 : 24,
    )
  })
})

test.runIf(hasDcmtk)(`dcmtk reads compressed frames${dcmtkNote}`, () => {
  const attributes = createSecondaryCapture({ ...context, pixels: grey8 })
  const packed = readDicom(convertWithDcmtk('dcmcjpeg', buildFile(attributes, bytes8), ['+e1']))
  const [, ...frames] = packed.dataSet.spans(tag('PixelData'))
  const compressedFrames = frames.map((span) => packed.dataSet.fragment(span))
  const file = concatBytes(
    writeFileChunks(attributes, {
      transferSyntaxUid: packed.transferSyntax.uid,
      pixels: { compressedFrames },
    }),
  )
  expect(compressedFrames).toHaveLength(1)
  const unpacked = readDicom(convertWithDcmtk('dcmdjpeg', file, []))
  expect(unpacked.dataSet.bytes(tag('PixelData'))).toEqual(bytes8)
})

function missing(): never {
  throw new Error('no such region')
}
