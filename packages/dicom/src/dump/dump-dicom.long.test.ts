import { describe, expect, test } from 'vitest'
import { DicomFault } from '../fault.ts'
import { readDicom } from '../read/read-dicom.ts'
import { runDcmtkReader, dcmtkNote, hasDcmtk } from '../testing/dcmtk.ts'
import { createDicomFile, syntaxes } from '../testing/synthetic-file.ts'
import { hasSamples, readSample, samplesNote, listVariedSamples } from '../testing/test-data.ts'
import { dumpDicom } from './dump-dicom.ts'
import type { DumpRow } from './dump-dicom.ts'

const elements = [
  [0x00_08_00_80, 'LO', 'Clinic'],
  [0x00_08_11_40, 'SQ', [[[0x00_08_11_55, 'UI', '2.25.9']]]],
  [0x00_09_00_10, 'LO', 'MAKER'],
  [0x00_09_10_01, 'UN', Uint8Array.of(1, 2)],
  [0x00_28_00_10, 'US', [7]],
  [0x00_28_12_01, 'OW', Array.from({ length: 100 }, (_, at) => at)],
] as const

test.each([syntaxes.explicit, syntaxes.implicit, syntaxes.bigEndian, syntaxes.deflated])(
  'every element has a dump row with its name and depth: %s',
  (syntax) => {
    const rows = dumpDicom(readDicom(createDicomFile(elements, syntax)), { maxValue: 20 })
    expect(rows.filter(({ tag }) => tag.startsWith('(0002'))).toHaveLength(6)
    expect(rows.filter(({ tag }) => !tag.startsWith('(0002'))).toEqual([
      { tag: '(0008,0080)', vr: 'LO', value: 'Clinic', name: 'InstitutionName', depth: 0 },
      {
        tag: '(0008,1140)',
        vr: 'SQ',
        value: '(Sequence with explicit length #=1)',
        name: 'ReferencedImageSequence',
        depth: 0,
      },
      { tag: '(fffe,e000)', vr: 'na', value: '(Item #=1)', name: 'Item', depth: 1 },
      { tag: '(0008,1155)', vr: 'UI', value: '2.25.9', name: 'ReferencedSOPInstanceUID', depth: 2 },
      { tag: '(0009,0010)', vr: 'LO', value: 'MAKER', name: 'PrivateCreator', depth: 0 },
      {
        tag: '(0009,1001)',
        vr: 'UN',
        value: '01\\02',
        name: 'Unknown Tag & Data',
        depth: 0,
        privateCreator: 'MAKER',
      },
      { tag: '(0028,0010)', vr: 'US', value: '7', name: 'Rows', depth: 0 },
      {
        tag: '(0028,1201)',
        vr: 'OW',
        value: '0000\\0001\\0002\\0003...',
        name: 'RedPaletteColorLookupTableData',
        depth: 0,
      },
    ])
  },
)

/** The start of a dcmdump row. A value with line breaks spans several lines of the output. */
const rowStart = /^( *)\(([\da-f]{4}),([\da-f]{4})\) (\S\S) /u

