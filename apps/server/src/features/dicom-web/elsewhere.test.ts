import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dicomWebClient, importFile } from '../../testing/dicom-web.ts'
import type { DicomWebClient } from '../../testing/dicom-web.ts'
import { radiograph, uidFor } from '../../testing/dicom-objects.ts'
import { portOf } from '../../testing/peers.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let client: DicomWebClient
const asked: IncomingMessage[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined

/** Another archive, as far as its answers can tell. */
const archive = createServer((request, response) => {
  asked.push(request)
  answer(request, response)
})

const far = '2.25.424242'
const urls = () => asked.map(({ url }) => url)

beforeAll(async () => {
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  const url = `http://reader:s%20cret@127.0.0.1:${portOf(archive)}/far/dicom-web/`
  server = await testServer({ DICOMWEB_PROXY_URL: url })
  const token = await server.tokenOf(server.first.people.staff.id)
  await importFile(server, token, radiograph('near'))
  client = await dicomWebClient(server, token)
})
beforeEach(() => void asked.splice(0))
afterAll(async () => {
  await server.close()
  archive.closeAllConnections()
  archive.close()
})

const says =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

test('what is here is not asked for elsewhere', async () => {
  expect((await client.send(`/studies/${uidFor('study')}/metadata`)).status).toBe(200)
  expect((await client.send('/studies?limit=1')).json()).toHaveLength(1)
  expect((await client.send('/studies?offset=500')).json()).toEqual([])
  expect(urls()).toEqual([])
})

test('what is not here is, without anything of the caller', async () => {
  const root = `http://127.0.0.1:${portOf(archive)}/far/dicom-web`
  const json = JSON.stringify([
    { '00081190': { vr: 'UR', Value: [`${root}/studies/${far}`] }, '0020000D': { Value: [far] } },
  ])
  answer = says(
    200,
    { 'content-type': 'application/dicom+json', 'set-cookie': 'a=b', etag: '"1"' },
    json,
  )
  const found = await client.send(
    `/studies?StudyInstanceUID=${far}&limit=1&ModalitiesInStudy=CT&includefield=KVP&clinicId=${server.first.id}`,
    { accept: 'application/dicom+json', headers: { cookie: 'own=1' } },
  )
  expect(found.json()).toEqual([
    {
      '00081190': { vr: 'UR', Value: [`${server.config.apiBase}dicom-web/studies/${far}`] },
      '0020000D': { Value: [far] },
    },
  ])
  expect(found.headers['set-cookie']).toBeUndefined()
  expect(found.headers.etag).toBe('"1"')
  expect(urls()).toEqual([
    `/far/dicom-web/studies?StudyInstanceUID=${far}&ModalitiesInStudy=CT&limit=1&includefield=00180060`,
  ])
  const { authorization, accept, cookie } = asked[0]?.headers ?? {}
  expect(authorization).toBe(`Basic ${btoa('reader:s cret')}`)
  expect([accept, cookie]).toEqual(['application/dicom+json', undefined])
})

test('frames pass through as they are', async () => {
  const body = Buffer.concat([
    Buffer.from('--x\r\n\r\n'),
    Buffer.alloc(3_000_000, 7),
    Buffer.from('\r\n--x--'),
  ])
  answer = says(
    200,
    { 'content-type': 'multipart/related; boundary=x', 'content-length': String(body.length) },
    body,
  )
  const path = `/studies/${far}/series/1.2/instances/1.3/frames/1`
  const frame = await client.send(path, { accept: 'multipart/related; type="image/jls"' })
  expect(frame.body.equals(body)).toBe(true)
  expect(urls()).toEqual([`/far/dicom-web${path}`])
  expect(asked[0]?.headers.accept).toBe('multipart/related; type="image/jls"')
})

test.each([
  [401, {}, 424, 'web/archive-failed'],
  [500, {}, 424, 'web/archive-failed'],
  [302, { location: 'http://127.0.0.1:1/' }, 424, 'web/archive-failed'],
  [200, { 'content-type': 'text/html' }, 424, 'web/archive-failed'],
  [404, {}, 404, 'record/not-found'],
  [406, {}, 406, 'web/not-acceptable'],
])('an answer of %i %j is told as %i', async (given, headers, status, code) => {
  answer = says(given, headers, '<script>')
  const told = await client.send(`/studies/${far}/metadata`)
  expect([told.status, told.json()]).toMatchObject([status, { code }])
})

test('nothing found there is nothing found', async () => {
  answer = says(204, {})
  expect((await client.send(`/studies?StudyInstanceUID=${far}`)).json()).toEqual([])
})

test('nothing is ever stored there', async () => {
  const headers = { 'content-type': 'application/dicom' }
  const study = { StudyInstanceUID: uidFor('here') }
  await client.send('/studies', { body: radiograph('stays', study), headers })
  expect(urls()).toEqual([])
})

test('it is closed to those who see only some of many clinics', async () => {
  const port = portOf(archive)
  const cloud = await testServer({
    TALUS_VARIANT: 'cloud',
    DICOMWEB_PROXY_URL: `http://127.0.0.1:${port}`,
  })
  try {
    answer = says(200, { 'content-type': 'application/dicom+json' }, '[]')
    const url = `${cloud.config.apiBase}dicom-web/studies/${far}/metadata`
    const ask = async (kind: 'staff' | 'superAdmin') => {
      const token = await cloud.tokenOf(cloud.first.people[kind].id)
      const { statusCode } = await cloud.app.inject({
        url,
        headers: { authorization: `Bearer ${token}` },
      })
      return [statusCode, asked.splice(0).length]
    }
    expect(await ask('staff')).toEqual([404, 0])
    expect(await ask('superAdmin')).toEqual([200, 1])
  } finally {
    await cloud.close()
  }
})

test('an archive that is gone is told to be', async () => {
  archive.closeAllConnections()
  await new Promise((resolve) => archive.close(resolve))
  const told = await client.send(`/studies/${far}/metadata`)
  expect([told.status, told.json()]).toMatchObject([424, { code: 'connection/refused' }])
})
