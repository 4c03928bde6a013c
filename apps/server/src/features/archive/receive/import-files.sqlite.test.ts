import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { editDataSet, transcode } from '@talus/dicom'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  hasSamples,
  readSample,
  listSamples,
  samplesNote,
} from '../../../../../../packages/dicom/src/testing/test-data.ts'
import { createZip } from '../../../testing/images/create-zip.ts'
import { createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { setUpImports } from '../../../testing/images/import-fixture.ts'

// The content of files and zips; import.test.ts checks the records that an import creates.
const imports = setUpImports()
const { send, importOutcomes, listStoredFiles, findImage } = imports

/** A copy that a full or broken disc left behind: the mark of DICOM, and nothing after it. */
function createZeros() {
  const bytes = Buffer.alloc(50_000)
  bytes.write('DICM', 128)
  return bytes
}

describe('a file that cannot be imported', async () => {
  const whole = createRadiograph('refused', {}, { rows: 64, columns: 64 })
  const compressed = Buffer.concat([...(await transcode(whole, '1.2.840.10008.1.2.4.80'))])
  // The whole sentences: no English detail stands in them.
  const french: Readonly<Record<string, string>> = {
    'import/not-dicom': 'Ce n’est pas un fichier DICOM.',
    'import/empty': 'Le fichier est vide.',
    'import/damaged': 'Le fichier DICOM est endommagé ou incomplet.',
    'import/no-uid':
      'Le fichier n’a pas de SOPInstanceUID valable et ne peut donc pas être classé.',
    'import/no-class':
      'Le fichier DICOM n’indique pas quel type d’objet il contient\u202F; il n’a donc pas été archivé.',
    'import/class-not-storable': expect.stringMatching(
      /^Ce type d’objet DICOM n’est pas conservé ici\u00A0: [\d.]+$/u,
    ),
    'import/syntax-not-storable':
      'Ce type de compression d’image n’est pas conservé ici\u00A0: 1.2.826.0.1.3680043.9.1',
  }
  test.each([
    ['text', Buffer.from('<html>not an image</html>'.repeat(40)), 'import/not-dicom'],
    ['nothing', Buffer.alloc(0), 'import/empty'],
    ['a preamble and zeros', createZeros(), 'import/damaged'],
    ['a file that is cut', whole.subarray(0, whole.length - 100), 'import/damaged'],
    ['a compressed file that is cut', compressed.subarray(0, -100), 'import/damaged'],
    ['a header that is cut', whole.subarray(0, 300), 'import/damaged'],
    [
      'a UID that is none',
      createRadiograph('r2', { SOPInstanceUID: '../../etc' }),
      'import/no-uid',
    ],
    [
      'no SOP class',
      editDataSet(createRadiograph('r3'), { SOPClassUID: undefined }).bytes,
      'import/no-class',
    ],
    [
      'a worklist item',
      createRadiograph('r4', { SOPClassUID: '1.2.840.10008.5.1.4.31' }),
      'import/class-not-storable',
    ],
    [
      'a private class',
      createRadiograph('r5', { SOPClassUID: '1.3.12.2.1107.5.9.1' }),
      'import/class-not-storable',
    ],
    [
      'an unknown transfer syntax',
      createRadiograph('r6', {}, { transferSyntaxUid: '1.2.826.0.1.3680043.9.1' }),
      'import/syntax-not-storable',
    ],
  ])('(%s) is refused with the reason and leaves nothing', async (_name, bytes, code) => {
    const before = await listStoredFiles()
    const { status, error } = await send(bytes)
    expect([status, error?.code]).toEqual([400, code])
    expect(error?.message).not.toContain('{{')
    const { message } = (await send(bytes, { language: 'fr' })).error ?? {}
    expect(message).toEqual(french[code])
    expect(await listStoredFiles()).toEqual(before)
  })

  test('does not block the next request on the same connection', async () => {
    const address = await imports.server.app.listen({ host: '127.0.0.1', port: 0 })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const post = (payload: Buffer) =>
      new Promise<number>((resolve, reject) => {
        const headers = {
          authorization: `Bearer ${imports.token}`,
          'content-type': 'application/dicom',
        }
        const url = `${address}${imports.server.config.apiBase}image/import`
        request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0))
        })
          .on('error', reject)
          .end(payload)
      })
    for (let round = 0; round < 3; round += 1) {
      expect(await post(Buffer.alloc(3_000_000, 'no image '))).toBe(400)
      expect(await post(createRadiograph(`after refusal ${round}`))).toBe(200)
    }
  })

  test('is refused with 415 if it has the wrong content type', async () => {
    expect((await send(Buffer.from('{}'), { type: 'application/json' })).status).toBe(415)
    const { statusCode } = await imports.server.app.inject({
      method: 'POST',
      url: `${imports.server.config.apiBase}owner`,
      headers: { authorization: `Bearer ${imports.token}`, 'content-type': 'application/dicom' },
      payload: createRadiograph('wrong place'),
    })
    expect(statusCode).toBe(415)
  })

  test('an executable in the preamble of an imported file is cleared', async () => {
    const bytes = createRadiograph('polyglot')
    bytes.write('MZ', 0, 'latin1')
    bytes.write('This program cannot be run', 60, 'latin1')
    expect(await importOutcomes(bytes)).toEqual(['stored'])
    const image = await findImage(toUid('image polyglot'))
    const stream = await imports.server.files.read(image?.filePath ?? '', { start: 0, end: 127 })
    expect(stream && (await buffer(stream)).every((byte) => byte === 0)).toBe(true)
  })
})

