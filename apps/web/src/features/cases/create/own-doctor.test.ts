import type { DoctorId } from '@talus/contract'
import { expect, test } from 'vitest'
import { findOwnDoctor } from './own-doctor.ts'

const doctor = (id: number, firstName: string, lastName: string) => ({
  id: id as DoctorId,
  firstName,
  lastName,
})
const doctors = [doctor(1, 'Anne', 'Tremblay'), doctor(2, 'René', 'Côté'), doctor(3, '', '')]

test('the doctor who is signed in is found by the name, without accents and case', () => {
  expect(findOwnDoctor({ firstName: 'rene', lastName: 'COTE' }, doctors)).toBe(2)
  expect(findOwnDoctor({ firstName: 'Anne', lastName: 'Roy' }, doctors)).toBeUndefined()
})

test('no doctor is guessed for a user without a name, or from two doctors of one name', () => {
  expect(findOwnDoctor({ firstName: '', lastName: '' }, doctors)).toBeUndefined()
  const two = [...doctors, doctor(4, 'Anne', 'Tremblay')]
  expect(findOwnDoctor({ firstName: 'Anne', lastName: 'Tremblay' }, two)).toBeUndefined()
})
