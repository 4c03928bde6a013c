import { allRoutes, routes } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { formatDay } from '../../time/format-day.ts'
import { createSampleRequests } from '../../testing/server/sample-requests.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

type Rights = Partial<Record<'mayStore' | 'mayQuery' | 'mayRetrieve', boolean>>
const everything = { mayStore: true, mayQuery: true, mayRetrieve: true }

async function createAccount(name: string, rights: Rights, validUntil: string | null = null) {
  const body = { clinicId: server.first.id, name, ...rights, validUntil }
  const { status, body: created } = await server.call(routes.serviceAccount.create, { body }, admin)
  expect(status).toBe(200)
  return created
}
const findAccount = async (id: number) =>
  (await server.call(routes.serviceAccount.list, {}, admin)).body.find((one) => one.id === id)
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const basic = (key: string, name = 'archive') => ({
  authorization: `Basic ${Buffer.from(`${name}:${key}`).toString('base64')}`,
})
const searchStudies = (headers: Record<string, string>, query = '') =>
  server.app.inject({ url: `/api/dicom-web/studies${query}`, headers })
const store = (headers: Record<string, string>, name: string) =>
  server.app.inject({
    method: 'POST',
    url: '/api/dicom-web/studies',
    headers: { ...headers, 'content-type': 'application/dicom' },
    payload: createRadiograph(name, { StudyInstanceUID: toUid(`study ${name}`) }),
  })

