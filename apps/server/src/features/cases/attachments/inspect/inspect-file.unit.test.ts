import { expect, test } from 'vitest'
import {
  createHonestFiles,
  createHostileFiles,
} from '../../../../testing/cases/attachment-samples.ts'
import { fileKinds } from './file-kinds.ts'
import { inspectFile } from './inspect-file.ts'

/** Reads in chunks of seven bytes, so that every mark is divided somewhere. */
const inspect = (fileName: string, bytes: Buffer, chunkBytes = 7) =>
  inspectFile({
    fileName,
    byteLength: bytes.byteLength,
    read: async function* read(start, end) {
      for (let at = start; at < end; at += chunkBytes)
        yield bytes.subarray(at, Math.min(at + chunkBytes, end))
    },
  })

const honest = createHonestFiles()
const hostile = createHostileFiles()
const findKind = (extension: string) =>
  Object.entries(fileKinds).find(([, { extensions }]) =>
    extensions.some((known) => known === extension),
  )?.[0]

test.each(Object.entries(honest))(
  'a file x.%s with its own content is taken',
  async (name, bytes) => {
    const found = await inspect(`Pépin 1.${name}`, bytes)
    expect(found?.kind).toBe(findKind(name))
    expect(await inspect(`A.${name.toUpperCase()}`, bytes)).toEqual(found)
  },
)

const lying = Object.keys(honest).flatMap((extension) => [
  ...Object.entries(honest)
    .filter(([other]) => findKind(other) !== findKind(extension))
    .map(([other, bytes]) => [extension, `a ${other}`, bytes] as const),
  ...Object.entries(hostile).map(([other, bytes]) => [extension, other, bytes] as const),
])

test('there are at least 60 files whose name or content lies', () => {
  expect(lying.length).toBeGreaterThanOrEqual(60)
})

test.each(lying)('a file x.%s that is %s is refused', async (extension, _content, bytes) => {
  expect(await inspect(`x.${extension}`, bytes)).toBeUndefined()
})

const names = [
  'x.exe',
  'x.dll',
  'x.pdf.exe',
  'x.svg',
  'x.html',
  'x.htm',
  'x.xhtml',
  'x.docm',
  'x.doc',
  'x.xls',
  'x.xlsm',
  'x.zip',
  'x.js',
  'x.webp',
  'x.heic',
  'x.dcm',
  'x.csv',
  'x',
  'pdf',
  '.pdf',
  'x.',
  'x.pdf.',
  'x.pdf ',
  'x.exe:y.pdf',
  'x.pdf:y.exe',
  'x\u202efdp.exe',
  'exe.\u202efdp.pdf',
  'x\u0000.pdf',
  'x.p\u200bdf',
  'x.ｐｄｆ',
  'x.pdf;.exe',
]
test.each(names)('a file named %j is refused with any content', async (name) => {
  for (const bytes of [...Object.values(honest), ...Object.values(hostile)])
    expect(await inspect(name, bytes)).toBeUndefined()
})

test.each([
  '/JavaScript',
  '/JS(app.alert(1))',
  '/J#61vaScript',
  '/#4aS (x)',
  '/Launch',
  '/EmbeddedFile',
  '/EmbeddedFiles',
  '/Encrypt 3 0 R',
  '/XFA [1]',
  '/SubmitForm',
])('a PDF with %s is taken, but not shown by the browser', async (name) => {
  const bytes = Buffer.from(`%PDF-1.7\n1 0 obj <<${name}>> endobj\n%%EOF\n`)
  for (const chunkBytes of [1, 7, 4096])
    expect(await inspect('x.pdf', bytes, chunkBytes)).toMatchObject({ kind: 'pdf', isShown: false })
})

test('a PDF with similar names is shown', async () => {
  const bytes = Buffer.from('%PDF-1.7\n<</JSON 1/LaunchDate(x)/Encryption 1>>\n%%EOF\n')
  expect(await inspect('x.pdf', bytes, 4096)).toMatchObject({ isShown: true })
})

/** A JPEG file that begins with a segment of a camera. */
const createJpeg = (columns: number, rows: number) => {
  const frame = Buffer.from([0xff, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xd9])
  frame.writeUInt16BE(rows, 6)
  frame.writeUInt16BE(columns, 8)
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4]), frame])
}
const createPng = (columns: number, rows: number) => {
  const bytes = Buffer.from(honest['png'] ?? Buffer.alloc(0))
  bytes.writeUInt32BE(columns, 16)
  bytes.writeUInt32BE(rows, 20)
  return bytes
}
const createGif = (columns: number, rows: number) => {
  const bytes = Buffer.from(honest['gif'] ?? Buffer.alloc(0))
  bytes.writeUInt16LE(columns, 6)
  bytes.writeUInt16LE(rows, 8)
  return bytes
}
const createBmp = (columns: number, rows: number) => {
  const bytes = Buffer.from(honest['bmp'] ?? Buffer.alloc(0))
  bytes.writeInt32LE(columns, 18)
  bytes.writeInt32LE(-rows, 22)
  return bytes
}
/** The width is a short, the height a long. */
const createTiff = (columns: number, rows: number) => {
  const bytes = Buffer.alloc(8 + 2 + 24 + 4)
  bytes.write('MM\0*', 'latin1')
  bytes.writeUInt32BE(8, 4)
  bytes.writeUInt16BE(2, 8)
  for (const [at, tag, type] of [
    [10, 256, 3],
    [22, 257, 4],
  ] as const) {
    bytes.writeUInt16BE(tag, at)
    bytes.writeUInt16BE(type, at + 2)
    bytes.writeUInt32BE(1, at + 4)
  }
  bytes.writeUInt16BE(columns, 18)
  bytes.writeUInt32BE(rows, 30)
  return bytes
}

test.each([
  ['png', createPng],
  ['gif', createGif],
  ['bmp', createBmp],
  ['jpg', createJpeg],
  ['tif', createTiff],
])('a %s file of more pixels than a browser should decode is not shown', async (name, create) => {
  for (const [columns, rows, isShown] of [
    [8000, 5000, true],
    [8000, 5001, false],
    [60_000, 60_000, false],
  ] as const)
    expect(await inspect(`x.${name}`, create(columns, rows))).toMatchObject({ isShown })
})

test.each([
  [Buffer.from('Œdème'), 'utf-8'],
  [Buffer.from('\u00c9tourdi', 'latin1'), 'windows-1252'],
  [Buffer.from('é').subarray(0, 1), 'windows-1252'],
  [Buffer.alloc(0), 'utf-8'],
])('a text gets the character set of its bytes', async (bytes, charset) => {
  expect((await inspect('x.txt', bytes))?.mediaType).toBe(`text/plain; charset=${charset}`)
})

test('only pictures, PDF and text are shown', () => {
  const shown = Object.entries(fileKinds).filter(([, { isShown }]) => isShown)
  expect(shown.map(([kind]) => kind)).toEqual(['jpeg', 'png', 'gif', 'bmp', 'tiff', 'pdf', 'text'])
})
