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
