import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { bodyParts, getBodyParts } from './body-parts.ts'
import { getUsualViews } from './offered-views.ts'
import { hasContradictorySides, parseDicomAnatomy } from './parse-dicom-anatomy.ts'
import { dentalRegions } from './teeth.ts'
import { getImageLaterality } from './sides.ts'
import { toDicomView } from './views.ts'

const nothing = {
  regionCode: '',
  bodyPartExamined: '',
  laterality: '',
  viewCode: '',
  viewPosition: '',
  descriptions: [],
}

describe.each(species)('DICOM anatomy of a %s', (kind) => {
  const images = getBodyParts(kind).flatMap((part) =>
    getUsualViews(kind, part).map((view) => ({ part, view })),
  )
  test.each(images)('$part $view is parsed from its own DICOM attributes', ({ part, view }) => {
    const entry = bodyParts[part]
    const named = toDicomView(view, part)
    const anatomy = {
      ...nothing,
      regionCode: entry.code.value,
      bodyPartExamined: entry.bodyPartExamined,
      laterality: getImageLaterality(part),
      viewCode: named?.code?.value ?? '',
      viewPosition: named?.viewPosition ?? '',
      descriptions: [`${part} ${view}`],
    }
    expect(parseDicomAnatomy(anatomy, kind)).toEqual({ bodyPart: part, view })
  })
})

test.each(species.flatMap((kind) => dentalRegions[kind].map(({ name }) => ({ kind, name }))))(
  'the dental region of a $kind is parsed from a description: $name',
  ({ kind, name }) => {
    const anatomy = { ...nothing, bodyPartExamined: 'JAW', descriptions: ['Teeth', `${name} left`] }
    expect(parseDicomAnatomy(anatomy, kind).bodyPart).toBe(name)
  },
)

test('anatomy of other systems is mapped if it is known, and kept as it is otherwise', () => {
  const chest = { ...nothing, bodyPartExamined: 'CHEST', viewPosition: 'LATERAL' }
  expect(parseDicomAnatomy(chest, 'Canine')).toEqual({ bodyPart: 'Chest', view: 'LAT' })
  const right = { ...chest, viewPosition: '', viewCode: '399198007' }
  expect(parseDicomAnatomy(right, 'Canine')).toEqual({ bodyPart: 'Chest', view: 'RLAT' })
  const left = { ...chest, viewPosition: 'RT_LEL' }
  expect(parseDicomAnatomy(left, 'Canine')).toEqual({ bodyPart: 'Chest', view: 'LLAT' })
  expect(parseDicomAnatomy(nothing)).toEqual({ bodyPart: '', view: '' })
})

test('a side that a received file does not state is not invented', () => {
  const elbow = { ...nothing, bodyPartExamined: 'ELBOW', viewPosition: 'CRCD' }
  expect(parseDicomAnatomy(elbow, 'Canine')).toEqual({ bodyPart: 'ELBOW', view: 'CRCD' })
  const carpus = { ...nothing, bodyPartExamined: 'WRIST', regionCode: '8205005' }
  expect(parseDicomAnatomy(carpus, 'Equine').bodyPart).toBe('WRIST')
  const right = { ...elbow, laterality: 'R' }
  expect(parseDicomAnatomy(right, 'Canine')).toEqual({ bodyPart: 'Right Elbow', view: 'CRCD' })
  const leg = { ...nothing, bodyPartExamined: 'EXTREMITY', laterality: 'L' }
  expect(parseDicomAnatomy(leg, 'Canine').bodyPart).toBe('Left EXTREMITY')
  expect(parseDicomAnatomy({ ...leg, laterality: 'U' }, 'Canine').bodyPart).toBe('EXTREMITY')
})

test.each([
  ['LL', 'LLAT'],
  ['RL', 'RLAT'],
  ['rl', 'RLAT'],
  ['LAT', 'LAT'],
  ['RLD', 'RLD'],
])('a received chest with view position %s is shown as %s', (viewPosition, view) => {
  const chest = { ...nothing, bodyPartExamined: 'CHEST', viewPosition }
  expect(parseDicomAnatomy(chest, 'Canine')).toEqual({ bodyPart: 'Chest', view })
  expect(hasContradictorySides(chest)).toBe(false)
})

test('a leg keeps the side of the file also if its name is not in our lists', () => {
  const leg = { ...nothing, bodyPartExamined: 'LEG', laterality: 'L', viewPosition: 'RL' }
  expect(parseDicomAnatomy(leg, 'Canine')).toEqual({ bodyPart: 'Left LEG', view: 'LAT' })
  expect(hasContradictorySides(leg)).toBe(false)
  const named = { ...leg, bodyPartExamined: 'LEFT LEG' }
  expect(parseDicomAnatomy(named, 'Canine').bodyPart).toBe('LEFT LEG')
})

test('a file whose attributes name both sides gets none of them', () => {
  const chest = { ...nothing, bodyPartExamined: 'CHEST', viewPosition: 'LL' }
  const byCode = { ...chest, viewCode: '399198007' }
  const bySide = { ...chest, laterality: 'R' }
  for (const anatomy of [byCode, bySide]) {
    expect(hasContradictorySides(anatomy)).toBe(true)
    expect(parseDicomAnatomy(anatomy, 'Canine')).toEqual({ bodyPart: 'Chest', view: 'LAT' })
  }
  const leg = { ...nothing, bodyPartExamined: 'LEFT ELBOW', laterality: 'R' }
  expect(hasContradictorySides(leg)).toBe(true)
  expect(parseDicomAnatomy(leg, 'Canine').bodyPart).toBe('LEFT ELBOW')
})
