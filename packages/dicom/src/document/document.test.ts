import { expect, test } from 'vitest'
import { readDicom } from '../read/read-dicom.ts'
import { createDicomFile, encodeElements, encodeItem } from '../testing/synthetic-file.ts'
import type { NewElement } from '../testing/synthetic-file.ts'
import { findDocumentKind } from './document-kind.ts'
import { readDocument } from './read-document.ts'
import { reportLimits } from './structured-report.ts'

const storage = '1.2.840.10008.5.1.4.1.1'
const read = (sopClass: string, elements: readonly NewElement[]) =>
  readDocument(
    readDicom(
      createDicomFile([
        [0x00_08_00_16, 'UI', `${storage}.${sopClass}`],
        [0x00_08_00_18, 'UI', '2.25.1'],
        ...elements,
      ]),
    ),
  )
const text = (value: string): readonly NewElement[] => [
  [0x00_40_a0_40, 'CS', 'TEXT'],
  [0x00_40_a1_60, 'UT', value],
]

test('kinds of objects are recognised by their SOP class', () => {
  for (const [sopClass, kind] of [
    ['104.1', 'pdf'],
    ['88.11', 'report'],
    ['88.34', 'report'],
    ['88.59', 'key-images'],
    ['88.67', 'dose-report'],
    ['9.1.1', 'ecg'],
    ['9.1.2', 'ecg'],
    ['9.4.1', 'waveform'],
    ['11.1', 'presentation'],
    ['481.3', 'radiotherapy'],
    ['66', 'raw-data'],
    ['1.1', 'other'],
  ])
    expect([sopClass, findDocumentKind(`${storage}.${sopClass}`)]).toEqual([sopClass, kind])
  expect(findDocumentKind('1.3.6.1.4.1.5962.99')).toBe('other')
})

test('a report that is nested a thousand deep is cut and says so', () => {
  let content = encodeElements(text('innermost'))
  for (let depth = 0; depth < 1000; depth++)
    content = encodeElements([
      [0x00_40_a0_40, 'CS', 'CONTAINER'],
      [0x00_40_a7_30, 'SQ', encodeItem(content)],
    ])
  const { content: shown } = read('88.33', [[0x00_40_a7_30, 'SQ', encodeItem(content)]])
  expect(shown.form).toBe('report')
  if (shown.form !== 'report') return
  expect(shown.report.isCut).toBe(true)
  expect(shown.report.entries).toHaveLength(reportLimits.depth)
})

test('a report with too many entries or too long a text is cut and says so', () => {
  const many = read('88.11', [
    [0x00_40_a7_30, 'SQ', Array.from({ length: 6000 }, () => text('short'))],
  ])
  expect(many.content).toMatchObject({ form: 'report', report: { isCut: true } })
  const long = read('88.11', [[0x00_40_a7_30, 'SQ', [text('x'.repeat(100_000))]]])
  expect(long.content).toMatchObject({ form: 'report', report: { isCut: true } })
})

test('a document whose bytes are no PDF is not one, whatever its type says', () => {
  const pdf = (bytes: string) =>
    read('104.1', [
      [0x00_42_00_11, 'OB', Buffer.from(bytes)],
      [0x00_42_00_12, 'LO', 'application/pdf'],
    ]).content
  expect(pdf('%PDF-1.7 rest...')).toMatchObject({ form: 'pdf' })
  expect(pdf('\n%PDF-1.7 rest..')).toMatchObject({ form: 'pdf' })
  for (const other of ['<html>%PDF-1.7  ', 'PK\u0003\u0004 zip  ', '        '])
    expect(pdf(other)).toEqual({ form: 'none', reason: 'not-pdf' })
  expect(read('104.1', []).content).toEqual({ form: 'none', reason: 'damaged' })
})

test('a waveform with impossible numbers is not drawn', () => {
  const group = (channels: number, frequency: string): readonly NewElement[] => [
    [0x00_3a_00_05, 'US', [channels]],
    [0x00_3a_00_1a, 'DS', frequency],
    [0x54_00_10_04, 'US', [16]],
    [0x54_00_10_06, 'CS', 'SS'],
    [0x54_00_10_10, 'OW', new Uint8Array(8)],
  ]
  const draw = (items: readonly (readonly NewElement[])[]) =>
    read('9.1.1', [[0x54_00_01_00, 'SQ', items]]).content
  for (const [channels, frequency] of [
    [0, '500'],
    [60_000, '500'],
    [2, '0'],
    [2, 'often'],
  ] as const)
    expect(draw([group(channels, frequency)])).toEqual({ form: 'none', reason: 'not-shown' })
  expect(draw([group(2, '500')])).toMatchObject({ waveforms: { isCut: false } })
})
