import { ImageId, PatientId, StudyId } from '@talus/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { formatEntryName } from './entry-name.ts'
import type { NamedImage } from './entry-name.ts'
import { toNamePart, toSafeName } from './safe-name.ts'

const image: NamedImage = {
  imageId: ImageId.parse(31),
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  isRejected: false,
  studyId: StudyId.parse(15),
  studyDate: '2026-02-11T02:30:00.000Z',
  patientId: PatientId.parse(12),
  patientCode: 'P-7',
  patientName: 'Rex',
}
const createName = (change: Partial<NamedImage>) =>
  formatEntryName({ ...image, ...change }, 'America/Toronto', 'dcm')

test('an entry name contains the patient, the day of the study in the clinic, and the view', () => {
  expect(createName({})).toBe('Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm')
  expect(createName({ isRejected: true })).toBe(
    'Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31-rejected.dcm',
  )
})

test.each([
  ['../../etc/passwd', '_.._etc_passwd P-7 (12)'],
  ['..\\..\\Windows', '_.._Windows P-7 (12)'],
  ['CON', 'CON P-7 (12)'],
  ['CON.txt', '_CON.txt P-7 (12)'],
  ['nul .x', '_nul .x P-7 (12)'],
  ['Rex\r\nSet-Cookie: a=b', 'Rex Set-Cookie_ a=b P-7 (12)'],
  ['\u0000\u0007\u202Exer', 'xer P-7 (12)'],
  ['. . .', 'P-7 (12)'],
  ['', 'P-7 (12)'],
  ['L’Étoile d’Été', 'L’Étoile d’Été P-7 (12)'],
  ['E\u0301toile', 'Étoile P-7 (12)'],
  ['\u{D83D}', 'P-7 (12)'],
  ['🐕🐈', '🐕🐈 P-7 (12)'],
  ['C:\\a|b?*"<>', 'C__a_b_____ P-7 (12)'],
  ['．．／up', '___up P-7 (12)'],
])('an entry of the patient %j is in the folder %j', (patientName, folder) => {
  expect(createName({ patientName }).split('/')).toEqual([
    folder,
    '2026-02-10 (15)',
    'Chest-LAT-31.dcm',
  ])
})

test('a long patient name is truncated between characters', () => {
  const [folder = ''] = createName({ patientName: '🐕'.repeat(300) }).split('/')
  expect(folder).toBe(`${'🐕'.repeat(32)} P-7 (12)`)
})

test('an entry without body part and view is named by its id', () => {
  expect(createName({ bodyPart: '', bodyPartView: ' ' })).toMatch(/\/31\.dcm$/u)
})

describe('an entry name, whatever users enter,', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom('.', '..', '/', '\\', 'con', 'aux', ' ', '\0', '\n', ':', 'é', '🐕', '~'),
        {
          maxLength: 80,
        },
      )
      .map((parts) => parts.join('')),
  )
  const images = fc.record({
    patientName: nasty,
    patientCode: nasty,
    bodyPart: nasty,
    bodyPartView: nasty,
    isRejected: fc.boolean(),
  })

  test('has three segments, and is valid on every system', () => {
    fc.assert(
      fc.property(images, (change) => {
        const name = createName(change)
        const parts = name.split('/')
        expect(yauzl.validateFileName(name)).toBeNull()
        expect(name).toBe(name.normalize('NFC').toWellFormed())
        expect(parts).toHaveLength(3)
        for (const part of parts) {
          expect(part).toMatch(/^[^\p{Cc}\p{Cf}<>:"/\\|?*]+$/u)
          expect(part).toMatch(/^[^\s.].*[^\s.]$/u)
          expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/iu)
          expect(Buffer.byteLength(part)).toBeLessThan(255)
        }
        expect(name.length).toBeLessThan(200)
      }),
      { numRuns: 2000 },
    )
  })

  test('is never the same for two images, regardless of case', () => {
    fc.assert(
      fc.property(images, images, (one, other) => {
        const name = createName(one).toLowerCase()
        const otherName = createName({ ...other, imageId: ImageId.parse(32) }).toLowerCase()
        expect(otherName).not.toBe(name)
        const twin = createName({ ...one, patientId: PatientId.parse(13) }).toLowerCase()
        expect(twin.split('/')[0]).not.toBe(name.split('/')[0])
      }),
    )
  })
})

test('a name part without valid characters is empty, and device names get a prefix', () => {
  expect([toNamePart(' .. ', 9), toSafeName('aux.zip'), toSafeName('auxiliary.zip')]).toEqual([
    '',
    '_aux.zip',
    'auxiliary.zip',
  ])
})
