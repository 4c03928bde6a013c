import { expect, test } from 'vitest'
import { studyColumnIds } from './study-column-ids.ts'

test('a veterinary clinic with its own machine sees owner, breed and species', () => {
  const ids = studyColumnIds({ clinicType: 'Veterinary', variant: 'local' })
  expect(ids).toEqual(expect.arrayContaining(['owner', 'breed', 'species']))
})

test('in the cloud the owner stays and breed and species go', () => {
  const ids = studyColumnIds({ clinicType: 'Veterinary', variant: 'cloud' })
  expect(ids).toContain('owner')
  expect(ids).not.toContain('breed')
  expect(ids).not.toContain('species')
})

test('a human clinic has patients without owners', () => {
  expect(studyColumnIds({ clinicType: 'Human', variant: 'local' })).toEqual([
    'patientId',
    'patientName',
    'studyDate',
    'modality',
    'images',
    'report',
    'deleted',
  ])
})

test('the X-ray log says who made the study', () => {
  const place = { clinicType: 'Veterinary', variant: 'cloud', withUser: true } as const
  expect(studyColumnIds(place).at(-1)).toBe('user')
})
