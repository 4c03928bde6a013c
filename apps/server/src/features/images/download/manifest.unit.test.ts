import { ImageId } from '@talus/contract'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Manifest } from './manifest.ts'
import type { ManifestRow } from './manifest.ts'

const row: ManifestRow = {
  name: 'Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm',
  imageId: ImageId.parse(31),
  sopInstanceUID: '2.25.31',
  isRejected: false,
  written: { byteLength: 14_400_500, sha256: 'ab12' },
  recordedSha256: 'ab12',
  problems: [],
}

async function createLines(language: 'en' | 'fr', ...rows: readonly Partial<ManifestRow>[]) {
  const manifest = new Manifest(language)
  for (const change of rows) manifest.add({ ...row, ...change })
  return (await buffer(manifest.read())).toString().split('\r\n')
}

test('the manifest has a byte order mark, headings and a line per image', async () => {
  expect(await createLines('en', {}, { isRejected: true })).toEqual([
    '\u{FEFF}File,"Image ID","SOP instance UID",Rejected,Bytes,"SHA-256 of this file","SHA-256 of the stored DICOM file",Problem',
    '"Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm",31,2.25.31,,14400500,ab12,ab12,',
    '"Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm",31,2.25.31,yes,14400500,ab12,ab12,',
    '',
  ])
})

test('the manifest states the reason for an image that was left out', async () => {
  const [, line] = await createLines('en', { written: undefined, problems: [{ kind: 'missing' }] })
  expect(line).toMatch(/,31,2\.25\.31,,,,ab12,"Left out: the stored file is missing\."$/u)
})

test('the French manifest has the separator of French spreadsheets', async () => {
  const [headings, line] = await createLines('fr', {
    problems: [{ kind: 'incomplete', written: 3, expected: 14 }, { kind: 'preamble' }],
  })
  expect(headings).toMatch(/^\u{FEFF}Fichier;"ID de l’image";/u)
  expect(line).toContain('"Incomplète\u00A0: 3 octets sur 14 ont pu être lus. Ses 128 premiers')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1'])(
  'the manifest writes %j so that a spreadsheet reads it as text',
  async (name) => {
    const text = (await createLines('en', { name })).slice(1).join('\r\n')
    expect(text.replace(/^"/u, '')).toMatch(/^'/u)
  },
)

test('the manifest escapes quotation marks', async () => {
  const [, line] = await createLines('en', { name: 'a","=b' })
  expect(line).toMatch(/^"a"",""=b",31,/u)
})

test('a long manifest is complete after compression in memory', async () => {
  const names = Array.from({ length: 5000 }, (_, index) => `Rex (${index})/Chest-${index}.dcm`)
  const lines = await createLines('en', ...names.map((name) => ({ name })))
  expect(lines).toHaveLength(5002)
  expect(lines[4711]).toMatch(/^"Rex \(4710\)\/Chest-4710\.dcm",/u)
})
