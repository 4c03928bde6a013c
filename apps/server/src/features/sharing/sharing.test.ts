import { routes } from '@talus/contract'
import { describe, expect, test } from 'vitest'
import { createImageFile } from '../../../../../packages/dicom/src/testing/synthetic-file.ts'
import { readZip } from '../../testing/images/read-zip.ts'
import { setUpSharing } from '../../testing/images/sharing-fixture.ts'
import { insertUser } from '../../testing/records/clinics-and-users.ts'
import { startTestServer } from '../../testing/server/test-server.ts'

const radiograph = (shade: number) =>
  createImageFile(
    { columns: 600, rows: 400, bitsStored: 12, photometric: 'MONOCHROME2' },
    new Uint8Array(Uint16Array.from({ length: 240_000 }, (_, at) => (at % 600) + shade).buffer),
  )
const sharing = setUpSharing(radiograph)
const { share, open, enterPin, trail, list, requestUnknownLink } = sharing
const dayMs = 86_400_000

describe('a shared link', () => {
  test('has a random token, which is not stored in the database', async () => {
    const { url, share: created } = await share()
    const secret = url.slice(-43)
    const [row] = await sharing.server.unscopedDb
      .selectFrom('share')
      .selectAll()
      .where('id', '=', created.id)
      .execute()
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect((await share()).url).not.toBe(url)
    expect(created).toMatchObject({
      clinicId: sharing.clinic.id,
      studyId: sharing.studyId,
      imageCount: 2,
      hasPin: false,
      opened: 0,
      revokedOn: null,
      user: 'sharer',
      recipients: [],
      expiresOn: new Date(sharing.server.clock().getTime() + 7 * dayMs).toISOString(),
    })
    const [event] = await trail('share.create')
    expect(event).toMatchObject({ entityId: expect.any(Number), username: 'sharer' })
    expect(JSON.stringify(event)).not.toContain(secret)
  })

  test('contains existing images of one study of the user’s clinic', async () => {
    const refusal = async (ids: number[]) => {
      const response = await sharing.server.call(
        routes.share.create,
        { body: { imageIds: ids } },
        sharing.token,
      )
      return [response.status, response.error.code]
    }
    const [good = 0] = sharing.imageIds
    expect(await refusal([good, sharing.server.second.records.imageId])).toEqual([
      404,
      'record/not-found',
    ])
    expect(await refusal([good, 99_999])).toEqual([404, 'record/not-found'])
    const rejected = await sharing.clinic.addImage({ studyId: sharing.studyId, isRejected: true })
    expect(await refusal([good, rejected])).toEqual([404, 'record/not-found'])
    const other = await sharing.clinic.addStudy(await sharing.clinic.addPatient('Other'))
    const otherImage = await sharing.clinic.addImage({ studyId: other, bytes: radiograph(3) })
    expect(await refusal([good, otherImage])).toEqual([400, 'share/several-studies'])
    expect(await list()).toEqual([])
  })

  test('is listed with its use, and revoked by its clinic only', async () => {
    const { path, share: created } = await share()
    await open(path)
    expect(await list()).toMatchObject([{ id: created.id, opened: 1 }])
    const stranger = await sharing.server.createToken(sharing.server.second.users.clinicAdmin.id)
    const params = { id: created.id }
    expect((await sharing.server.call(routes.share.revoke, { params }, stranger)).status).toBe(404)
    expect((await open(path)).statusCode).toBe(200)
    for (const _ of [1, 2])
      expect(
        (await sharing.server.call(routes.share.revoke, { params }, sharing.token)).status,
      ).toBe(204)
    expect(await list()).toMatchObject([{ revokedOn: expect.any(String) }])
    expect(
      (await trail('share.revoke')).filter(({ entityId }) => entityId === created.id),
    ).toHaveLength(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
  })

  test('does not show rejected images, and is closed when its study is deleted', async () => {
    const { path } = await share()
    const { unscopedDb } = sharing.server
    await unscopedDb
      .updateTable('image')
      .set({ isRejected: true })
      .where('id', '=', sharing.imageIds[0] ?? null)
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
      .where('id', '=', sharing.studyId)
      .execute()
    for (const part of ['', '/2', '/image/2.jpg', '/dicom.zip']) {
      const closed = await open(path + part)
      expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
    }
  })

  test('expires', async () => {
    const { path } = await share({ linkDays: 2 })
    sharing.server.advanceClock(2 * dayMs - 1)
    expect((await open(path)).statusCode).toBe(200)
    sharing.server.advanceClock(1)
    const closed = await open(path)
    expect([closed.statusCode, closed.body]).toEqual(await requestUnknownLink())
    expect((await open(`${path}/jpeg.zip`)).statusCode).toBe(404)
  })

  test('does not count a HEAD request as opened', async () => {
    const { path, share: created } = await share()
    await sharing.server.app.inject({ method: 'HEAD', url: path })
    expect(await list()).toMatchObject([{ id: created.id, opened: 0 }])
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
    sharing.server.advanceClock(31 * 60_000)
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
      sharing.server.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': type },
        payload,
      })
    expect((await post('')).statusCode).toBe(403)
    expect((await post(`pin=${'1'.repeat(5000)}`)).statusCode).toBe(404)
    expect((await post('{"pin":"1234"}', 'text/plain')).statusCode).toBe(403)
    expect((await post('pin=1234&pin=5678')).statusCode).toBe(403)
  })

  test.each(['123', '123456789', 'abcd', '12 34'])(
    'does not accept %s as a PIN',
    async (linkPin) => {
      const body = { imageIds: sharing.imageIds, linkPin }
      expect((await sharing.server.call(routes.share.create, { body }, sharing.token)).status).toBe(
        400,
      )
    },
  )
})

test('a PIN in a field with another name is refused instead of a link without a PIN', async () => {
  const before = (await list()).length
  const response = await sharing.server.app.inject({
    method: 'POST',
    url: `${sharing.server.config.apiBase}share`,
    headers: { authorization: `Bearer ${sharing.token}` },
    payload: { imageIds: sharing.imageIds, pin: '1234' },
  })
  expect(response).toRefuse('request/invalid')
  expect(Object.keys(response.json().fields)).toEqual(['pin'])
  expect(await list()).toHaveLength(before)
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
  const admin = await sharing.server.createToken(
    await insertUser(sharing.server.unscopedDb, {
      username: 'address.admin',
      clinicId: sharing.clinic.id,
      flags: { clinicAdmin: true },
      passwordHash: sharing.server.passwordHash,
    }),
  )
  const params = { clinicId: sharing.clinic.id }
  const set = (address: string, by = admin) =>
    sharing.server.call(routes.linkAddress.update, { params, body: { address } }, by)
  expect(
    (await sharing.server.call(routes.linkAddress.ofClinic, { params }, sharing.token)).body,
  ).toMatchObject({
    own: '',
    used: 'https://images.clinic.example/vue/',
    isLocal: false,
  })
  expect(await set('http://192.0.2.7', sharing.token)).toRefuse('access/forbidden')
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
  const shared = await sharing.server.call(
    routes.share.create,
    { body: { imageIds: sharing.imageIds } },
    sharing.token,
  )
  expect(shared.body.url).toMatch(/^http:\/\/192\.0\.2\.7:4280\/vue\/shared\//u)
  for (const address of ['http://localhost:4280', 'http://127.0.0.1', 'http://[::1]:4280'])
    expect((await set(address)).body.isLocal).toBe(true)
  expect((await set('')).body.used).toBe('https://images.clinic.example/vue/')
})
