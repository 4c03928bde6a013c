import { expect, test } from 'vitest'
import { listWorklistColumnIds } from './worklist-column-ids.ts'

test('the worklist has the columns of the specification and the images', () => {
  expect(listWorklistColumnIds('Veterinary')).toEqual([
    'patientId',
    'patientName',
    'owner',
    'studyDate',
    'modality',
    'images',
    'deleted',
  ])
})

test('the worklist of a clinic for human patients has no column owner', () => {
  expect(listWorklistColumnIds('Human')).not.toContain('owner')
})
