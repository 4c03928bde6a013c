import { readDicom } from '@talus/dicom'
import { expect, test } from 'vitest'
import { uids } from '../../../dimse/index.ts'
import { writeIdentifier } from './query-identifier.ts'

test('a number that cannot be encoded is left empty in the identifier', () => {
  const attributes = { SOPInstanceUID: '1.2.3', PatientID: 'A-1', InstanceNumber: 1e15 }
  const { dataSet } = readDicom(writeIdentifier(attributes, uids.explicitLittleEndian))
  expect(dataSet.text(0x0010_0020)).toBe('A-1')
  expect(dataSet.element(0x0020_0013)).toMatchObject({ length: 0 })
})
