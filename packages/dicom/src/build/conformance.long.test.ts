import { getBodyParts, dentalRegions, getOfferedViews } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
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
  pixels,
  radiograph,
  subject,
} from '../testing/build-inputs.ts'
import { runDciodvfy, dciodvfyNote, hasDciodvfy } from '../testing/dciodvfy.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import { createEncapsulatedPdf } from './encapsulated-pdf.ts'
import type { AnimalPatient, DigitalXRayInput } from './inputs.ts'
import { createDigitalXRay, createIntraOralXRay } from './radiograph.ts'
import { createSecondaryCapture } from './secondary-capture.ts'

const radiographs = species.flatMap((kind) =>
  getBodyParts(kind).flatMap((part) =>
    // The lateral without a side is that of images taken by other systems.
    [...getOfferedViews(kind, part), 'LAT' as const].map((view) => {
      const input = {
        ...radiograph,
        patient: { ...patient, species: kind, breed: null },
        subject: { kind: 'animal', part, view },
      } as const
      return [`${kind} ${part} ${view}`, buildFile(createDigitalXRay(input), grey16)] as const
    }),
  ),
)

const dental = species.flatMap((kind) =>
  dentalRegions[kind].map((region) => {
    const input = { ...radiograph, patient: { ...patient, species: kind, breed: null }, region }
    return [`${kind} ${region.name}`, buildFile(createIntraOralXRay(input), grey16)] as const
  }),
)

const longName = 'Étoile-des-Neiges '.repeat(60)
const oddNames = [
  'x'.repeat(25),
  'x'.repeat(26),
  'é'.repeat(64),
  longName,
  "L'Étoile d'Été",
  'ß ï œ Æ ﬁ',
  '🐎🐎🏽👩‍👩‍👧',
  'نجمة الصيف',
  'Étoile'.normalize('NFD'),
  'A^B=C\\D',
  'line\nbreak\ttab\u0007bell\u001bescape',
  ' blanks ',
  '-',
]
const createNamedInput = (name: string): DigitalXRayInput => ({
  ...radiograph,
  patient: { ...patient, name, owner: name, patientId: name, breed: name, comments: name },
  clinic: { ...context.clinic, name, address: name, isShelter: true },
  study: { ...context.study, description: name, accessionNumber: name, referringPhysician: name },
  series: { ...context.series, description: name, operator: name },
  instance: { ...context.instance, comments: name },
  equipment: { manufacturer: name, model: name, serialNumber: name, stationName: name },
})

const barePatient: AnimalPatient = { kind: 'animal', name: 'Rex', patientId: '1' }
const bare: DigitalXRayInput = {
  patient: barePatient,
  clinic: { name: '', timeZone: 'UTC' },
  study: { instanceUid: '2.25.10', startedAt: '2026-03-01T00:00:00.000Z' },
  series: { instanceUid: '2.25.11', number: 1 },
  instance: context.instance,
  detector: { spacingMm: [0.1, 0.1] },
  pixels,
  subject: { kind: 'animal', part: 'Front Legs', view: 'LAT' },
}
const calibration = { spacingMm: [0.12, 0.12], type: 'FIDUCIAL' } as const
const lossy = { ratio: 12.5, method: 'ISO_10918_1' }

