import { readDicom } from '@talus/dicom'
import { expect, test } from 'vitest'
import { uids } from '../../../dimse/index.ts'
import { matchesTime, writeIdentifier } from './query-identifier.ts'

test.each([
  ['', true],
  ['*', true],
  ['083000', true],
  ['0830', true],
  ['08', true],
  ['09', false],
  ['0800-0900', true],
  ['08:00-09:00', true],
  ['083000-083000', true],
  ['-0830', true],
  ['-0829', false],
  ['0830-', true],
  ['0831-', false],
  ['noon', false],
])('08:30 matches the time key "%s": %s', (key, isIn) => {
  expect(matchesTime(key, '083000')).toBe(isIn)
})

test('a number that cannot be encoded is left empty in the identifier', () => {
  const attributes = { SOPInstanceUID: '1.2.3', PatientID: 'A-1', InstanceNumber: 1e15 }
  const { dataSet } = readDicom(writeIdentifier(attributes, uids.explicitLittleEndian))
  expect(dataSet.text(0x0010_0020)).toBe('A-1')
  expect(dataSet.element(0x0020_0013)).toMatchObject({ length: 0 })
})
