import { connect } from 'node:net'
import { routes } from '@talus/contract'
import type { ImageId, StudyId, UserId } from '@talus/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { imageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { clinicWithImages } from '../../testing/clinic-with-images.ts'
import type { ClinicWithImages } from '../../testing/clinic-with-images.ts'
import { insertUser } from '../../testing/people.ts'
import { portOf } from '../../testing/peers.ts'
import { readZip } from '../../testing/read-zip.ts'
import { testServer } from '../../testing/test-server.ts'
import type { TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: ClinicWithImages
let sharer: UserId
let token: string
let studyId: StudyId
let imageIds: ImageId[]
const dayMs = 86_400_000
const hostile = '<img src=x onerror=alert(1)>"Réx\''

const radiograph = (shade: number) =>
  imageFile(
    { columns: 600, rows: 400, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(Uint16Array.from({ length: 240_000 }, (_, at) => (at % 600) + shade).buffer),
  )
const stored = (bodyPart = 'Chest', bytes: Uint8Array = radiograph(imageIds.length)) =>
  clinic.addImage({ studyId, bodyPart, bytes })

beforeAll(async () => {
  server = await testServer({ PUBLIC_URL: 'https://images.clinic.example/vue' })
  clinic = await clinicWithImages(server, 'Clinique <b>d’Été</b>')
  const flags = { operator: true }
  const { unscopedDb, passwordHash } = server
  const user = { username: 'sharer', clinicId: clinic.id, flags, passwordHash }
  sharer = await insertUser(unscopedDb, user)
})
afterAll(() => server.close())
beforeEach(async () => {
  // The clock of a test may have run past the end of a session.
  token = await server.tokenOf(sharer)
  studyId = await clinic.addStudy(await clinic.addPatient(hostile))
  imageIds = []
  imageIds.push(await stored('<i>Chest</i>'))
  imageIds.push(await stored('Pelvis'))
})

async function share(options: { linkDays?: number; linkPin?: string } = {}, ids = imageIds) {
  const body = { imageIds: ids, ...options }
  const answer = await server.call(routes.share.create, { body }, token)
  expect(answer.status).toBe(200)
  const { url } = answer.body
  expect(url).toMatch(/^https:\/\/images\.clinic\.example\/vue\/shared\/[\w-]{43}$/u)
  return { ...answer.body, path: new URL(url).pathname }
}
const open = (path: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: path, headers })
const enter = (path: string, pin: string) =>
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

/** What is told of a link that does not exist: every other closed one must be told the same. */
const closedPage = async () => {
  const unknown = await open(`/vue/shared/${'x'.repeat(43)}`)
  return [unknown.statusCode, unknown.body]
}

describe('a link', () => {
  test('is made of chance, and the database cannot tell it', async () => {
    const { url, share: made } = await share()
    const secret = url.slice(-43)
    const [row] = await server.unscopedDb
      .selectFrom('share')
      .selectAll()
      .where('id', '=', made.id)
      .execute()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await share()).url).not.toBe(url)
    expect(made).toMatchObject({
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

  test('holds images of one study, of the own clinic, that are there', async () => {
    const refusal = async (ids: number[]) => {
      const answer = await server.call(routes.share.create, { body: { imageIds: ids } }, token)
      return [answer.status, answer.error.code]
    }
    const [good = 0] = imageIds
    expect(await refusal([good, server.second.records.imageId])).toEqual([404, 'record/not-found'])
    expect(await refusal([good, 99_999])).toEqual([404, 'record/not-found'])
    const rejected = await clinic.addImage({ studyId, isRejected: true })
    expect(await refusal([good, rejected])).toEqual([404, 'record/not-found'])
    const other = await clinic.addStudy(await clinic.addPatient('Other'))
    const elsewhere = await clinic.addImage({ studyId: other, bytes: radiograph(3) })
    expect(await refusal([good, elsewhere])).toEqual([400, 'share/several-studies'])
    expect(await list()).toEqual([])
  })

  test('is listed with what became of it, and closed by its clinic only', async () => {
    const { path, share: made } = await share()
    await open(path)
    expect(await list()).toMatchObject([{ id: made.id, opened: 1 }])
    const stranger = await server.tokenOf(server.second.people.clinicAdmin.id)
    const params = { id: made.id }
    expect((await server.call(routes.share.revoke, { params }, stranger)).status).toBe(404)
    expect((await open(path)).statusCode).toBe(200)
    for (const _ of [1, 2])
      expect((await server.call(routes.share.revoke, { params }, token)).status).toBe(204)
    expect(await list()).toMatchObject([{ revokedOn: expect.any(String) }])
    expect(
      (await trail('share.revoke')).filter(({ entityId }) => entityId === made.id),
    ).toHaveLength(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await closedPage())
  })
})

describe('the page of a link', () => {
  test('shows the images and says nothing in anybody’s language but text', async () => {
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

  test('calls parts and teeth by their names in the language of the reader', async () => {
    const { path } = await share({}, [await stored('Chest'), await stored('104 - RU - Canine')])
    const names = async (language: string) => {
      const { body } = await open(path, { 'accept-language': language })
      return [...body.matchAll(/<span>([^<]*)<\/span><\/li>/gu)].map(([, name]) => name)
    }
    expect(await names('en')).toEqual(['Chest LAT', '104 · Right upper, Canine LAT'])
    expect(await names('fr')).toEqual(['Thorax LAT', '104 · Supérieur droit, Canine LAT'])
  })

  test('leads to pictures by their place', async () => {
    const { path } = await share()
    const preview = await open(`${path}/preview/1.jpg`)
    expect(await sharp(preview.rawPayload).metadata()).toMatchObject({ width: 512, height: 341 })
    expect(preview.headers['cache-control']).toBe('no-store')
    const full = await open(`${path}/image/2.jpg`)
    expect(await sharp(full.rawPayload).metadata()).toMatchObject({ width: 600, height: 400 })
    const page = await open(`${path}/2`)
    expect(page.body).toContain(`src="${path}/image/2.jpg" alt="Pelvis LAT"`)
    expect(page.body).toContain(`rel="prev" href="${path}/1"`)
    for (const place of ['0', '3', '99999999999999999999', String(imageIds[0])])
      expect((await open(`${path}/image/${place}.jpg`)).statusCode).toBe(404)
    expect((await open(`${path}/3`)).statusCode).toBe(404)
  })

  test('gives all of it as a zip, in either form', async () => {
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
    const pictures = await readZip((await open(`${path}/jpeg.zip`)).rawPayload)
    expect(await sharp(pictures[0]?.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 600 })
    const [event] = await trail('share.download')
    expect(event).toMatchObject({ userId: null, after: { type: 'JPEG', images: 2 } })
  })

  test('loses what is rejected, and closes with its study', async () => {
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
    // The other one keeps its place.
    expect((await open(`${path}/image/2.jpg`)).statusCode).toBe(200)
    expect(await readZip((await open(`${path}/dicom.zip`)).rawPayload)).toHaveLength(2)
    await unscopedDb
      .updateTable('study')
      .set({ isDeleted: true })
      .where('id', '=', studyId)
      .execute()
    for (const part of ['', '/2', '/image/2.jpg', '/dicom.zip']) {
      const closed = await open(path + part)
      expect([closed.statusCode, closed.body]).toEqual(await closedPage())
    }
  })

  test('is over when its time is', async () => {
    const { path } = await share({ linkDays: 2 })
    server.pass(2 * dayMs - 1)
    expect((await open(path)).statusCode).toBe(200)
    server.pass(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await closedPage())
    expect((await open(`${path}/jpeg.zip`)).statusCode).toBe(404)
  })

  test('is not to be guessed, and tells nothing of itself to those who try', async () => {
    const { path } = await share()
    const expected = await closedPage()
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

  test('is not opened by a question for its headers', async () => {
    const { path, share: made } = await share()
    await server.app.inject({ method: 'HEAD', url: path })
    expect(await list()).toMatchObject([{ id: made.id, opened: 0 }])
  })

  test('lets go of a zip whose reader leaves', { timeout: 60_000 }, async () => {
    for (let at = 0; at < 5; at += 1)
      imageIds.push(await stored(`Part ${at}`, Buffer.alloc(3_000_000, at)))
    const { path } = await share()
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const port = portOf(server.app.server)
    for (let at = 0; at < 5; at += 1) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${path}/dicom.zip HTTP/1.1\r\nhost: x\r\n\r\n`)
      await new Promise((resolve) => socket.once('data', resolve))
      socket.destroy()
      // Two at once is the limit of a link: a place that is never given back ends this here.
      const again = async () => (await open(`${path}/dicom.zip`)).statusCode
      await expect.poll(again, { timeout: 10_000 }).toBe(200)
    }
  })
})

describe('a link with a PIN', () => {
  test('shows nothing before it, and everything after it', async () => {
    const { path, share: made } = await share({ linkPin: '04711' })
    expect(made.hasPin).toBe(true)
    const locked = await open(path)
    expect(locked.body).toContain('Enter your PIN')
    expect(locked.body).not.toMatch(/Réx|Clinique|Pelvis/u)
    for (const part of ['/1', '/image/1.jpg', '/preview/1.jpg', '/jpeg.zip', '/dicom.zip'])
      expect((await open(path + part)).statusCode).toBe(404)
    expect((await enter(path, '4711')).statusCode).toBe(403)
    const entered = await enter(path, '04711')
    expect([entered.statusCode, entered.headers.location]).toEqual([303, path])
    const cookie = String(entered.headers['set-cookie'])
    expect(cookie).toMatch(
      new RegExp(`; Path=${path}; Max-Age=1800; HttpOnly; SameSite=Strict; Secure$`, 'u'),
    )
    const [pass = ''] = cookie.split(';')
    const unlocked = { cookie: `other=1; ${pass}` }
    expect((await open(path, unlocked)).body).toContain('Pelvis')
    expect((await open(`${path}/image/1.jpg`, unlocked)).statusCode).toBe(200)
    // Of this link only, for a while, and not to be changed.
    const { path: otherPath } = await share({ linkPin: '04711' })
    expect((await open(`${otherPath}/1`, unlocked)).statusCode).toBe(404)
    const forged = `${pass.slice(0, -4)}AAAA`
    expect((await open(`${path}/1`, { cookie: forged })).statusCode).toBe(404)
    server.pass(31 * 60_000)
    expect((await open(`${path}/1`, unlocked)).statusCode).toBe(404)
  })

  test('is closed by the tenth wrong one, also when they come all at once', async () => {
    const { path, share: made } = await share({ linkPin: '1234' })
    const guesses = await Promise.all(
      Array.from({ length: 25 }, (_, at) => enter(path, String(2000 + at))),
    )
    const statuses = guesses.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 403)).toHaveLength(9)
    expect(statuses.filter((status) => status === 404)).toHaveLength(16)
    // Not even the right one opens it any more.
    const closed = await enter(path, '1234')
    expect([closed.statusCode, closed.body]).toEqual(await closedPage())
    const [row] = await list()
    expect(row).toMatchObject({ id: made.id, revokedOn: expect.any(String) })
    const [event] = await trail('share.revoke')
    expect(event).toMatchObject({ entityId: made.id, userId: null, after: { wrongPins: 10 } })
  })

  test('counts from the beginning after the right one', async () => {
    const { path } = await share({ linkPin: '1234' })
    for (let at = 0; at < 9; at += 1) await enter(path, '0000')
    expect((await enter(path, '1234')).statusCode).toBe(303)
    expect((await enter(path, '0000')).body).toContain('9 tries are left')
  })

  test('takes no form that is none', async () => {
    const { path } = await share({ linkPin: '1234' })
    const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
      server.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload })
    expect((await post('')).statusCode).toBe(403)
    expect((await post(`pin=${'1'.repeat(5000)}`)).statusCode).toBe(404)
    expect((await post('{"pin":"1234"}', 'text/plain')).statusCode).toBe(403)
    expect((await post('pin=1234&pin=5678')).statusCode).toBe(403)
  })

  test.each(['123', '123456789', 'abcd', '12 34'])('%s is no PIN', async (linkPin) => {
    const body = { imageIds, linkPin }
    expect((await server.call(routes.share.create, { body }, token)).status).toBe(400)
  })
})

test('those who come too often are asked to wait', async () => {
  const strict = await testServer({ PUBLIC_CALLS_PER_MINUTE: '10' })
  try {
    const statuses: number[] = []
    for (let at = 0; at < 7; at += 1)
      statuses.push((await strict.app.inject({ url: `/vue/shared/${'a'.repeat(43)}` })).statusCode)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  } finally {
    await strict.close()
  }
})
