import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toDicomJson } from '../json/dicom-json.ts'
import { readDicom } from '../read/read-dicom.ts'
import { buildFile, context, grey16, radiograph } from '../testing/build-inputs.ts'
import { dciodvfyNote, hasDciodvfy, runDciodvfy } from '../testing/dciodvfy.ts'
import { createMeasurementReport } from './measurement-report.ts'
import type { MeasurementReportInput, ReportedGroup } from './measurement-report.ts'
import { createDigitalXRay } from './radiograph.ts'

const image = toDicomJson(readDicom(buildFile(createDigitalXRay(radiograph), grey16)).dataSet)
const mm = { value: 'mm', scheme: 'UCUM', meaning: 'millimeter' }
const length: ReportedGroup = {
  trackingIdentifier: 'Length 1',
  trackingUid: '2.25.31',
  image,
  frame: 1,
  marks: [{ kind: 'line', from: { x: 1.5, y: 2 }, to: { x: 5, y: 3.25 } }],
  values: [
    {
      name: { value: '410668003', scheme: 'SCT', meaning: 'Length' },
      unit: mm,
      value: 23.449_999,
      decimals: 1,
    },
  ],
  comment: 'œdème',
  author: { name: 'Anne Martin', on: '2026-03-01T04:00:00.000Z' },
}
const area: ReportedGroup = {
  trackingIdentifier: 'Freehand area 1',
  trackingUid: '2.25.32',
  image,
  frame: 1,
  marks: [
    {
      kind: 'path',
      points: [
        { x: 1, y: 1 },
        { x: 4, y: 1 },
        { x: 4, y: 3 },
        { x: 1, y: 1 },
      ],
    },
    { kind: 'ellipse', centre: { x: 3, y: 2 }, radiusX: 1, radiusY: 2 },
    { kind: 'cross', at: { x: 2, y: 2 } },
  ],
  values: [
    {
      name: { value: '42798000', scheme: 'SCT', meaning: 'Area' },
      unit: { value: 'mm2', scheme: 'UCUM', meaning: 'square millimeter' },
      value: 1.234_567_890_123,
      decimals: 1,
    },
    {
      name: { value: 'vhs', scheme: '99TALUS', meaning: 'Vertebral heart score' },
      unit: { value: '{vertebrae}', scheme: 'UCUM', meaning: 'vertebrae' },
      value: -0.000_01,
      decimals: 3,
    },
  ],
}
const plain: MeasurementReportInput = {
  image,
  timeZone: context.clinic.timeZone,
  studyStartedAt: context.study.startedAt,
  series: { instanceUid: '2.25.20', number: 9002 },
  instance: { sopInstanceUid: '2.25.21', number: 2, createdAt: '2026-03-01T04:00:00.000Z' },
  observer: 'Anne Martin',
  softwareVersion: '1.0',
  procedure: { value: '363680008', scheme: 'SCT', meaning: 'Radiographic imaging procedure' },
  groups: [length, area],
  predecessor: { sopInstanceUid: '2.25.19' },
}
const files = new Map([
  ['groups', buildFile(createMeasurementReport(plain))],
  ['empty', buildFile(createMeasurementReport({ ...plain, groups: [], predecessor: undefined }))],
])

test.skipIf(!hasDciodvfy)(`dciodvfy finds no error in a report${dciodvfyNote}`, async () => {
  const found = await runDciodvfy(files)
  const errors = [...found].map(([name, lines]) => [
    name,
    lines.filter((line) => line.startsWith('Error')),
  ])
  expect(Object.fromEntries(errors)).toEqual({ groups: [], empty: [] })
  expect(found.get('groups')?.join('\n')).toContain('ComprehensiveSR')
})

const hasDsrdump = spawnSync('dsrdump', ['--version']).error === undefined

function dump(bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'talus-dsrdump-'))
  try {
    const file = join(folder, 'report.dcm')
    writeFileSync(file, bytes)
    const { status, stdout, stderr } = spawnSync('dsrdump', ['+Pc', '+Pl', file], {
      encoding: 'utf8',
    })
    // It warns that it does not check texts in UTF-8.
    expect([status, stderr.split('\n').filter((line) => line.startsWith('E:'))]).toEqual([0, []])
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.skipIf(!hasDsrdump)('dsrdump, an independent reader', () => {
  test('reads values, units, coordinates and tracking as they are displayed', () => {
    const text = dump(files.get('groups') ?? new Uint8Array())
    for (const line of [
      'NUM:(410668003,SCT,"Length")="23.4" (mm,UCUM,"millimeter")',
      'NUM:(42798000,SCT,"Area")="1.2" (mm2,UCUM,"square millimeter")',
      'NUM:(vhs,99TALUS,"Vertebral heart score")="0.000" ({vertebrae},UCUM,"vertebrae")',
      'SCOORD:=(POLYLINE,1.5/2,5/3.25)',
      'SCOORD:=(POINT,2/2)',
      'UIDREF:(112040,DCM,"Tracking Unique Identifier")="2.25.31"',
      'TEXT:(112039,DCM,"Tracking Identifier")="Length 1"',
      'PNAME:(121008,DCM,"Person Observer Name")="Anne Martin"',
    ])
      expect(text).toContain(line)
  })
})
