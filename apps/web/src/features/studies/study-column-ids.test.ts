import { expect, test } from 'vitest'
import { listStudyColumnIds } from './study-column-ids.ts'

test('a veterinary clinic in the local variant has the columns owner, breed and species', () => {
  const ids = listStudyColumnIds({ clinicType: 'Veterinary', variant: 'local' })
  expect(ids).toEqual(expect.arrayContaining(['owner', 'breed', 'species']))
})

test('the cloud variant has the column owner, but not breed and species', () => {
  const ids = listStudyColumnIds({ clinicType: 'Veterinary', variant: 'cloud' })
  expect(ids).toContain('owner')
  expect(ids).not.toContain('breed')
  expect(ids).not.toContain('species')
})

test('a clinic for human patients has no column owner', () => {
  expect(listStudyColumnIds({ clinicType: 'Human', variant: 'local' })).toEqual([
    'patientId',
    'patientName',
    'studyDate',
    'modality',
    'images',
    'report',
    'deleted',
  ])
})

test('the X-ray log has the column user', () => {
  const options = { clinicType: 'Veterinary', variant: 'cloud', withUser: true } as const
  expect(listStudyColumnIds(options).at(-1)).toBe('user')
})
