import { bodyParts, bodyPartsOf, dentalRegions, viewsOf } from '@talus/anatomy'
import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
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
  pixels,
  radiograph,
  subject,
} from '../testing/build-inputs.ts'
import { dciodvfy, dciodvfyNote, hasDciodvfy } from '../testing/dciodvfy.ts'
import { syntaxes } from '../testing/synthetic-file.ts'
import { encapsulatedPdf } from './encapsulated-pdf.ts'
import type { AnimalPatient, DigitalXRayInput } from './inputs.ts'
import { digitalXRay, intraOralXRay } from './radiograph.ts'
import { secondaryCapture } from './secondary-capture.ts'

const sidesOf = (part: keyof typeof bodyParts) =>
  bodyParts[part].laterality === 'to be chosen'
    ? (['L', 'R', 'B', undefined] as const)
    : [undefined]

const radiographs = species.flatMap((kind) =>
  bodyPartsOf(kind).flatMap((part) =>
    viewsOf(kind, part).flatMap((view) =>
      sidesOf(part).flatMap((side) =>
        (view === 'LAT' ? (['left', 'right', undefined] as const) : [undefined]).map((beam) => {
          const name = [kind, part, view, side ?? '-', beam ?? '-'].join(' ')
          const input = {
            ...radiograph,
            patient: { ...patient, species: kind, breed: null },
            subject: { kind: 'animal', part, view, side, beam },
          } as const
          return [name, fileOf(digitalXRay(input), grey16)] as const
        }),
      ),
    ),
  ),
)

const dental = species.flatMap((kind) =>
  dentalRegions[kind].map((region) => {
    const input = { ...radiograph, patient: { ...patient, species: kind, breed: null }, region }
    return [`${kind} ${region.name}`, fileOf(intraOralXRay(input), grey16)] as const
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
const named = (name: string): DigitalXRayInput => ({
  ...radiograph,
  patient: { ...patient, name, owner: name, patientId: name, breed: name, comments: name },
  clinic: { ...context.clinic, name, address: name, isShelter: true },
  study: { ...context.study, description: name, accessionNumber: name, referringPhysician: name },
  series: { ...context.series, description: name, operator: name },
  instance: { ...context.instance, comments: name },
  equipment: { manufacturer: name, model: name, serialNumber: name, stationName: name },
})

const nobody: AnimalPatient = { kind: 'animal', name: 'Rex', patientId: '1' }
const bare: DigitalXRayInput = {
  patient: nobody,
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
  ...oddNames.map((name) => [`named ${name}`, fileOf(digitalXRay(named(name)), grey16)] as const),
  ['bare', fileOf(digitalXRay(bare), grey16)],
  ['bare, implicit', fileOf(digitalXRay(bare), grey16, syntaxes.implicit)],
  ['no owner', fileOf(digitalXRay({ ...radiograph, patient: { ...patient, owner: '' } }), grey16)],
  [
    'calibrated',
    fileOf(digitalXRay({ ...radiograph, calibration, pixels: { ...pixels, lossy } }), grey16),
  ],
  ['8 bits', fileOf(digitalXRay({ ...radiograph, pixels: grey8 }), bytes8)],
  [
    'a view that the part cannot have',
    fileOf(digitalXRay({ ...radiograph, subject: { ...subject, view: 'DP' } }), grey16),
  ],
  ['human', fileOf(digitalXRay(human), grey16)],
  ['capture of 16 bits', fileOf(secondaryCapture({ ...context, pixels, subject }), grey16)],
  [
    'capture of 8 bits',
    fileOf(secondaryCapture({ ...context, pixels: grey8, calibration }), bytes8),
  ],
  ['capture in colour', fileOf(secondaryCapture({ ...context, pixels: colour }), bytes24)],
  [
    'capture of a person',
    fileOf(
      secondaryCapture({ ...human, pixels: colour, modality: 'DX', isBurnedIn: true }),
      bytes24,
    ),
  ],
  ['capture, bare', fileOf(secondaryCapture({ ...bare, subject: undefined }), grey16)],
  ['document', fileOf(encapsulatedPdf({ ...context, title: 'Rapport d’été', pdf }))],
  ['document, bare', fileOf(encapsulatedPdf({ ...bare, title: '', pdf }))],
  ...oddNames.map(
    (title) =>
      [`document ${title}`, fileOf(encapsulatedPdf({ ...named(title), title, pdf }))] as const,
  ),
]

/** What it does not know, and what it would like better; none of it is against the standard. */
const tolerated = [
  // Terms for animals are not in its list for people, nor are many of PS3.16 annex L.
  /ViewPosition.* Unrecognized defined term/u,
  /BodyPartExamined.* Unrecognized defined term/u,
  // A scheme of codes of our own, for what no published scheme has.
  /CodingSchemeDesignator.* Unrecognized defined term = <99TALUS>/u,
  // Of a study without any number.
  /StudyID.* needed to build DICOMDIR/u,
  // A picture of nobody knows what: the side is unknown, which is said so.
  /Laterality.* only permitted to be empty when actually unknown/u,
  // A name that nobody took apart into family name and given name.
  /Retired Person Name form/u,
]

/** It counts the bytes of a text where PS3.5 6.2 counts characters. */
function isMiscounted(remark: string): boolean {
  const counted = /= <(.*)> - Length invalid for this VR = <\d+> - expected <= (\d+)$/su.exec(
    remark,
  )
  return counted !== null && Array.from(counted[1] ?? '').length <= Number(counted[2])
}

test.runIf(hasDciodvfy)(`dciodvfy finds what is missing${dciodvfyNote}`, async () => {
  const broken = { ...digitalXRay(radiograph), ImageLaterality: undefined }
  const found = await dciodvfy(new Map([['broken', fileOf(broken, grey16)]]))
  expect(found.get('broken')?.join('\n')).toMatch(/Error .*ImageLaterality/u)
})

describe.runIf(hasDciodvfy)(`as dciodvfy sees it${dciodvfyNote}`, () => {
  test.each([
    ['every view of every part of every species', 'DXImageForPresentation', radiographs],
    ['the teeth of every species', 'IntraoralImageForPresentation', dental],
    ['odd, missing and other values', undefined, others],
  ])(
    '%s',
    async (_, kind, files) => {
      const found = await dciodvfy(new Map(files))
      expect(found.size).toBe(files.length)
      const remarks = Array.from(found).flatMap(([name, lines]) => {
        if (kind !== undefined) expect(lines).toContain(kind)
        return lines
          .filter((line) => /^(?:Error|Warning)/u.test(line))
          .filter((line) => !tolerated.some((known) => known.test(line)) && !isMiscounted(line))
          .map((line) => `${name.slice(0, 60)}: ${line}`)
      })
      expect(remarks).toEqual([])
    },
    60_000,
  )
})