test('the directory of a disc is skipped, whatever its name', async () => {
  const before = await listStoredFiles()
  const directory = createRadiograph('directory', {
    SOPClassUID: '1.2.840.10008.1.3.10',
    DirectoryRecordSequence: [{ DirectoryRecordType: 'PATIENT', PatientID: 'X-77' }],
  })
  expect((await send(directory)).lines).toEqual([{ name: 'file', outcome: 'skipped' }])
  expect(await listStoredFiles()).toEqual(before)
})

describe('an imported zip', () => {
  const zip = (files: Parameters<typeof createZip>[0]) =>
    send(createZip(files), { type: 'application/zip' })

  test('is reported file by file, and one bad file does not prevent the import of the others', async () => {
    const { lines } = await zip([
      { name: 'study/a.dcm', bytes: createRadiograph('zip a') },
      { name: 'study/readme.txt', bytes: Buffer.from('hello, this is no image at all') },
      { name: 'study/photo.jpg', bytes: Buffer.from('hello, this is no image either') },
      { name: 'AUTORUN.INF', bytes: Buffer.from('[autorun]') },
      { name: 'study/zeros.dcm', bytes: createZeros() },
      { name: 'study/b.dcm', bytes: createRadiograph('zip b') },
      { name: 'study/a again.dcm', bytes: createRadiograph('zip a') },
      { name: '__MACOSX/study/._a.dcm', bytes: Buffer.from('beside') },
      { name: 'DICOMDIR', bytes: Buffer.from('a list') },
    ])
    expect(lines).toMatchObject([
      { name: 'study/a.dcm', outcome: 'stored' },
      { name: 'study/readme.txt', outcome: 'skipped' },
      { name: 'study/photo.jpg', outcome: 'refused', message: 'This is not a DICOM file.' },
      { name: 'AUTORUN.INF', outcome: 'skipped' },
      { name: 'study/zeros.dcm', outcome: 'refused', message: expect.stringContaining('damaged') },
      { name: 'study/b.dcm', outcome: 'stored' },
      { name: 'study/a again.dcm', outcome: 'known' },
      { name: 'DICOMDIR', outcome: 'skipped' },
    ])
  })

  test('with an entry that is longer than declared is not unpacked further', async () => {
    const bytes = Buffer.alloc(5_000_000)
    const { lines } = await zip([
      { name: 'bomb.dcm', bytes, claimedSize: 1000, isDeflated: true },
      { name: 'beside the bomb.dcm', bytes: createRadiograph('beside a bomb') },
    ])
    expect(lines).toMatchObject([
      { name: 'bomb.dcm', outcome: 'refused' },
      { name: 'beside the bomb.dcm', outcome: 'stored' },
    ])
  })

  test('with paths outside, nested zips or encrypted files imports the other files and reports the reasons', async () => {
    const inner = createZip([{ name: 'inner.dcm', bytes: createRadiograph('inner zip') }])
    const { lines } = await zip([
      { name: '../../outside.dcm', bytes: createRadiograph('zip outside') },
      { name: String.raw`C:\Windows\system.dcm`, bytes: createRadiograph('zip absolute') },
      { name: 'more/Inner.ZIP', bytes: inner },
      {
        name: 'locked.dcm',
        bytes: createRadiograph('zip locked'),
        isDeflated: true,
        isLocked: true,
      },
      { name: String.raw`study\é a.dcm`, bytes: createRadiograph('zip of windows') },
      { name: './study/.hidden', bytes: Buffer.from('beside') },
      { name: './study/b.dcm', bytes: createRadiograph('zip of here') },
    ])
    expect(lines).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('another folder') },
      { outcome: 'refused', message: expect.stringContaining('another folder') },
      { outcome: 'refused', message: expect.stringContaining('inside a zip file') },
      { outcome: 'refused', message: expect.stringContaining('password') },
      { name: 'study/é a.dcm', outcome: 'stored' },
      { name: './study/b.dcm', outcome: 'stored' },
    ])
  })

  test('with an entry that grows to a thousand times its size imports the other files', async () => {
    const zip = createZip([
      { name: 'bomb.dcm', bytes: Buffer.alloc(70 * 1024 * 1024), isDeflated: true },
      { name: 'image.dcm', bytes: createRadiograph('beside a file that grows') },
    ])
    const { lines } = await send(zip, { type: 'application/zip' })
    expect(lines.map(({ outcome }) => outcome)).toEqual(['refused', 'stored'])
    expect(lines[0]?.message).toContain('200 times')
  })

  test.each([false, true])(
    'with a byte that is not the one of its checksum imports the other files (deflated: %s)',
    async (isDeflated) => {
      const [damaged, whole] = [`one byte ${isDeflated}`, `beside one byte ${isDeflated}`]
      const bytes = createRadiograph(damaged)
      const zip = createZip([
        { name: 'damaged.dcm', bytes, isDeflated },
        { name: 'whole.dcm', bytes: createRadiograph(whole), isDeflated },
      ])
      // The checksum in the directory, from which the entries are read.
      const at = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 16
      zip.writeUInt32LE((zip.readUInt32LE(at) ^ 1) >>> 0, at)
      const { lines } = await send(zip, { type: 'application/zip' })
      expect(lines).toMatchObject([
        { outcome: 'refused', message: 'The zip file is damaged.' },
        { outcome: 'stored' },
      ])
    },
  )

  test('lists the first hundred files that are not images, and counts the others', async () => {
    const { lines } = await zip([
      { name: 'zeros.dcm', bytes: Buffer.alloc(60_000_000), isDeflated: true },
      ...Array.from({ length: 1000 }, (_none, at) => ({ name: `${at}`, bytes: Buffer.alloc(0) })),
      { name: 'image.dcm', bytes: createRadiograph('after many others') },
    ])
    expect(lines).toHaveLength(102)
    expect(lines[0]).toMatchObject({ name: 'zeros.dcm', message: 'This is not a DICOM file.' })
    expect(lines.slice(-2)).toMatchObject([
      { name: 'image.dcm', outcome: 'stored' },
      { name: '', outcome: 'refused', message: expect.stringContaining(': 901.') },
    ])
  })

  test('with too many entries is refused as a whole', async () => {
    const empty = Array.from({ length: 50_000 }, (_none, at) => ({
      name: `${at}`,
      bytes: Buffer.alloc(0),
    }))
    const { lines } = await zip([
      { name: 'image.dcm', bytes: createRadiograph('in a long zip') },
      ...empty,
    ])
    expect(lines).toMatchObject([
      { name: '', outcome: 'refused', message: expect.stringContaining('50000 entries') },
    ])
  })

  test('that is truncated or names a path outside is refused', async () => {
    const good = createZip([{ name: 'a.dcm', bytes: createRadiograph('cut zip') }])
    const cut = await send(good.subarray(0, good.length - 30), { type: 'application/zip' })
    expect(cut.lines).toMatchObject([{ outcome: 'refused', message: 'The zip file is damaged.' }])
    const outside = await zip([{ name: '../../outside.dcm', bytes: createRadiograph('outside') }])
    expect(outside.lines).toMatchObject([{ outcome: 'refused' }])
  })
})

describe.skipIf(!hasSamples)(`importing real files${samplesNote}`, () => {
  test.each(listSamples('radiographs'))('stores %s', async (path) => {
    expect(await importOutcomes(readSample(path))).toEqual(['stored'])
  })
})
