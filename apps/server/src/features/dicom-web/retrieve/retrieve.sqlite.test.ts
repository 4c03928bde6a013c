import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explicitLittleEndian, readFrameBytes, transcodeFrame, readDicom } from '@talus/dicom'
import { openDicomWebClient, importFile } from '../../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../../testing/dicom/dicom-web-client.ts'
import { createDicomObject, createRadiograph, toUid } from '../../../testing/dicom/dicom-objects.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { watchFiles } from '../../../testing/server/watch-files.ts'

let server: TestServer
let client: DicomWebClient
let foreign: string
const watched = watchFiles()

const anySyntax = 'multipart/related; type="application/dicom"; transfer-syntax=*'
const octets = 'multipart/related; type="application/octet-stream"'
const large = createRadiograph('large', { InstanceNumber: 3 }, { rows: 2400, columns: 1500 })
const small = [1, 2].map((number) => createRadiograph(`s${number}`, { InstanceNumber: number }))
const longValue = Uint8Array.from({ length: 5000 }, (_, at) => at & 0xff)
const withLong = createDicomObject({
  SOPInstanceUID: toUid('image long'),
  StudyInstanceUID: toUid('long'),
  SeriesInstanceUID: toUid('long series'),
  PatientName: 'Roy^Max',
  PatientID: 'X-78',
  IconImageSequence: [{ Rows: 2, Columns: 2, PixelData: longValue }],
})

const study = `/studies/${toUid('study')}`
const series = `${study}/series/${toUid('series')}`
const instance = (name: string) => `${series}/instances/${toUid(`image ${name}`)}`

beforeAll(async () => {
  server = await startTestServer({}, { wrapFiles: watched.wrapFiles })
  const token = await server.createToken(server.first.users.staff.id)
  foreign = await server.createToken(server.second.users.staff.id)
  for (const bytes of [...small, large, withLong]) await importFile(server, token, bytes)
  client = await openDicomWebClient(server, token)
})
afterAll(() => server.close())

describe('files retrieved by WADO-RS', () => {
  test('are sent byte for byte, one after the other', async () => {
    const response = await client.send(study, { accept: anySyntax })
    expect(response.headers['content-type']).toMatch(
      /^multipart\/related; type="application\/dicom"; boundary=/u,
    )
    const parts = response.parts()
    expect(parts).toHaveLength(3)
    for (const [at, bytes] of [...small, large].entries()) {
      expect(parts[at]?.bytes.equals(bytes)).toBe(true)
      expect(parts[at]?.headers).toMatchObject({
        'content-type': 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1',
        'content-length': String(bytes.length),
      })
    }
    expect((await client.send(series, { accept: anySyntax })).parts()).toHaveLength(3)
    const one = await client.send(instance('s2'))
    expect(one.parts().map(({ bytes }) => bytes)).toEqual([small[1]])
    expect(one.headers['content-length']).toBe(String(one.body.length))
  })

  test('are sent without a multipart on request', async () => {
    const response = await client.send(instance('s1'), { accept: 'application/dicom' })
    expect(response.headers['content-type']).toMatch(/^application\/dicom/u)
    expect(response.body.equals(small[0] ?? Buffer.alloc(0))).toBe(true)
    expect((await client.send(study, { accept: 'application/dicom' })).status).toBe(406)
  })

  test('are converted to another transfer syntax with the same pixel data', async () => {
    const syntax = '1.2.840.10008.1.2.4.80'
    const accept = `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`
    const [part] = (await client.send(instance('s1'), { accept })).parts()
    const packed = readDicom(part?.bytes ?? new Uint8Array())
    expect(packed.transferSyntax.uid).toBe(syntax)
    const { bytes: pixels } = readFrameBytes(readDicom(small[0] ?? new Uint8Array()), 0)
    expect(Buffer.from(await transcodeFrame(packed, 0, explicitLittleEndian)).equals(pixels)).toBe(
      true,
    )
    const unknown = `multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.50`
    expect((await client.send(instance('s1'), { accept: unknown })).status).toBe(406)
  })

  test('are not sent again if the client has them', async () => {
    const first = await client.send(instance('s1'), { accept: anySyntax })
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await client.send(instance('s1'), { accept: anySyntax, headers })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const other = await client.send(instance('s2'), { accept: anySyntax, headers })
    expect(other.status).toBe(200)
  })
})

describe('metadata retrieved by WADO-RS', () => {
  test('is that of the files, with working bulk data URLs', async () => {
    const response = await client.send(`${study}/metadata`)
    const metadata = response.json() as Record<
      string,
      { Value?: unknown[]; BulkDataURI?: string }
    >[]
    expect(metadata.map((one) => one['00080018']?.Value?.[0])).toEqual(
      ['s1', 's2', 'large'].map((name) => toUid(`image ${name}`)),
    )
    expect(metadata[0]?.['00080020']?.Value).toEqual(['20260105'])
    const pixels = metadata[0]?.['7FE00010']?.BulkDataURI ?? ''
    const [part] = (await client.send(pixels)).parts()
    const expected = readFrameBytes(readDicom(small[0] ?? new Uint8Array()), 0).bytes
    expect(part?.bytes.equals(expected)).toBe(true)
    const again = await client.send(`${study}/metadata`, {
      headers: { 'if-none-match': String(response.headers.etag) },
    })
    expect(again.status).toBe(304)
    const one = await client.send(`${instance('s2')}/metadata`)
    expect(one.json()).toEqual([metadata[1]])
  })

  test('refers to long values, which can be retrieved', async () => {
    const response = await client.send(`/studies/${toUid('long')}/metadata`)
    const [metadata] = response.json() as [
      Record<string, { Value: Record<string, { BulkDataURI: string }>[] }>,
    ]
    const address = metadata['00880200']?.Value[0]?.['7FE00010']?.BulkDataURI ?? ''
    expect(address).toMatch(/\/bulkdata\/00880200\.0\.7FE00010$/u)
    const value = await client.send(address, { accept: 'application/octet-stream' })
    expect(value.body.equals(longValue)).toBe(true)
    expect((await client.send(`${address}1`)).status).toBe(400)
    expect((await client.send(address.replace('00880200.0', '00880200.1'))).status).toBe(404)
    expect((await client.send(address, { accept: 'image/png' })).status).toBe(406)
  })
})

