import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { findDataSetStart } from '../read/data-set-start.ts'
import { readDicom } from '../read/read-dicom.ts'
import { writeFileChunks } from './file.ts'
import { toImplicitDataSet } from './implicit-data-set.ts'

const uid = '1.2.840.10008.5.1.4.1.1.1.1'
const code = (value: string) => ({
  CodeValue: value,
  CodingSchemeDesignator: 'SCT',
  CodeMeaning: `Meaning of ${value}`,
})
const file = () =>
  Buffer.concat(
    writeFileChunks(
      {
        SOPClassUID: uid,
        SOPInstanceUID: '2.25.1',
        PatientName: 'Rex',
        Rows: 2,
        Columns: 2,
        BitsAllocated: 16,
        BitsStored: 12,
        HighBit: 11,
        PixelRepresentation: 0,
        SamplesPerPixel: 1,
        PhotometricInterpretation: 'MONOCHROME2',
        AnatomicRegionSequence: [
          { ...code('1'), AnatomicRegionModifierSequence: [code('2'), code('3')] },
          code('4'),
        ],
      },
      {
        transferSyntaxUid: '1.2.840.10008.1.2.1',
        pixels: { native: Uint8Array.of(1, 0, 2, 0, 3, 0, 4, 0), bitsAllocated: 16 },
      },
    ),
  )
const extractDataSet = (bytes: Uint8Array) => bytes.subarray(findDataSetStart(bytes).at)
const readCodes = (bytes: Uint8Array) => {
  const { dataSet } = readDicom(bytes)
  const [first, second] = dataSet.items(0x00_08_22_18)
  const inner = first ? [...(first.items(0x00_08_22_20) ?? [])] : []
  return [first, second, ...inner].map((one) => one?.code(0x00_08_01_00))
}

test('converting to implicit VR keeps every value, including nested ones', () => {
  const bytes = Buffer.concat(toImplicitDataSet(extractDataSet(file())))
  expect(readCodes(bytes)).toEqual(['1', '4', '2', '3'])
  const { dataSet, transferSyntax } = readDicom(bytes)
  expect(transferSyntax.isExplicit).toBe(false)
  expect([...(dataSet.bytes(0x7f_e0_00_10) ?? [])]).toEqual([1, 0, 2, 0, 3, 0, 4, 0])
})

test('converting a truncated data set to implicit VR throws only DICOM faults', () => {
  const whole = extractDataSet(file())
  for (let length = 1; length < whole.length; length += 1) {
    const cut = () => toImplicitDataSet(whole.subarray(0, length))
    try {
      cut()
    } catch (error) {
      expect(error).toMatchObject({ name: 'DicomFault' })
    }
  }
})

const hasDcmtk = spawnSync('dcmconv', ['--version']).status === 0

describe('comparison with dcmtk', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, 'dcmtk is not installed'))

  test.each([
    ['of explicit length', '+e'],
    ['of undefined length', '-e'],
  ])('implicit VR of sequences %s equals the output of dcmtk', (_name, length) => {
    const folder = mkdtempSync(join(tmpdir(), 'talus-implicit-'))
    const path = (name: string) => join(folder, name)
    const convert = (from: string, to: string, ...options: readonly string[]) => {
      const { status, stderr } = spawnSync('dcmconv', [...options, path(from), path(to)])
      if (status !== 0) throw new Error(String(stderr))
      return readFileSync(path(to))
    }
    writeFileSync(path('file'), file())
    const explicit = convert('file', 'explicit', '+te', length)
    // We end every sequence with a delimiter, and so does dcmtk with -e.
    const implicit = convert('explicit', 'implicit', '+ti', '-e')
    rmSync(folder, { recursive: true })
    const ours = Buffer.concat(toImplicitDataSet(extractDataSet(explicit)))
    expect(Buffer.compare(ours, extractDataSet(implicit))).toBe(0)
  })
})
