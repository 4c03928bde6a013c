import { routes } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasDcmtk, noDcmtk } from '../../testing/dicom/dcmtk.ts'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { startReceivingServer } from '../../testing/dicom/receiving-server.ts'
import type { ReceivingServer } from '../../testing/dicom/receiving-server.ts'
import { testPassword } from '../../testing/server/test-server.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: ReceivingServer
beforeAll(async () => {
  server = await startReceivingServer()
})
afterAll(() => server.close())

const listEvents = (action: string) =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()

describe('sign-ins', () => {
  const signIn = (username: string, password: string) =>
    server.call(routes.auth.login, { body: { username, password } })

  test('a sign-in, a failed one and a sign-out are in the audit trail with account and address', async () => {
    const { id, username } = server.first.users.doctor
    const reply = await signIn(username, testPassword)
    const token = String(reply.headers['authorization']).replace('Bearer ', '')
    expect((await listEvents('session.sign-in')).at(-1)).toMatchObject({
      userId: id,
      username,
      subject: username,
      clinicId: server.first.id,
      address: '127.0.0.1',
      kind: 'session',
    })
    await signIn(username, 'not the password')
    expect((await listEvents('session.failed')).at(-1)).toMatchObject({
      userId: null,
      subject: username,
      entityId: id,
      address: '127.0.0.1',
    })
    await server.call(routes.auth.logout, {}, token)
    expect((await listEvents('session.sign-out')).at(-1)).toMatchObject({ userId: id, username })
  })

  test('limited guesses are one event for each account and address in the time of the limit', async () => {
    const { id, username } = server.first.users.staff
    const guess = async (times: number, remoteAddress: string, name = username) => {
      for (let at = 0; at < times; at += 1)
        await server.app.inject({
          method: 'POST',
          url: `${server.config.apiBase}auth/login`,
          remoteAddress,
          payload: { username: name, password: `Guess-${at}-of-many` },
        })
    }
    const listLimited = async () =>
      (await listEvents('session.limited')).map((event) => [event.entityId, event.address])
    await guess(5, '10.8.0.1')
    expect(await listLimited()).toEqual([])
    await guess(20, '10.8.0.1')
    expect(await listLimited()).toEqual([[id, '10.8.0.1']])
    expect((await listEvents('session.limited')).at(-1)).toMatchObject({
      userId: null,
      username: '',
      subject: username,
      clinicId: server.first.id,
      kind: 'session',
    })
    await guess(7, '10.8.0.2')
    await guess(7, '10.8.0.3', 'Nobody-has-this-name')
    const first = [
      [id, '10.8.0.1'],
      [id, '10.8.0.2'],
      [null, '10.8.0.3'],
    ]
    expect(await listLimited()).toEqual(first)
    expect(JSON.stringify(await listEvents('session.limited'))).not.toContain('Nobody')
    server.advanceClock(16 * 60_000)
    await guess(7, '10.8.0.1')
    expect(await listLimited()).toEqual([...first, [id, '10.8.0.1']])
  })

  test('a password that was typed as a name is not in the audit trail', async () => {
    await signIn('My-secret-1', 'whatever')
    const event = (await listEvents('session.failed')).at(-1)
    expect(event).toMatchObject({ subject: '', entityId: null })
    expect(JSON.stringify(event)).not.toContain('secret')
  })
})

test('new owners, patients and studies are in the audit trail', async () => {
  const token = await server.createToken(server.first.users.staff.id)
  const clinicId = server.first.id
  const owner = await server.call(
    routes.owner.create,
    { body: { name: 'Ann New', clinicId, address: '', phone: '', email: '' } },
    token,
  )
  expect(owner.status).toBe(200)
  const patient = await server.call(
    routes.patient.create,
    { body: { name: 'Rex New', clinicId, speciesId: 1, sex: 'Male', ownerId: owner.body.id } },
    token,
  )
  expect(patient.status).toBe(200)
  const study = await server.call(
    routes.study.create,
    { body: { patientId: patient.body.id, clinicId } },
    token,
  )
  expect(study.status).toBe(200)
  expect(await listEvents('owner.create')).toMatchObject([
    { subject: 'Ann New', entityId: owner.body.id, username: 'staff.First' },
  ])
  expect(await listEvents('patient.create')).toMatchObject([
    { subject: 'Rex New', entityId: patient.body.id },
  ])
  expect(await listEvents('study.create')).toMatchObject([
    {
      entityId: study.body.id,
      clinicId,
      after: { studyInstanceUID: study.body.studyInstanceUID },
    },
  ])
})

describe('received images', () => {
  beforeEach(({ skip }) => skip(!hasDcmtk, noDcmtk))

  test('images received by C-STORE are named, with their sender, in a few entries', async () => {
    const names = Array.from({ length: 12 }, (_one, index) => `slice${index}`)
    const files = Object.fromEntries(
      names.map((name) => [
        name,
        createRadiograph(name, { StudyInstanceUID: toUid('series of slices') }),
      ]),
    )
    expect(await server.storescu(await server.write(files))).toMatchObject({ code: 0 })
    // The fixture has a receipt of a server that has ended, which is in the trail since the start.
    const listReceipts = async () =>
      (await listEvents('image.receive')).filter(({ address }) => address === '127.0.0.1')
    const first = (await listReceipts())[0]
    // The first image is recorded before it is acknowledged.
    expect(first).toMatchObject({
      username: 'DICOM',
      subject: 'CR_ROOM',
      address: '127.0.0.1',
      clinicId: server.first.id,
      after: { studyInstanceUID: toUid('series of slices'), images: 1 },
    })
    await vi.waitFor(
      async () => {
        const events = await listReceipts()
        const named = new Set(events.flatMap(({ after }) => after?.['sopInstanceUIDs']))
        expect(named).toEqual(new Set(names.map((name) => toUid(`image ${name}`))))
        expect(events.length).toBeLessThan(names.length / 2)
      },
      { timeout: 10_000, interval: 200 },
    )
  })
})