describe('a key', () => {
  test('a key is returned once, and only its hash is stored', async () => {
    const { key, account } = await createAccount('Shown once', { mayQuery: true })
    expect(key).toMatch(/^talus-key-[\w-]{43}$/u)
    const row = await server.unscopedDb
      .selectFrom('serviceAccount')
      .selectAll()
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain(key)
    expect(JSON.stringify(await findAccount(account.id))).not.toContain(row.keyHash)
    const events = await server.unscopedDb.selectFrom('auditEvent').selectAll().execute()
    expect(JSON.stringify(events)).not.toContain(key)
    expect(events.at(-1)).toMatchObject({
      action: 'service-account.create',
      username: 'clinicAdmin.First',
      subject: 'Shown once',
      after: { mayQuery: true, mayStore: false },
    })
  })

  test('a key works as bearer token and as password, and its last use is seen', async () => {
    const { key, account } = await createAccount('Viewer', everything)
    expect((await searchStudies(bearer(key))).statusCode).toBe(200)
    expect((await searchStudies(basic(key))).statusCode).toBe(200)
    expect(await findAccount(account.id)).toMatchObject({
      lastUsedOn: server.clock().toISOString(),
      lastAddress: '127.0.0.1',
    })
  })

  test('a key reaches the studies of its clinic only', async () => {
    const { key } = await createAccount('Archive', everything)
    const { first, second } = server
    const uidOf = (clinic: typeof first) => clinic.records.studyInstanceUID
    const found = (await searchStudies(bearer(key))).body
    expect(found).toContain(uidOf(first))
    expect(found).not.toContain(uidOf(second))
    const other = await searchStudies(bearer(key), `/${uidOf(second)}/metadata`)
    expect(other.statusCode).toBe(404)
    expect((await searchStudies(bearer(key), `?clinicId=${second.id}`)).statusCode).toBe(403)
    expect((await store({ ...bearer(key) }, 'by key')).statusCode).toBe(200)
    const image = await server.unscopedDb
      .selectFrom('image')
      .select('clinicId')
      .where('sopInstanceUID', '=', toUid('image by key'))
      .executeTakeFirst()
    expect(image?.clinicId).toBe(first.id)
    const event = await server.unscopedDb
      .selectFrom('auditEvent')
      .select(['username', 'after'])
      .where('action', '=', 'image.import')
      .executeTakeFirst()
    expect(event).toMatchObject({
      username: 'Archive',
      after: { images: 1, sopInstanceUIDs: [toUid('image by key')] },
    })
  })

  test('a key has only the rights of its account', async () => {
    const { key } = await createAccount('Sender', { mayStore: true })
    expect((await searchStudies(bearer(key))).statusCode).toBe(403)
    const study = server.first.records.studyInstanceUID
    expect((await searchStudies(bearer(key), `/${study}/metadata`)).statusCode).toBe(403)
    expect((await store(bearer(key), 'sent')).statusCode).toBe(200)
    const { key: reader } = await createAccount('Reader', { mayQuery: true })
    expect((await store(bearer(reader), 'not sent')).statusCode).toBe(403)
    // The right is checked first: the answer does not depend on whose study it is, if any.
    const refusals = []
    for (const uid of [study, server.second.records.studyInstanceUID, toUid('nobody’s study')]) {
      const { statusCode, body } = await searchStudies(bearer(reader), `/${uid}/metadata`)
      refusals.push(`${statusCode} ${body}`)
    }
    expect(refusals[0]).toMatch(/^403 /u)
    expect(new Set(refusals).size).toBe(1)
  })

  test('a key is refused by every other route', async () => {
    const { key } = await createAccount('Curious', everything)
    const requests = createSampleRequests(server.first)
    for (const { name, route } of allRoutes) {
      if (route.needs === 'nothing' || route.serviceRight !== undefined) continue
      for (const headers of [bearer(key), basic(key)]) {
        const { status } = await server.call(route, requests[name] ?? {}, undefined, headers)
        expect([name, status]).toEqual([name, 401])
      }
    }
  })

  test('a revoked key is refused at once, and an expired one after its last day', async () => {
    const { key, account } = await createAccount('Old', everything)
    expect((await searchStudies(bearer(key))).statusCode).toBe(200)
    const params = { id: account.id }
    const revoke = (token: string) => server.call(routes.serviceAccount.revoke, { params }, token)
    const other = await server.createToken(server.second.users.clinicAdmin.id)
    expect(await revoke(other)).toRefuse('record/not-found')
    expect((await searchStudies(bearer(key))).statusCode).toBe(200)
    expect(await revoke(admin)).toMatchObject({ status: 204 })
    expect((await searchStudies(bearer(key))).statusCode).toBe(401)

    const today = server.clock().toISOString().slice(0, 10)
    const { key: short } = await createAccount('Short', everything, today)
    expect((await searchStudies(bearer(short))).statusCode).toBe(200)
    server.advanceClock(36 * 3_600_000)
    expect((await searchStudies(bearer(short))).statusCode).toBe(401)
    admin = await server.createToken(server.first.users.clinicAdmin.id)
  })

  test('a last day in the past is refused, and the day is the one of the clinic', async () => {
    const today = formatDay('Pacific/Pago_Pago', server.clock())
    const { timeZone } = await server.unscopedDb
      .selectFrom('clinic')
      .select('timeZone')
      .where('id', '=', server.first.id)
      .executeTakeFirstOrThrow()
    const setZone = (zone: string) =>
      server.unscopedDb
        .updateTable('clinic')
        .set({ timeZone: zone })
        .where('id', '=', server.first.id)
        .execute()
    const create = (validUntil: string) =>
      server.call(
        routes.serviceAccount.create,
        { body: { clinicId: server.first.id, name: 'Late', mayQuery: true, validUntil } },
        admin,
      )
    const late = await create('2026-03-01')
    expect(late).toRefuse('request/invalid')
    expect(late.error.fields).toMatchObject({ validUntil: 'This date is in the past' })
    // These zones are 25 hours apart: the day has ended in one of them.
    await setZone('Pacific/Kiritimati')
    expect(await create(today)).toRefuse('request/invalid')
    await setZone('Pacific/Pago_Pago')
    const { status, body } = await create(today)
    expect(status).toBe(200)
    const { id, name } = body.account
    const change = { id, name, mayQuery: true, validUntil: '2026-01-01' }
    expect(await server.call(routes.serviceAccount.update, { body: change }, admin)).toRefuse(
      'request/invalid',
    )
    await setZone(timeZone)
  })

  test('an account needs a right', async () => {
    const body = { clinicId: server.first.id, name: 'Nothing' }
    expect(await server.call(routes.serviceAccount.create, { body }, admin)).toRefuse(
      'request/invalid',
    )
  })
})

describe('wrong keys', () => {
  test('many wrong keys are refused with a pause, and a right key still works', async () => {
    const { key } = await createAccount('Patient', everything)
    // The wrong keys of the tests before are forgotten.
    server.advanceClock(16 * 60_000)
    const wrong = basic(`talus-key-${'x'.repeat(43)}`)
    const statuses = new Set<number>()
    for (let count = 0; count < 35; count += 1)
      statuses.add((await searchStudies(wrong)).statusCode)
    expect([...statuses]).toEqual([401, 429])
    expect((await searchStudies(wrong)).headers['retry-after']).toBeDefined()
    expect((await searchStudies(bearer(key))).statusCode).toBe(200)
    const refusals = await server.unscopedDb
      .selectFrom('auditEvent')
      .select('address')
      .where('action', '=', 'service-account.refused')
      .where('clinicId', 'is', null)
      .execute()
    expect(refusals).toEqual([{ address: '127.0.0.1' }])
  })

  test('a program without a key is asked for one, and the page is not', async () => {
    const asked = await searchStudies({})
    expect([asked.statusCode, asked.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="DICOMweb"',
    ])
    for (const token of ['a'.repeat(43), 'short']) {
      const page = await searchStudies(bearer(token))
      expect([page.statusCode, page.headers['www-authenticate']]).toEqual([401, undefined])
    }
  })
})