const others: readonly (readonly [string, Uint8Array])[] = [
  ...oddNames.map(
    (name) =>
      [`named ${name}`, buildFile(createDigitalXRay(createNamedInput(name)), grey16)] as const,
  ),
  ['bare', buildFile(createDigitalXRay(bare), grey16)],
  ['bare, implicit', buildFile(createDigitalXRay(bare), grey16, syntaxes.implicit)],
  [
    'no owner',
    buildFile(createDigitalXRay({ ...radiograph, patient: { ...patient, owner: '' } }), grey16),
  ],
  [
    'calibrated',
    buildFile(
      createDigitalXRay({ ...radiograph, calibration, pixels: { ...pixels, lossy } }),
      grey16,
    ),
  ],
  ['8 bits', buildFile(createDigitalXRay({ ...radiograph, pixels: grey8 }), bytes8)],
  [
    'a view that the body part cannot have',
    buildFile(createDigitalXRay({ ...radiograph, subject: { ...subject, view: 'DP' } }), grey16),
  ],
  ['human', buildFile(createDigitalXRay(human), grey16)],
  ['16-bit capture', buildFile(createSecondaryCapture({ ...context, pixels, subject }), grey16)],
  [
    '8-bit capture',
    buildFile(createSecondaryCapture({ ...context, pixels: grey8, calibration }), bytes8),
  ],
  ['capture in colour', buildFile(createSecondaryCapture({ ...context, pixels: colour }), bytes24)],
  [
    'capture of a human patient',
    buildFile(
      createSecondaryCapture({ ...human, pixels: colour, modality: 'DX', isBurnedIn: true }),
      bytes24,
    ),
  ],
  ['capture, bare', buildFile(createSecondaryCapture({ ...bare, subject: undefined }), grey16)],
  ['document', buildFile(createEncapsulatedPdf({ ...context, title: 'Rapport d’été', pdf }))],
  [
    'report',
    buildFile(
      createEncapsulatedPdf({
        ...context,
        title: 'Rapport d’été',
        pdf,
        report: {
          isVerified: true,
          sources: [{ sopClassUid: '1.2.840.10008.5.1.4.1.1.1.1', sopInstanceUid: '2.25.7' }],
          predecessor: { sopInstanceUid: '2.25.8' },
        },
      }),
    ),
  ],
  ['document, bare', buildFile(createEncapsulatedPdf({ ...bare, title: '', pdf }))],
  ...oddNames.map(
    (title) =>
      [
        `document ${title}`,
        buildFile(createEncapsulatedPdf({ ...createNamedInput(title), title, pdf })),
      ] as const,
  ),
]

/** Remarks of dciodvfy that do not violate the standard. */
const tolerated = [
  // Its list lacks the veterinary terms and many of PS3.16 annex L.
  /ViewPosition.* Unrecognized defined term/u,
  /BodyPartExamined.* Unrecognized defined term/u,
  // Our private coding scheme, for concepts that no published scheme has.
  /CodingSchemeDesignator.* Unrecognized defined term = <99TALUS>/u,
  // A study without a study ID and accession number.
  /StudyID.* needed to build DICOMDIR/u,
  // A secondary capture of an unknown subject: the laterality is really unknown.
  /Laterality.* only permitted to be empty when actually unknown/u,
  // A name that the user did not split into family name and given name.
  /Retired Person Name form/u,
]

/** dciodvfy counts the bytes of a text, but PS3.5 6.2 counts characters. */
function isByteCountRemark(remark: string): boolean {
  const counted = /= <(.*)> - Length invalid for this VR = <\d+> - expected <= (\d+)$/su.exec(
    remark,
  )
  return counted !== null && Array.from(counted[1] ?? '').length <= Number(counted[2])
}

test.runIf(hasDciodvfy)(`dciodvfy reports a missing attribute${dciodvfyNote}`, async () => {
  const broken = { ...createDigitalXRay(radiograph), ImageLaterality: undefined }
  const found = await runDciodvfy(new Map([['broken', buildFile(broken, grey16)]]))
  expect(found.get('broken')?.join('\n')).toMatch(/Error .*ImageLaterality/u)
})

describe.runIf(hasDciodvfy)(`validation by dciodvfy${dciodvfyNote}`, () => {
  test.each([
    ['every view of every body part of every species', 'DXImageForPresentation', radiographs],
    ['the teeth of every species', 'IntraoralImageForPresentation', dental],
    ['unusual and missing values', undefined, others],
  ])(
    'dciodvfy reports no errors: %s',
    async (_, kind, files) => {
      const found = await runDciodvfy(new Map(files))
      expect(found.size).toBe(files.length)
      const remarks = Array.from(found).flatMap(([name, lines]) => {
        if (kind !== undefined) expect(lines).toContain(kind)
        return lines
          .filter((line) => /^(?:Error|Warning)/u.test(line))
          .filter(
            (line) => !tolerated.some((known) => known.test(line)) && !isByteCountRemark(line),
          )
          .map((line) => `${name.slice(0, 60)}: ${line}`)
      })
      expect(remarks).toEqual([])
    },
    180_000,
  )
})
