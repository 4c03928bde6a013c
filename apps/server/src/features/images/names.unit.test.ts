import { ImageId, PatientId, StudyId } from '@talus/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import yauzl from 'yauzl'
import { entryName } from './entry-name.ts'
import type { NamedImage } from './entry-name.ts'
import { namePart, wholeName } from './safe-name.ts'

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
const nameOf = (change: Partial<NamedImage>) =>
  entryName({ ...image, ...change }, 'America/Toronto', 'dcm')

test('a name tells patient, day of the study in the clinic, and view', () => {
  expect(nameOf({})).toBe('Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm')
  expect(nameOf({ isRejected: true })).toBe(
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
])('the patient %j has the folder %j', (patientName, folder) => {
  expect(nameOf({ patientName }).split('/')).toEqual([
    folder,
    '2026-02-10 (15)',
    'Chest-LAT-31.dcm',
  ])
})

test('a long name is cut between characters', () => {
  const [folder = ''] = nameOf({ patientName: '🐕'.repeat(300) }).split('/')
  expect(folder).toBe(`${'🐕'.repeat(32)} P-7 (12)`)
})

test('without body part and view, the number is the name', () => {
  expect(nameOf({ bodyPart: '', bodyPartView: ' ' })).toMatch(/\/31\.dcm$/u)
})

describe('whatever people enter', () => {
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

  test('a name stays three folders deep, and is one that every system can make', () => {
    fc.assert(
      fc.property(images, (change) => {
        const name = nameOf(change)
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

  test('two images never have the same name, capitals aside', () => {
    fc.assert(
      fc.property(images, images, (one, other) => {
        const name = nameOf(one).toLowerCase()
        const otherName = nameOf({ ...other, imageId: ImageId.parse(32) }).toLowerCase()
        expect(otherName).not.toBe(name)
        const twin = nameOf({ ...one, patientId: PatientId.parse(13) }).toLowerCase()
        expect(twin.split('/')[0]).not.toBe(name.split('/')[0])
      }),
    )
  })
})

test('a part is empty where nothing of it can be kept, and a device gets another name', () => {
  expect([namePart(' .. ', 9), wholeName('aux.zip'), wholeName('auxiliary.zip')]).toEqual([
    '',
    '_aux.zip',
    'auxiliary.zip',
  ])
})
