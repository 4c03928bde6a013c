import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDicomWebClient, importFile } from '../../testing/dicom/dicom-web-client.ts'
import type { DicomWebClient } from '../../testing/dicom/dicom-web-client.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { getPort } from '../../testing/network/tcp-peer.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let client: DicomWebClient
const requests: IncomingMessage[] = []
let respond: (request: IncomingMessage, response: ServerResponse) => void = () => undefined

/** A fake remote archive, whose response each test sets. */
const archive = createServer((request, response) => {
  requests.push(request)
  respond(request, response)
})

const remoteStudy = '2.25.424242'
const urls = () => requests.map(({ url }) => url)

beforeAll(async () => {
  await new Promise<void>((resolve) => archive.listen(0, '127.0.0.1', resolve))
  const url = `http://reader:s%20cret@127.0.0.1:${getPort(archive)}/far/dicom-web/`
  server = await startTestServer({ DICOMWEB_PROXY_URL: url })
  await server.unscopedDb
    .updateTable('clinic')
    .set({ isDeleted: true })
    .where('id', '=', server.second.id)
    .execute()
  const token = await server.createToken(server.first.users.staff.id)
  await importFile(server, token, createRadiograph('near'))
  client = await openDicomWebClient(server, token)
})
beforeEach(() => void requests.splice(0))
afterAll(async () => {
  await server.close()
  archive.closeAllConnections()
  archive.close()
})

const respondWith =
  (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, headers).end(body)

test('the proxy does not forward requests for studies of this archive', async () => {
  expect((await client.send(`/studies/${toUid('study')}/metadata`)).status).toBe(200)
  expect((await client.send('/studies?limit=1')).json()).toHaveLength(1)
  expect((await client.send('/studies?offset=500')).json()).toEqual([])
  expect(urls()).toEqual([])
})

test('the proxy forwards a search without results, without cookies or tokens of the caller', async () => {
  const root = `http://127.0.0.1:${getPort(archive)}/far/dicom-web`
  const json = JSON.stringify([
    {
      '00081190': { vr: 'UR', Value: [`${root}/studies/${remoteStudy}`] },
      '0020000D': { Value: [remoteStudy] },
    },
  ])
  respond = respondWith(
    200,
    { 'content-type': 'application/dicom+json', 'set-cookie': 'a=b', etag: '"1"' },
    json,
  )
  const found = await client.send(
    `/studies?StudyInstanceUID=${remoteStudy}&limit=1&ModalitiesInStudy=CT&includefield=KVP&clinicId=${server.first.id}`,
    { accept: 'application/dicom+json', headers: { cookie: 'own=1' } },
  )
  expect(found.json()).toEqual([
    {
      '00081190': { vr: 'UR', Value: [`${server.config.apiBase}dicom-web/studies/${remoteStudy}`] },
      '0020000D': { Value: [remoteStudy] },
    },
  ])
  expect(found.headers['set-cookie']).toBeUndefined()
  expect(found.headers.etag).toBe('"1"')
  expect(urls()).toEqual([
    `/far/dicom-web/studies?StudyInstanceUID=${remoteStudy}&ModalitiesInStudy=CT&limit=1&includefield=00180060`,
  ])
  const { authorization, accept, cookie } = requests[0]?.headers ?? {}
  expect(authorization).toBe(`Basic ${btoa('reader:s cret')}`)
  expect([accept, cookie]).toEqual(['application/dicom+json', undefined])
})

test('the proxy passes frames on unchanged', async () => {
  const body = Buffer.concat([
    Buffer.from('--x\r\n\r\n'),
    Buffer.alloc(3_000_000, 7),
    Buffer.from('\r\n--x--'),
  ])
  respond = respondWith(
    200,
    { 'content-type': 'multipart/related; boundary=x', 'content-length': String(body.length) },
    body,
  )
  const path = `/studies/${remoteStudy}/series/1.2/instances/1.3/frames/1`
  const frame = await client.send(path, { accept: 'multipart/related; type="image/jls"' })
  expect(frame.body.equals(body)).toBe(true)
  expect(urls()).toEqual([`/far/dicom-web${path}`])
  expect(requests[0]?.headers.accept).toBe('multipart/related; type="image/jls"')
})

test.each([
  [401, {}, 424, 'web/archive-failed'],
  [500, {}, 424, 'web/archive-failed'],
  [302, { location: 'http://127.0.0.1:1/' }, 424, 'web/archive-failed'],
  [200, { 'content-type': 'text/html' }, 424, 'web/archive-failed'],
  [404, {}, 404, 'record/not-found'],
  [406, {}, 406, 'web/not-acceptable'],
])('the proxy turns a response of %i %j into %i', async (remoteStatus, headers, status, code) => {
  respond = respondWith(remoteStatus, headers, '<script>')
  const response = await client.send(`/studies/${remoteStudy}/metadata`)
  expect([response.status, response.json()]).toMatchObject([status, { code }])
})

test('the proxy returns an empty list if the remote archive finds nothing', async () => {
  respond = respondWith(204, {})
  expect((await client.send(`/studies?StudyInstanceUID=${remoteStudy}`)).json()).toEqual([])
})

test('storing an instance is never forwarded to the remote archive', async () => {
  const headers = { 'content-type': 'application/dicom' }
  const study = { StudyInstanceUID: toUid('here') }
  await client.send('/studies', { body: createRadiograph('stays', study), headers })
  expect(urls()).toEqual([])
})

test.each(['cloud', 'local'])(
  'the proxy of a %s server with several clinics is only for users who may see all of them',
  async (variant) => {
    const port = getPort(archive)
    const cloud = await startTestServer({
      TALUS_VARIANT: variant,
      DICOMWEB_PROXY_URL: `http://127.0.0.1:${port}`,
    })
    try {
      respond = respondWith(200, { 'content-type': 'application/dicom+json' }, '[]')
      const url = `${cloud.config.apiBase}dicom-web/studies/${remoteStudy}/metadata`
      const sendRequest = async (kind: 'staff' | 'superAdmin') => {
        const token = await cloud.createToken(cloud.first.users[kind].id)
        const { statusCode } = await cloud.app.inject({
          url,
          headers: { authorization: `Bearer ${token}` },
        })
        return [statusCode, requests.splice(0).length]
      }
      expect(await sendRequest('staff')).toEqual([404, 0])
      expect(await sendRequest('superAdmin')).toEqual([200, 1])
    } finally {
      await cloud.close()
    }
  },
)

test('the proxy reports a remote archive that is down', async () => {
  archive.closeAllConnections()
  await new Promise((resolve) => archive.close(resolve))
  const response = await client.send(`/studies/${remoteStudy}/metadata`)
  expect(response).toRefuse('connection/refused')
})