function theirRows(text: string): DumpRow[] {
  const startsRow = /^ *\([\da-f]{4},[\da-f]{4}\) /u
  const joined: string[] = []
  for (const part of text.split('\n')) {
    if (startsRow.test(part)) joined.push(part)
    else if (part !== '' && !/^ *# /u.test(part)) joined.push(`${joined.pop() ?? ''}\n${part}`)
  }
  return joined.flatMap((part) => {
    // Found from the end: the value may have millions of characters and contain anything.
    const end = part.lastIndexOf(' # ')
    const [, indent = '', group = '', element = '', vr = ''] = rowStart.exec(part) ?? []
    const value = part.slice(indent.length + 15, end).trimEnd()
    const name = /^ # +(?:\d+|u\/l), *\d+ (.*)$/u.exec(part.slice(end))?.[1] ?? ''
    return name.endsWith('DelimitationItem')
      ? []
      : [
          {
            tag: `(${group},${element})`,
            // dcmdump's own VR of a pointer inside a DICOMDIR.
            vr: vr === 'up' ? 'UL' : vr,
            value,
            name: name.replace('RETIRED_', ''),
            depth: indent.length / 2,
          },
        ]
  })
}

const isPrivateTag = (tag: string) => Number.parseInt(tag.slice(4, 5), 16) % 2 === 1
const plain = (value: string) =>
  value
    .replace(/^\[([\s\S]*)\]$/u, '$1')
    .replace('(no value available)', '')
    .replace(/^(?:\(Item with \w+ length|"Directory Record" \w+) (#=\d+)\)?/u, '(Item $1)')
    .replaceAll('\0', '')
    .replaceAll('\r\n', '\n')
    .trim()
const isSameNumber = (one: string, other: string) =>
  one.split('\\').every((part, at) => {
    const [ours, theirs] = [Number(part), Number(other.split('\\')[at])]
    return Math.abs(ours - theirs) <= 1e-8 * Math.abs(ours)
  })

/** Accepted differences from dcmdump, with their reasons. Everything else must be equal. */
const reasons: readonly (readonly [
  why: string,
  isSo: (ours: DumpRow, theirs: DumpRow) => boolean,
])[] = [
  [
    'there is no dictionary of private elements here',
    ({ tag, vr }) => isPrivateTag(tag) && vr === 'UN',
  ],
  ['the standard defines the VR that the file lacks', (_, { vr }) => vr === '??'],
  [
    'dcmtk adds a byte to values of odd length',
    (ours, theirs) => theirs.value === `${ours.value}\\00`,
  ],
  ['characters are decoded', ({ value }, theirs) => /[^\0-\u007E]/u.test(value + theirs.value)],
  [
    'numbers have as many digits as they need',
    (ours, theirs) => /^(?:F|O)[LDF]$/u.test(ours.vr) && isSameNumber(ours.value, theirs.value),
  ],
  [
    'blanks around values are padding',
    (ours, theirs) =>
      ours.value.replaceAll(/\s+/gu, '') === plain(theirs.value).replaceAll(/\s+/gu, ''),
  ],
]

const isSame = (ours: DumpRow, theirs: DumpRow) =>
  ours.vr === theirs.vr &&
  // Compared directly first: pixel data has millions of characters.
  (ours.value === theirs.value || plain(ours.value) === plain(theirs.value))

function differences(ours: readonly DumpRow[], theirs: readonly DumpRow[]): string[] {
  const found: string[] = []
  for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
    const [one, other] = [ours[at], theirs[at]]
    if (one?.tag !== other?.tag || one?.depth !== other?.depth) {
      return [...found, `row ${at}: ${JSON.stringify(one)} ${JSON.stringify(other)}`]
    }
    if (!one || !other) continue
    const isExplained = isSame(one, other) || reasons.some(([, isSo]) => isSo(one, other))
    const isNamed = one.name === other.name || isPrivateTag(one.tag)
    if (!isExplained || !isNamed) found.push(`${JSON.stringify(one)} ${JSON.stringify(other)}`)
  }
  return found
}

describe.runIf(hasSamples && hasDcmtk)(`comparison with dcmdump${samplesNote}${dcmtkNote}`, () => {
  test('the dump equals the output of dcmdump for every real file that both read', () => {
    let compared = 0
    const found = listVariedSamples().flatMap((path) => {
      const bytes = readSample(path)
      // dcmtk's private dictionary knows the private sequences of this file; the dump shows bytes.
      const isException = path.endsWith('54-implicit-file-meta-info.dcm')
      if (bytes.length > 400_000 || isException) return []
      try {
        const rows = dumpDicom(readDicom(bytes), { maxValue: 4_000_000 })
        const theirs = runDcmtkReader('dcmdump', bytes, ['-q', '-Un', '+L', '+uc'])
        if (theirs === undefined) return []
        compared++
        return differences(rows, theirRows(theirs))
          .slice(0, 5)
          .map((text) => `${path} ${text}`)
      } catch (error) {
        if (error instanceof DicomFault) return []
        throw error
      }
    })
    expect(found.map((text) => text.slice(0, 400))).toEqual([])
    expect(compared).toBeGreaterThan(100)
  }, 180_000)
})
