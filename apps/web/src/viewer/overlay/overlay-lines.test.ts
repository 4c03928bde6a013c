import { ImageMetadata } from '@talus/contract'
import { expect, test } from 'vitest'
import { dicomName, studyTimeOf, subjectLines } from './overlay-lines.ts'

const metadata = (given: Partial<ImageMetadata>) =>
  ImageMetadata.parse({ Rows: 10, Columns: 10, ...given })

test('the lines at the bottom left, in the order of the specification', () => {
  const lines = subjectLines(
    metadata({
      SeriesNumber: '2',
      PatientSpeciesDescription: 'Canine',
      PatientID: 'P-1',
      PatientName: 'Keller^Rex',
      ResponsiblePerson: 'Keller^Anna',
      SeriesDescription: 'Chest LAT',
    }),
    5,
  )
  expect(lines).toEqual([
    ['series', '2/5'],
    ['species', 'Canine'],
    ['patient', 'P-1 Keller Rex'],
    ['responsible', 'Keller Anna'],
    ['description', 'Chest LAT'],
  ])
})

test('what a file does not tell takes no line', () => {
  expect(subjectLines(metadata({}), 3)).toEqual([['series', '–/3']])
})

test.each([
  ['20260309', '140530.25', '2026-03-09 14:05'],
  ['2026.03.09', '14:05:30', '2026-03-09 14:05'],
  ['20260309', '', '2026-03-09'],
  ['', '', ''],
  ['spring', '1405', 'spring 14:05'],
])('date %s and time %s are %s', (StudyDate, StudyTime, shown) => {
  expect(studyTimeOf(metadata({ StudyDate, StudyTime }))).toBe(shown)
})

test('a name without its other writings', () => {
  expect(dicomName('Yamada^Tarou=山田^太郎')).toBe('Yamada Tarou')
})
