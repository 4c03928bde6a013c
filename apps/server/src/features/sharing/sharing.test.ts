import { connect } from 'node:net'
import { routes } from '@talus/contract'
import type { ImageId, StudyId, UserId } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { createClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/images/clinic-with-images.ts'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { getPort } from '../../testing/network/tcp-peer.ts'
import { readZip } from '../../testing/images/read-zip.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let sharer: UserId
let token: string
let studyId: StudyId
let imageIds: ImageId[]
const dayMs = 86_400_000
const hostile = '<img src=x onerror=alert(1)>"Réx\''

const radiograph = (shade: number) =>
  createImageFile(
    { columns: 600, rows: 400, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(Uint16Array.from({ length: 240_000 }, (_, at) => (at % 600) + shade).buffer),
  )
const stored = (bodyPart = 'Chest', bytes: Uint8Array = radiograph(imageIds.length)) =>
  clinic.addImage({ studyId, bodyPart, bytes })

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://images.clinic.example/vue' })
  clinic = await createClinicWithImages(server, 'Clinique <b>d’Été</b>')
  const flags = { operator: true }
  const { unscopedDb, passwordHash } = server
  const user = { username: 'sharer', clinicId: clinic.id, flags, passwordHash }
  sharer = await insertUser(unscopedDb, user)
})
afterAll(() => server.close())
beforeEach(async () => {
  // The clock of a previous test may have run past the end of a session.
  token = await server.createToken(sharer)
  studyId = await clinic.addStudy(await clinic.addPatient(hostile))
  imageIds = []
  imageIds.push(await stored('<i>Chest</i>'))
  imageIds.push(await stored('Pelvis'))
})

async function share(options: { linkDays?: number; linkPin?: string } = {}, ids = imageIds) {
  const body = { imageIds: ids, ...options }
  const response = await server.call(routes.share.create, { body }, token)
  expect(response.status).toBe(200)
  const { url } = response.body
  expect(url).toMatch(/^https:\/\/images\.clinic\.example\/vue\/shared\/[\w-]{43}$/u)
  return { ...response.body, path: new URL(url).pathname }
}
const open = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: path, headers })
const enterPin = (path: string, pin: string) =>
  server.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ pin }).toString(),
  })
const trail = (action: string) =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', action)
    .where('clinicId', '=', clinic.id)
    .orderBy('id', 'desc')
    .execute()
const list = async () =>
  (await server.call(routes.share.ofStudy, { query: { studyId } }, token)).body

/** The response for a link that does not exist: every other closed link must get the same. */
const requestUnknownLink = async () => {
  const unknown = await open(`/vue/shared/${'x'.repeat(43)}`)
  return [unknown.statusCode, unknown.body]
}

describe('a shared link', () => {
  test('has a random token, which is not stored in the database', async () => {
    const { url, share: created } = await share()
    const secret = url.slice(-43)
    const [row] = await server.unscopedDb
      .selectFrom('share')
      .selectAll()
      .where('id', '=', created.id)
      .execute()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await share()).url).not.toBe(url)
    expect(created).toMatchObject({
      clinicId: clinic.id,
      studyId,
      imageCount: 2,
      hasPin: false,
      opened: 0,
      revokedOn: null,
      user: 'sharer',
      recipients: [],
      expiresOn: new Date(server.clock().getTime() + 7 * dayMs).toISOString(),
    })
    const [event] = await trail('share.create')
    expect(event).toMatchObject({ entityId: expect.any(Number), username: 'sharer' })
    expect(JSON.stringify(event)).not.toContain(secret)
  })

  test('contains existing images of one study of the user’s clinic', async () => {
    const refusal = async (ids: number[]) => {
      const response = await server.call(routes.share.create, { body: { imageIds: ids } }, token)
      return [response.status, response.error.code]
    }
    const [good = 0] = imageIds
    expect(await refusal([good, server.second.records.imageId])).toEqual([404, 'record/not-found'])
    expect(await refusal([good, 99_999])).toEqual([404, 'record/not-found'])
    const rejected = await clinic.addImage({ studyId, isRejected: true })
    expect(await refusal([good, rejected])).toEqual([404, 'record/not-found'])
    const other = await clinic.addStudy(await clinic.addPatient('Other'))
    const otherImage = await clinic.addImage({ studyId: other, bytes: radiograph(3) })
    expect(await refusal([good, otherImage])).toEqual([400, 'share/several-studies'])
    expect(await list()).toEqual([])
  })

  test('is listed with its use, and revoked by its clinic only', async () => {
    const { path, share: created } = await share()
    await open(path)
    expect(await list()).toMatchObject([{ id: created.id, opened: 1 }])
    const stranger = await server.createToken(server.second.users.clinicAdmin.id)
    const params = { id: created.id }
    expect((await server.call(routes.share.revoke, { params }, stranger)).status).toBe(404)
    expect((await open(path)).statusCode).toBe(200)
    for (const _ of [1, 2])
      expect((await server.call(routes.share.revoke, { params }, token)).status).toBe(204)
    expect(await list()).toMatchObject([{ revokedOn: expect.any(String) }])
    expect(
      (await trail('share.revoke')).filter(({ entityId }) => entityId === created.id),
    ).toHaveLength(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
  })
})

