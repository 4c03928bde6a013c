import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explicitLittleEndian, frameBytes, frameIn, readDicom } from '@talus/dicom'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { dicomObject, radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { watchedFiles } from '../../testing/watched-files.ts'

let server: TestServer
let client: DicomWebClient
let foreign: string
const watched = watchedFiles()

const asStored = 'multipart/related; type="application/dicom"; transfer-syntax=*'
const octets = 'multipart/related; type="application/octet-stream"'
const large = radiograph('large', { InstanceNumber: 3 }, { rows: 2400, columns: 1500 })
const small = [1, 2].map((number) => radiograph(`s${number}`, { InstanceNumber: number }))
const longValue = Uint8Array.from({ length: 5000 }, (_, at) => at & 0xff)
const withLong = dicomObject({
  SOPInstanceUID: uidFor('image long'),
  StudyInstanceUID: uidFor('long'),
  SeriesInstanceUID: uidFor('long series'),
  PatientName: 'Roy^Max',
  PatientID: 'X-78',
  IconImageSequence: [{ Rows: 2, Columns: 2, PixelData: longValue }],
})

const study = `/studies/${uidFor('study')}`
const series = `${study}/series/${uidFor('series')}`
const instance = (name: string) => `${series}/instances/${uidFor(`image ${name}`)}`

beforeAll(async () => {
  server = await testServer({}, { aroundFiles: watched.aroundFiles })
  const token = await server.tokenOf(server.first.people.staff.id)
  foreign = await server.tokenOf(server.second.people.staff.id)
  for (const bytes of [...small, large, withLong]) await importFile(server, token, bytes)
  client = await dicomWebClient(server, token)
})
afterAll(() => server.close())

describe('files', () => {
  test('leave byte for byte, one after the other', async () => {
    const answer = await client.send(study, { accept: asStored })
    expect(answer.headers['content-type']).toMatch(
      /^multipart\/related; type="application\/dicom"; boundary=/u,
    )
    const parts = answer.parts()
    expect(parts).toHaveLength(3)
    for (const [at, bytes] of [...small, large].entries()) {
      expect(parts[at]?.bytes.equals(bytes)).toBe(true)
      expect(parts[at]?.headers).toMatchObject({
        'content-type': 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1',
        'content-length': String(bytes.length),
      })
    }
    expect((await client.send(series, { accept: asStored })).parts()).toHaveLength(3)
    const one = await client.send(instance('s2'))
    expect(one.parts().map(({ bytes }) => bytes)).toEqual([small[1]])
    expect(one.headers['content-length']).toBe(String(one.body.length))
  })

  test('leave alone where one is asked for so', async () => {
    const answer = await client.send(instance('s1'), { accept: 'application/dicom' })
    expect(answer.headers['content-type']).toMatch(/^application\/dicom/u)
    expect(answer.body.equals(small[0] ?? Buffer.alloc(0))).toBe(true)
    expect((await client.send(study, { accept: 'application/dicom' })).status).toBe(406)
  })

  test('leave in another transfer syntax, and the pixels are the same', async () => {
    const syntax = '1.2.840.10008.1.2.4.80'
    const accept = `multipart/related; type="application/dicom"; transfer-syntax=${syntax}`
    const [part] = (await client.send(instance('s1'), { accept })).parts()
    const packed = readDicom(part?.bytes ?? new Uint8Array())
    expect(packed.transferSyntax.uid).toBe(syntax)
    const { bytes: pixels } = frameBytes(readDicom(small[0] ?? new Uint8Array()), 0)
    expect(Buffer.from(await frameIn(packed, 0, explicitLittleEndian)).equals(pixels)).toBe(true)
    const unknown = `multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.50`
    expect((await client.send(instance('s1'), { accept: unknown })).status).toBe(406)
  })

  test('are not sent again to who has them', async () => {
    const first = await client.send(instance('s1'), { accept: asStored })
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await client.send(instance('s1'), { accept: asStored, headers })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const other = await client.send(instance('s2'), { accept: asStored, headers })
    expect(other.status).toBe(200)
  })
})

describe('metadata', () => {
  test('is that of the files, with addresses that lead somewhere', async () => {
    const answer = await client.send(`${study}/metadata`)
    const told = answer.json() as Record<string, { Value?: unknown[]; BulkDataURI?: string }>[]
    expect(told.map((one) => one['00080018']?.Value?.[0])).toEqual(
      ['s1', 's2', 'large'].map((name) => uidFor(`image ${name}`)),
    )
    expect(told[0]?.['00080020']?.Value).toEqual(['20260105'])
    const pixels = told[0]?.['7FE00010']?.BulkDataURI ?? ''
    const [part] = (await client.send(pixels)).parts()
    const expected = frameBytes(readDicom(small[0] ?? new Uint8Array()), 0).bytes
    expect(part?.bytes.equals(expected)).toBe(true)
    const again = await client.send(`${study}/metadata`, {
      headers: { 'if-none-match': String(answer.headers.etag) },
    })
    expect(again.status).toBe(304)
    const one = await client.send(`${instance('s2')}/metadata`)
    expect(one.json()).toEqual([told[1]])
  })

  test('names long values, which are given', async () => {
    const answer = await client.send(`/studies/${uidFor('long')}/metadata`)
    const [told] = answer.json() as [
      Record<string, { Value: Record<string, { BulkDataURI: string }>[] }>,
    ]
    const address = told['00880200']?.Value[0]?.['7FE00010']?.BulkDataURI ?? ''
    expect(address).toMatch(/\/bulkdata\/00880200\.0\.7FE00010$/u)
    const value = await client.send(address, { accept: 'application/octet-stream' })
    expect(value.body.equals(longValue)).toBe(true)
    expect((await client.send(`${address}1`)).status).toBe(400)
    expect((await client.send(address.replace('00880200.0', '00880200.1'))).status).toBe(404)
    expect((await client.send(address, { accept: 'image/png' })).status).toBe(406)
  })
})

describe('frames', () => {
  test('are the bytes in the file', async () => {
    const answer = await client.send(`${instance('large')}/frames/1`, { accept: octets })
    const [part] = answer.parts()
    expect(part?.bytes.equals(frameBytes(readDicom(large), 0).bytes)).toBe(true)
    expect(part?.headers['content-type']).toBe(
      'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1',
    )
    expect(answer.headers['content-length']).toBe(String(answer.body.length))
    const alone = await client.send(`${instance('large')}/frames/1`, {
      accept: 'application/octet-stream',
    })
    expect(alone.body.equals(part?.bytes ?? Buffer.alloc(0))).toBe(true)
  })

  test.each(['image/jphc', 'image/jls'])('are packed as %s once, and kept', async (type) => {
    const path = `${instance('large')}/frames/1`
    const first = await client.send(path, { accept: `multipart/related; type="${type}"` })
    const [part] = first.parts()
    expect(part?.headers['content-type']).toMatch(new RegExp(`^${type}; transfer-syntax=`, 'u'))
    expect(part?.bytes.length).toBeLessThan(large.length)
    const again = await client.send(path, { accept: type })
    expect(again.body.equals(part?.bytes ?? Buffer.alloc(0))).toBe(true)
    const kept: string[] = []
    for await (const { key } of server.files.list('frames')) kept.push(key)
    expect(
      kept.filter((key) => key.includes(type === 'image/jls' ? '-jls-' : '-htj2k-')),
    ).toHaveLength(1)
  })

  test.each([
    ['0', {}, 400],
    ['2', {}, 404],
    ['1,x', {}, 400],
    ['1', { accept: 'multipart/related; type="image/jpeg"' }, 406],
    ['1', { accept: 'text/html' }, 406],
    ['1,1', { accept: 'application/octet-stream' }, 406],
  ])('%s %o answers %i', async (frames, options, status) => {
    expect((await client.send(`${instance('s1')}/frames/${frames}`, options)).status).toBe(status)
  })
})

test('what is another clinic’s is told exactly like what does not exist', async () => {
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

test('a reader that leaves in the middle leaves nothing open', async () => {
  for (const path of [`${instance('large')}/frames/1`, study]) {
    const leaving = new AbortController()
    const response = await fetch(`${client.root}${path}`, {
      headers: {
        authorization: `Bearer ${await server.tokenOf(server.first.people.staff.id)}`,
        accept: path === study ? asStored : octets,
      },
      signal: leaving.signal,
    })
    await response.body?.getReader().read()
    leaving.abort()
  }
  await expect.poll(watched.open, { timeout: 5000 }).toBe(0)
})
