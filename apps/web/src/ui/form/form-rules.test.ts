import { expect, test } from 'vitest'
import { getChangedFields, getMissingFields, mapErrorToFields } from './form-rules.ts'

const values = { name: 'First', address: ' ', email: '', userEmail: 'x', isOn: false }

test('changed fields differ from the initial values, and blank required fields are missing', () => {
  expect(getChangedFields(values, { ...values, isOn: true, name: 'Second' })).toEqual([
    'name',
    'isOn',
  ])
  expect(getMissingFields<typeof values>(['name', 'address', 'isOn'], values)).toEqual(['address'])
  expect(getMissingFields<typeof values>(['email', 'address'], values)).toEqual([
    'address',
    'email',
  ])
})

test('the field messages of an error response are shown at their fields', () => {
  const refused = { message: 'Please check', fields: { 'clinicData.name': 'Too long' } }
  expect(mapErrorToFields(refused, values)).toEqual({
    faults: { name: 'Too long' },
    isComplete: true,
  })
})

test('the path of an error response can be mapped to another field', () => {
  const refused = { message: '', fields: { 'userData.email': 'Wrong', 'clinicData.email': 'No' } }
  expect(mapErrorToFields(refused, values, { 'userData.email': 'userEmail' }).faults).toEqual({
    userEmail: 'Wrong',
    email: 'No',
  })
})

test('a conflict is shown at its field with the message of the error response', () => {
  const refused = { message: 'A clinic already exists with that name', conflicts: ['name'] }
  expect(mapErrorToFields(refused, values).faults).toEqual({ name: refused.message })
})

test('an error response is incomplete if a message has no field in the form', () => {
  expect(mapErrorToFields({ message: 'No' }, values).isComplete).toBe(false)
  expect(mapErrorToFields({ message: 'No', fields: { port: 'Bad' } }, values).isComplete).toBe(
    false,
  )
})
