import { expect, test } from 'vitest'
import { findWritingFaults, listComments } from './writing.ts'

const faults = (path: string, text: string) => findWritingFaults({ path, text })

test('adjacent line comments are one comment, and directives are none', () => {
  const source = [
    '// The first line',
    '// and the second.',
    'const a = 1 // A trailing comment.',
    '/** A block',
    ' * of two lines. */',
    '// oxlint-disable-next-line no-console',
    "const address = 'http://localhost'",
  ].join('\n')
  expect(listComments(source)).toEqual([
    { line: 1, text: 'The first line and the second.' },
    { line: 3, text: 'A trailing comment.' },
    { line: 4, text: 'A block of two lines.' },
  ])
})

test.each(['Of', 'What', 'Whose', 'Those', 'Where', 'That'])(
  'a comment that opens with %s is a fault',
  (opener) => {
    expect(faults('a.ts', `/** ${opener} the peer sends. */`)).toEqual([
      expect.stringContaining(`opens with "${opener}"`),
    ])
    expect(faults('a.ts', `/** The peer sends ${opener.toLowerCase()} it has. */`)).toEqual([])
  },
)

test('a banned stem is found in file names, identifiers, comments and test titles', () => {
  expect(faults('src/frame-shelf.ts', '')).toEqual([expect.stringContaining('file name')])
  expect(faults('a.ts', 'const useToldKeys = 1')).toEqual([expect.stringContaining('"told"')])
  expect(faults('a.ts', '// The user is told.')).toEqual([expect.stringContaining('"told"')])
  expect(faults('a.test.ts', "test('a desk', () => {})")).toEqual([
    expect.stringContaining('test title'),
  ])
  expect(faults('docs/a.md', 'Images are loaded ahead.')).toEqual([
    expect.stringContaining('"ahead"'),
  ])
})

test('texts of the interface, code in documents and X-ray rooms are no faults', () => {
  expect(faults('a.ts', "const label = 'Room 2'")).toEqual([])
  expect(faults('docs/a.md', 'The column `told` stays.')).toEqual([])
  expect(faults('a.ts', '/** The X-ray room of the bridge. */')).toEqual([])
  expect(faults('a.ts', 'const xRayRoom = 1')).toEqual([])
  expect(faults('a.ts', 'const findXRayRoom = 1')).toEqual([])
})
