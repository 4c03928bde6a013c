import { expect, test } from 'vitest'
import { worklistColumnIds } from './worklist-column-ids.ts'

test('the worklist has the columns of the specification, and the images', () => {
  expect(worklistColumnIds('Veterinary')).toEqual([
    'patientId',
    'patientName',
    'owner',
    'studyDate',
    'modality',
    'images',
    'deleted',
  ])
})

test('a clinic for people has no owners', () => {
  expect(worklistColumnIds('Human')).not.toContain('owner')
})
