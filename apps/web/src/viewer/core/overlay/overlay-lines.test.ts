import { ImageMetadata } from '@talus/contract'
import { expect, test } from 'vitest'
import type { ImagePosition } from './overlay-lines.ts'
import { formatPersonName, formatStudyTime, getPatientLines } from './overlay-lines.ts'

const metadata = (attributes: Partial<ImageMetadata>) =>
  ImageMetadata.parse({ Rows: 10, Columns: 10, ...attributes })

const formatSeries = (series: string, { number, count }: ImagePosition) =>
  `Series ${series} · ${number}/${count}`

test('the overlay lines are in the order of the specification', () => {
  const lines = getPatientLines(
    metadata({
      SeriesNumber: '9',
      PatientSpeciesDescription: 'Canine',
      PatientID: 'P-1',
      PatientName: 'Keller^Rex',
      ResponsiblePerson: 'Keller^Anna',
      SeriesDescription: 'Chest LAT',
    }),
    { number: 2, count: 5 },
    formatSeries,
    'en',
  )
  expect(lines).toEqual([
    ['series', 'Series 9 · 2/5'],
    ['species', 'Canine'],
    ['patient', 'P-1 Keller Rex'],
    ['responsible', 'Keller Anna'],
    ['description', 'Chest LAT'],
  ])
})

test('species, part, side and view are translated, and the words of other systems are not', () => {
  const read = (PatientSpeciesDescription: string, SeriesDescription: string) =>
    getPatientLines(
      metadata({ PatientSpeciesDescription, SeriesDescription }),
      undefined,
      formatSeries,
      'fr',
    ).map(([, text]) => text)
  expect(read('Equine', 'Right Tarsus LM')).toEqual(['Cheval', 'Tarse droit LM'])
  expect(read('Canine', 'Chest RLAT')).toEqual(['Chien', 'Thorax LAT D'])
  expect(read('FELINE', '104 - RU - Canine')).toEqual(['Chat', '104 · Supérieur droit, Canine'])
  expect(read('Lapin', 'Chest 1')).toEqual(['Lapin', 'Chest 1'])
  expect(read('Avian', 'THORAX LATERAL left')).toEqual(['Avian', 'THORAX LATERAL left'])
})

test('missing attributes give no overlay line', () => {
  expect(getPatientLines(metadata({}), { number: 1, count: 3 }, formatSeries, 'en')).toEqual([
    ['series', '1/3'],
  ])
  expect(getPatientLines(metadata({}), undefined, formatSeries, 'en')).toEqual([])
})

test.each([
  ['20260309', '140530.25', '2026-03-09 14:05'],
  ['2026.03.09', '14:05:30', '2026-03-09 14:05'],
  ['20260309', '', '2026-03-09'],
  ['', '', ''],
  ['spring', '1405', 'spring 14:05'],
])('DICOM date %s and time %s are shown as %s', (StudyDate, StudyTime, shown) => {
  expect(formatStudyTime(metadata({ StudyDate, StudyTime }))).toBe(shown)
})

test('a person name is shown without its ideographic representation', () => {
  expect(formatPersonName('Yamada^Tarou=山田^太郎')).toBe('Yamada Tarou')
  expect(formatPersonName('=山田^太郎')).toBe('山田 太郎')
})
