import { expect, test } from 'vitest'
import { worklistColumns } from './worklist-columns.tsx'

const idsOf = (clinicType: 'Veterinary' | 'Human') =>
  worklistColumns(((key: string) => key) as never, { clinicType, timeZone: 'UTC' }).map(
    ({ id }) => id,
  )

test('the worklist has the columns of the specification, and the images', () => {
  expect(idsOf('Veterinary')).toEqual([
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
  expect(idsOf('Human')).not.toContain('owner')
})
