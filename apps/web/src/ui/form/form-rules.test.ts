import { expect, test } from 'vitest'
import { changedFields, missingFields, refusedFields } from './form-rules.ts'

const values = { name: 'First', address: ' ', email: '', userEmail: 'x', isOn: false }

test('what differs has changed, and blanks are missing', () => {
  expect(changedFields(values, { ...values, isOn: true, name: 'Second' })).toEqual(['name', 'isOn'])
  expect(missingFields<typeof values>(['name', 'address', 'isOn'], values)).toEqual(['address'])
  expect(missingFields<typeof values>(['email', 'address'], values)).toEqual(['address', 'email'])
})

test('a refusal is told at its fields', () => {
  const refused = { message: 'Please check', fields: { 'clinicData.name': 'Too long' } }
  expect(refusedFields(refused, values)).toEqual({ faults: { name: 'Too long' }, isComplete: true })
})

test('a path may stand for another field', () => {
  const refused = { message: '', fields: { 'userData.email': 'Wrong', 'clinicData.email': 'No' } }
  expect(refusedFields(refused, values, { 'userData.email': 'userEmail' }).faults).toEqual({
    userEmail: 'Wrong',
    email: 'No',
  })
})

test('what is taken is told at its field in the words of the refusal', () => {
  const refused = { message: 'A clinic already exists with that name', conflicts: ['name'] }
  expect(refusedFields(refused, values).faults).toEqual({ name: refused.message })
})

test('what has no field here must be told elsewhere', () => {
  expect(refusedFields({ message: 'No' }, values).isComplete).toBe(false)
  expect(refusedFields({ message: 'No', fields: { port: 'Bad' } }, values).isComplete).toBe(false)
})
