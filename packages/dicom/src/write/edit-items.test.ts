import { expect, test } from 'vitest'
import { toDicomJson } from '../json/dicom-json.ts'
import { toOtherPatientJson } from '../json/other-patient-json.ts'
import { readDicom } from '../read/read-dicom.ts'
import { createDicomFile, createFile, encodeElements, syntaxes } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { editDataSet } from './edit.ts'

const mimi = { PatientID: 'M-1', PatientName: 'Roy^Mimi' }
const named: readonly NewElement[] = [
  [0x00_10_00_10, 'PN', 'Tremblay^Rex'],
  [0x00_10_00_20, 'LO', 'R-1'],
  [0x00_10_20_00, 'LO', 'Allergic'],
]
const untouched: NewElement = [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.99']]]]
const elements: readonly NewElement[] = [
  untouched,
  [0x00_10_00_20, 'LO', 'R-1'],
  // An attribute that no edition of the dictionary has yet.
  [0x00_10_00_ee, 'LO', 'Unknown'],
  [0x00_10_94_31, 'FL', Uint8Array.of(0, 0, 0, 0)],
  [0x00_38_05_00, 'LO', 'Weak'],
  [
    0x00_40_02_75,
    'SQ',
    [
      [
        [0x00_08_00_50, 'SH', 'ACC-1'],
        [0x00_08_11_10, 'SQ', [named]],
        ...named,
        [0x00_11_00_10, 'LO', 'PRIVATE'],
      ],
      [[0x00_08_00_50, 'SH', 'ACC-2']],
    ],
  ],
  [0x04_00_05_61, 'SQ', [[[0x04_00_05_50, 'SQ', [named]]]]],
]

const read = (file: Uint8Array) => toDicomJson(readDicom(file).dataSet)

test.each([
  ['explicit', syntaxes.explicit],
  ['implicit', syntaxes.implicit],
  ['deflated', syntaxes.deflated],
  ['big endian', syntaxes.bigEndian],
])('another patient replaces the first one in items of sequences (%s)', (_title, syntax) => {
  const file = createDicomFile(elements, syntax)
  const edited = read(editDataSet(file, mimi, { isOtherPatient: true }).bytes)
  expect(JSON.stringify(edited)).not.toMatch(/Rex|R-1|Allergic|Weak|Unknown/u)
  const item = {
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Roy^Mimi' }] },
    '00100020': { vr: 'LO', Value: ['M-1'] },
  }
  expect(edited).toMatchObject({
    ...item,
    '00400275': {
      Value: [
        { ...item, '00080050': { Value: ['ACC-1'] }, '00081110': { Value: [item] } },
        { '00080050': { Value: ['ACC-2'] } },
      ],
    },
    '04000561': { Value: [{ '04000550': { Value: [{}] } }] },
  })
  expect(JSON.stringify(edited)).toContain('PRIVATE')
  expect(edited['00109431']).toBeDefined()
  // The header as DICOM JSON gets the same values.
  const { PatientID: patientId, PatientName: patientName } = mimi
  const json = toOtherPatientJson(read(file), { patientId, patientName })
  expect({ ...json, '00100010': item['00100010'], '00100020': item['00100020'] }).toEqual(edited)
  // Without the option, items stay as they are.
  expect(JSON.stringify(read(editDataSet(file, mimi).bytes))).toContain('Allergic')
})

test('a sequence of undefined length or of unknown VR is edited, and others keep their bytes', () => {
  const implicit = { isExplicit: false, isLittleEndian: true }
  const contents = encodeElements(named, implicit)
  const start = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0xff, 0xff, 0xff, 0xff])
  const end = Buffer.from([0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0, 0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
  const header = Buffer.from([0x40, 0, 0x75, 0x02, 0x55, 0x4e, 0, 0, 0xff, 0xff, 0xff, 0xff])
  const other = encodeElements([untouched])
  const file = createFile(syntaxes.explicit, Buffer.concat([other, header, start, contents, end]))
  const edited = editDataSet(file, mimi, { isOtherPatient: true }).bytes
  expect(Buffer.from(edited).includes(other)).toBe(true)
  const text = Buffer.from(edited).toString('latin1')
  expect(text).not.toMatch(/Rex|R-1|Allergic/u)
  expect(text.match(/Roy\^Mimi/gu)).toHaveLength(2)
})