describe('frames retrieved by WADO-RS', () => {
  test('are the bytes of the file', async () => {
    const response = await client.send(`${instance('large')}/frames/1`, { accept: octets })
    const [part] = response.parts()
    expect(part?.bytes.equals(readFrameBytes(readDicom(large), 0).bytes)).toBe(true)
    expect(part?.headers['content-type']).toBe(
      'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
    )
    expect(response.headers['content-length']).toBe(String(response.body.length))
    const alone = await client.send(`${instance('large')}/frames/1`, {
      accept: 'application/octet-stream',
    })
    expect(alone.body.equals(part?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test.each(['image/jphc', 'image/jls'])('are encoded as %s once, and stored', async (type) => {
    const path = `${instance('large')}/frames/1`
    const first = await client.send(path, { accept: `multipart/related; type="${type}"` })
    const [part] = first.parts()
    expect(part?.headers['content-type']).toMatch(new RegExp(`^${type}; transfer-syntax=`, 'u'))
    expect(part?.bytes.length).toBeLessThan(large.length)
    const again = await client.send(path, { accept: type })
    expect(again.body.equals(part?.bytes ?? Buffer.alloc(0))).toBe(true)
    const storedKeys: string[] = []
    for await (const { key } of server.files.list('frames')) storedKeys.push(key)
    expect(
      storedKeys.filter((key) => key.includes(type === 'image/jls' ? '-jls-' : '-htj2k-')),
    ).toHaveLength(1)
  })

  test.each([
    ['0', {}, 400],
    ['2', {}, 404],
    ['1,x', {}, 400],
    ['1', { accept: 'multipart/related; type="image/jpeg"' }, 406],
    ['1', { accept: 'text/html' }, 406],
    ['1,1', { accept: 'application/octet-stream' }, 406],
  ])('/%s with %o are answered with %i', async (frames, options, status) => {
    expect((await client.send(`${instance('s1')}/frames/${frames}`, options)).status).toBe(status)
  })
})

test('an instance of another clinic is refused exactly like a missing one', async () => {
  const nowhere = instance('nowhere')
  for (const rest of [
    '',
    '/metadata',
    '/frames/1',
    '/bulkdata/7FE00010',
    '/rendered',
    '/thumbnail',
  ]) {
    const theirs = await client.send(`${instance('s1')}${rest}`, { by: foreign })
    const missing = await client.send(`${nowhere}${rest}`, { by: foreign })
    expect([rest, theirs.status, theirs.json()]).toEqual([rest, 404, missing.json()])
  }
  expect((await client.send('/studies/1.2.x/metadata')).status).toBe(400)
})

test('a client that disconnects during a response leaves no file open', async () => {
  for (const path of [`${instance('large')}/frames/1`, study]) {
    const abort = new AbortController()
    const response = await fetch(`${client.root}${path}`, {
      headers: {
        authorization: `Bearer ${await server.createToken(server.first.users.staff.id)}`,
        accept: path === study ? anySyntax : octets,
      },
      signal: abort.signal,
    })
    await response.body?.getReader().read()
    abort.abort()
  }
  await expect.poll(watched.open, { timeout: 5000 }).toBe(0)
})

test('a damaged instance is refused in every way, and the others of its study are retrieved', async () => {
  const token = await server.createToken(server.first.users.staff.id)
  const uids = { StudyInstanceUID: toUid('hurt'), SeriesInstanceUID: toUid('hurt s') }
  const files = ['hurt 1', 'hurt 2', 'hurt 3'].map((name) => createRadiograph(name, uids))
  for (const bytes of files) await importFile(server, token, bytes)
  const { filePath } = await server.unscopedDb
    .selectFrom('image')
    .select('filePath')
    .where('sopInstanceUID', '=', toUid('image hurt 2'))
    .executeTakeFirstOrThrow()
  const flipped = Buffer.from(files[1] ?? '')
  flipped[flipped.length - 5] = (flipped.at(-5) ?? 0) ^ 1
  await server.files.put(filePath, flipped)

  const path = `/studies/${uids.StudyInstanceUID}`
  const one = `${path}/series/${uids.SeriesInstanceUID}/instances/${toUid('image hurt 2')}`
  expect((await client.send(`${one}/frames/1`, { accept: octets })).status).toBe(422)
  expect((await client.send(one, { accept: anySyntax })).status).toBe(422)
  const whole = await client.send(path, { accept: anySyntax })
  expect(whole.status).toBe(206)
  expect(whole.headers['warning']).toContain(toUid('image hurt 2'))
  expect(whole.headers['etag']).toBeUndefined()
  expect(whole.parts().map(({ bytes }) => bytes)).toEqual([files[0], files[2]])
})
