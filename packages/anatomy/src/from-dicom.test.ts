import { species } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { bodyParts, bodyPartsOf } from './body-parts.ts'
import { anatomyFromDicom } from './from-dicom.ts'
import { dentalRegions } from './teeth.ts'
import { dicomViewOf, viewsOf } from './views.ts'

const nothing = {
  regionCode: '',
  bodyPartExamined: '',
  laterality: '',
  viewCode: '',
  viewPosition: '',
  descriptions: [],
}

describe.each(species)('what we write of a %s', (kind) => {
  const images = bodyPartsOf(kind).flatMap((part) =>
    viewsOf(kind, part).map((view) => ({ part, view })),
  )
  test.each(images)('$part $view is read again', ({ part, view }) => {
    const entry = bodyParts[part]
    const named = dicomViewOf(view, part, 'left')
    const said = {
      ...nothing,
      regionCode: entry.code.value,
      bodyPartExamined: entry.bodyPartExamined,
      laterality: entry.laterality === 'to be chosen' ? 'L' : entry.laterality,
      viewCode: named?.code?.value ?? '',
      viewPosition: named?.viewPosition ?? '',
      descriptions: [`${part} ${view}`],
    }
    expect(anatomyFromDicom(said, kind)).toEqual({ bodyPart: part, view })
  })
})

test.each(species.flatMap((kind) => dentalRegions[kind].map(({ name }) => ({ kind, name }))))(
  'teeth of a $kind are known by their words: $name',
  ({ kind, name }) => {
    const said = { ...nothing, bodyPartExamined: 'JAW', descriptions: ['Teeth', `${name} left`] }
    expect(anatomyFromDicom(said, kind).bodyPart).toBe(name)
  },
)

test('files of other systems are understood as far as they go', () => {
  const chest = { ...nothing, bodyPartExamined: 'CHEST', viewPosition: 'LL' }
  expect(anatomyFromDicom(chest, 'Canine')).toEqual({ bodyPart: 'Chest', view: 'LAT' })
  const elbow = { ...nothing, bodyPartExamined: 'ELBOW', viewPosition: 'CRCD' }
  expect(anatomyFromDicom(elbow)).toEqual({ bodyPart: 'ELBOW', view: 'CRCD' })
  expect(anatomyFromDicom(nothing)).toEqual({ bodyPart: '', view: '' })
})