describe('the page of a shared link', () => {
  test('shows the images and escapes all names', async () => {
    const { path } = await share()
    const english = await open(path)
    expect(english.statusCode).toBe(200)
    expect(english.body).toContain('<html lang="en">')
    expect(english.body).toContain('Images of &lt;img src=x onerror=alert(1)&gt;&quot;Réx&#39;')
    expect(english.body).toContain('alt="&lt;i&gt;Chest&lt;/i&gt; LAT"')
    expect(english.body).toContain('Clinique &lt;b&gt;d’Été&lt;/b&gt;, February 10, 2026')
    expect(english.body).not.toMatch(/<script|<img src=x|<i>|<b>|https?:/u)
    for (const id of [...imageIds, studyId]) expect(english.body).not.toContain(`/${id}"`)
    expect(english.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(english.headers['content-security-policy']).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[\w+/=]+'; form-action 'self'/u,
    )
    const french = await open(path, { 'accept-language': 'fr-CA,en' })
    expect(french.body).toContain('Télécharger les originaux (DICOM)')
    const [event] = await trail('share.open')
    expect(event).toMatchObject({ userId: null, address: '127.0.0.1' })
  })

  test('names body parts and teeth in the language of the recipient', async () => {
    const { path } = await share({}, [await stored('Chest'), await stored('104 - RU - Canine')])
    const names = async (language: string) => {
      const { body } = await open(path, { 'accept-language': language })
      return [...body.matchAll(/<span>([^<]*)<\/span><\/li>/gu)].map(([, name]) => name)
    }
    expect(await names('en')).toEqual(['Chest LAT', '104 · Right upper, Canine LAT'])
    expect(await names('fr')).toEqual(['Thorax LAT', '104 · Supérieur droit, Canine LAT'])
  })

  test('serves JPEGs by their position', async () => {
    const { path } = await share()
    const preview = await open(`${path}/preview/1.jpg`)
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 512, height: 341 })
    expect(preview.headers['cache-control']).toBe('no-store')
    const full = await open(`${path}/image/2.jpg`)
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ width: 600, height: 400 })
    const page = await open(`${path}/2`)
    expect(page.body).toContain(`src="${path}/image/2.jpg" alt="Pelvis LAT"`)
    expect(page.body).toContain(`rel="prev" href="${path}/1"`)
    for (const position of ['0', '3', '99999999999999999999', String(imageIds[0])])
      expect((await open(`${path}/image/${position}.jpg`)).statusCode).toBe(404)
    expect((await open(`${path}/3`)).statusCode).toBe(404)
  })

  test('offers a zip of JPEGs and one of DICOM files', async () => {
    const { path } = await share()
    const dicom = await open(`${path}/dicom.zip`)
    const files = await readZip(dicom.rawPayload)
    expect(files.map(({ name }) => name)).toEqual([
      '01 _i_Chest__i_-LAT.dcm',
      '02 Pelvis-LAT.dcm',
      'manifest.csv',
    ])
    expect(files[1]?.bytes.equals(Buffer.from(radiograph(1)))).toBe(true)
    expect(dicom.headers['content-disposition']).toMatch(/^attachment; .*2026-02-10\.zip/u)
    const jpegs = await readZip((await open(`${path}/jpeg.zip`)).rawPayload)
    expect(await sharp(jpegs[0]?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600 })
    const [event] = await trail('share.download')
    expect(event).toMatchObject({ userId: null, after: { type: 'JPEG', images: 2 } })
  })

  test('does not show rejected images, and is closed when its study is deleted', async () => {
    const { path } = await share()
    const { unscopedDb } = server
    await unscopedDb
      .updateTable('image')
      .set({ isRejected: true })
      .where('id', '=', imageIds[0] ?? null)
      .execute()
    const page = await open(path)
    expect([page.body.includes('Chest'), page.body.includes('Pelvis')]).toEqual([false, true])
    expect((await open(`${path}/image/1.jpg`)).statusCode).toBe(404)
    // The other image keeps its position.
    expect((await open(`${path}/image/2.jpg`)).statusCode).toBe(200)
    expect(await readZip((await open(`${path}/dicom.zip`)).rawPayload)).toHaveLength(2)
    await unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    for (const part of ['', '/2', '/image/2.jpg', '/dicom.zip']) {
      const closed = await open(path + part)
      expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
    }
  })

  test('expires', async () => {
    const { path } = await share({ linkDays: 2 })
    server.advanceClock(2 * dayMs - 1)
    expect((await open(path)).statusCode).toBe(200)
    server.advanceClock(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
    expect((await open(`${path}/jpeg.zip`)).statusCode).toBe(404)
  })

  test('gives the same response for every wrong token', async () => {
    const { path } = await share()
    const expected = await requestUnknownLink()
    const last = path.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      path.slice(0, -1) + last,
      path.slice(0, -1),
      `${path}A`,
      '/vue/shared/1',
      "/vue/shared/' or 1=1 --",
      `/vue/shared/${'%00'.repeat(43)}`,
      '/vue/shared/..%2f..%2fetc%2fpasswd',
    ]) {
      const closed = await open(encodeURI(decodeURI(wrong)))
      expect([wrong, closed.statusCode, closed.body]).toEqual([wrong, ...expected])
    }
  })

  test('does not count a HEAD request as opened', async () => {
    const { path, share: created } = await share()
    await server.app.inject({ method: 'HEAD', url: path })
    expect(await list()).toMatchObject([{ id: created.id, opened: 0 }])
  })

  test('releases a zip whose client disconnects', { timeout: 180_000 }, async () => {
    for (let at = 0; at < 5; at += 1)
      imageIds.push(await stored(`Part ${at}`, Buffer.alloc(3_000_000, at)))
    const { path } = await share()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const port = getPort(server.app.server)
    for (let at = 0; at < 5; at += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path}/dicom.zip HTTP/1.1\r\nhost: x\r\n\r\n`)
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      // A link allows two at once: a slot that is never released would fail here.
      const again = async () => (await open(`${path}/dicom.zip`)).statusCode
      await expect.poll(again, { timeout: 10_000 }).toBe(200)
    }
  })
})

describe('a shared link with a PIN', () => {
  test('shows nothing before the PIN was entered, and everything after it', async () => {
    const { path, share: created } = await share({ linkPin: '04711' })
    expect(created.hasPin).toBe(true)
    const locked = await open(path)
    expect(locked.body).toContain('Enter your PIN')
    expect(locked.body).not.toMatch(/Réx|Clinique|Pelvis/u)
    for (const part of ['/1', '/image/1.jpg', '/preview/1.jpg', '/jpeg.zip', '/dicom.zip'])
      expect((await open(path + part)).statusCode).toBe(404)
    expect((await enterPin(path, '4711')).statusCode).toBe(403)
    const entered = await enterPin(path, '04711')
    expect([entered.statusCode, entered.headers.location]).toEqual([303, path])
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(
      new RegExp(`; Path=${path}; Max-Age=1800; HttpOnly; SameSite=Strict; Secure$`, 'u'),
    )
    const [pass = ''] = cookie.split(';')
    const unlocked = { cookie: `other=1; ${pass}` }
    expect((await open(path, unlocked)).body).toContain('Pelvis')
    expect((await open(`${path}/image/1.jpg`, unlocked)).statusCode).toBe(200)
    // The pass is valid for this link only, for a limited time, and cannot be altered.
    const { path: otherPath } = await share({ linkPin: '04711' })
    expect((await open(`${otherPath}/1`, unlocked)).statusCode).toBe(404)
    const forged = `${pass.slice(0, -4)}AAAA`
    expect((await open(`${path}/1`, { cookie: forged })).statusCode).toBe(404)
    server.advanceClock(31 * 60_000)
    expect((await open(`${path}/1`, unlocked)).statusCode).toBe(404)
  })

  test('is revoked by the tenth wrong PIN, also if they come concurrently', async () => {
    const { path, share: created } = await share({ linkPin: '1234' })
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, at) => enterPin(path, String(2000 + at))),
    )
    const statuses = guesses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 403)).toHaveLength(9)
    expect(statuses.filter((status) => status === 404)).toHaveLength(16)
    // Not even the right PIN opens it any more.
    const closed = await enterPin(path, '1234')
    expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
    const [row] = await list()
    expect(row).toMatchObject({ id: created.id, revokedOn: expect.any(String) })
    const [event] = await trail('share.revoke')
    expect(event).toMatchObject({ entityId: created.id, userId: null, after: { wrongPins: 10 } })
  })

  test('resets the count of wrong PINs after the right one', async () => {
    const { path } = await share({ linkPin: '1234' })
    for (let at = 0; at < 9; at += 1) await enterPin(path, '0000')
    expect((await enterPin(path, '1234')).statusCode).toBe(303)
    expect((await enterPin(path, '0000')).body).toContain('9 tries are left')
  })

  test('refuses an invalid form', async () => {
    const { path } = await share({ linkPin: '1234' })
    const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
      server.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })
    expect((await post('')).statusCode).toBe(403)
    expect((await post(`pin=${'1'.repeat(5000)}`)).statusCode).toBe(404)
    expect((await post('{"pin":"1234"}', 'text/plain')).statusCode).toBe(403)
    expect((await post('pin=1234&pin=5678')).statusCode).toBe(403)
  })

  test.each(['123', '123456789', 'abcd', '12 34'])(
    'does not accept %s as a PIN',
    async (linkPin) => {
      const body = { imageIds, linkPin }
      expect((await server.call(routes.share.create, { body }, token)).status).toBe(400)
    },
  )
})

test('shared links are rate limited', async () => {
  const strict = await startTestServer({ PUBLIC_CALLS_PER_MINUTE: '10' })
  try {
    const statuses: number[] = []
    for (let at = 0; at < 7; at += 1)
      statuses.push((await strict.app.inject({ url: `/vue/shared/${'a'.repeat(43)}` })).statusCode)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  } finally {
    await strict.close()
  }
})

test('an administrator sets the address of links, and a local address is reported', async () => {
  const admin = await server.createToken(
    await insertUser(server.unscopedDb, {
      username: 'address.admin',
      clinicId: clinic.id,
      flags: { clinicAdmin: true },
      passwordHash: server.passwordHash,
    }),
  )
  const params = { clinicId: clinic.id }
  const set = (address: string, by = admin) =>
    server.call(routes.linkAddress.update, { params, body: { address } }, by)
  expect((await server.call(routes.linkAddress.ofClinic, { params }, token)).body).toMatchObject({
    own: '',
    used: 'https://images.clinic.example/vue/',
    isLocal: false,
  })
  expect(await set('http://192.0.2.7', token)).toRefuse('access/forbidden')
  for (const wrong of [
    'ftp://host',
    'javascript:alert(1)',
    'http://a:b@host',
    'host',
    'http://h/?q',
    'http://999.1.1.1',
  ])
    expect(await set(wrong)).toRefuse('request/invalid')

  expect((await set('http://192.0.2.7:4280')).body).toMatchObject({
    used: 'http://192.0.2.7:4280/vue/',
    isLocal: false,
  })
  const shared = await server.call(routes.share.create, { body: { imageIds } }, token)
  expect(shared.body.url).toMatch(/^http:\/\/192\.0\.2\.7:4280\/vue\/shared\//u)
  for (const address of ['http://localhost:4280', 'http://127.0.0.1', 'http://[::1]:4280'])
    expect((await set(address)).body.isLocal).toBe(true)
  expect((await set('')).body.used).toBe('https://images.clinic.example/vue/')
})
