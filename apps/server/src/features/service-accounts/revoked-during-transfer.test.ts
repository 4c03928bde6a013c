import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRadiograph, toUid } from '../../testing/dicom/dicom-objects.ts'
import { importFile } from '../../testing/dicom/dicom-web-client.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

const recheckAccessMs = 200

let server: TestServer
let admin: string
beforeAll(async () => {
  server = await startTestServer({}, { recheckAccessMs })
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

async function createKey(name: string) {
  const rights = { mayStore: true, mayQuery: true, mayRetrieve: true }
  const body = { clinicId: server.first.id, name, ...rights, validUntil: null }
  const { key, account } = (await server.call(routes.serviceAccount.create, { body }, admin)).body
  const revoke = () =>
    server.call(routes.serviceAccount.revoke, { params: { id: account.id } }, admin)
  return { key, revoke }
}

/** Opens a request whose body the test sends piece by piece. */
function open(
  method: 'GET' | 'POST',
  path: string,
  token: string,
  type?: string,
  on: TestServer = server,
) {
  const { port } = on.app.server.address() as AddressInfo
  const headers = {
    authorization: `Bearer ${token}`,
    ...(type === undefined ? {} : { 'content-type': type }),
  }
  const sending = request({ port, method, path: `/api/${path}`, headers })
  let isOpen = true
  sending.once('close', () => (isOpen = false)).on('error', () => undefined)
  const answered = new Promise<IncomingMessage | undefined>((resolve) => {
    sending.once('response', resolve).once('close', () => resolve(undefined))
  })
  return { sending, answered, isOpen: () => isOpen }
}

const stowType = 'multipart/related; type="application/dicom"; boundary=edge'
const createPart = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from('--edge\r\nContent-Type: application/dicom\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
const createFile = (name: string) => createRadiograph(name, { StudyInstanceUID: toUid(name) })

const isStored = async (name: string) =>
  (await server.unscopedDb
    .selectFrom('image')
    .select('id')
    .where('sopInstanceUID', '=', toUid(`image ${name}`))
    .executeTakeFirst()) !== undefined

test('the upload of a program ends soon after its key was revoked', async () => {
  const { key, revoke } = await createKey('Revoked')
  const upload = open('POST', 'dicom-web/studies', key, stowType)
  upload.sending.write(createPart(createFile('before')))
  // The server stores a part as soon as the next one begins.
  const later = createPart(createFile('after'))
  upload.sending.write(later.subarray(0, 600))
  await expect.poll(() => isStored('before')).toBe(true)
  expect((await revoke()).status).toBe(204)
  await expect.poll(upload.isOpen).toBe(false)
  expect(await upload.answered).toBeUndefined()
  expect(await isStored('after')).toBe(false)
  // An object that was stored before is in the audit trail.
  const received = () =>
    server.unscopedDb
      .selectFrom('auditEvent')
      .select('username')
      .where('action', '=', 'image.import')
      .where('username', '=', 'Revoked')
      .execute()
  await expect.poll(async () => (await received()).length).toBe(1)
})

test('the upload of a program with a valid key goes on, however long it takes', async () => {
  const { key } = await createKey('Valid')
  const upload = open('POST', 'dicom-web/studies', key, stowType)
  const part = createPart(createFile('slow'))
  upload.sending.write(part.subarray(0, 600))
  await wait(4 * recheckAccessMs)
  upload.sending.end(Buffer.concat([part.subarray(600), Buffer.from('--edge--\r\n')]))
  expect((await upload.answered)?.statusCode).toBe(200)
  expect(await isStored('slow')).toBe(true)
})

test('a revocation ends an upload before it is answered, however rarely rights are checked', async () => {
  const other = await startTestServer({}, { recheckAccessMs: 600_000 })
  try {
    await other.app.listen({ host: '127.0.0.1', port: 0 })
    const by = await other.createToken(other.first.users.clinicAdmin.id)
    const rights = { mayStore: true, mayQuery: false, mayRetrieve: false }
    const body = { clinicId: other.first.id, name: 'Rare', ...rights, validUntil: null }
    const { key, account } = (await other.call(routes.serviceAccount.create, { body }, by)).body
    const upload = open('POST', 'dicom-web/studies', key, stowType, other)
    const part = createPart(createFile('rare'))
    upload.sending.write(part.subarray(0, 600))
    await wait(300)
    const params = { id: account.id }
    expect((await other.call(routes.serviceAccount.revoke, { params }, by)).status).toBe(204)
    upload.sending.end(Buffer.concat([part.subarray(600), Buffer.from('--edge--\r\n')]))
    expect(await upload.answered).toBeUndefined()
    const stored = await other.unscopedDb
      .selectFrom('image')
      .select('id')
      .where('sopInstanceUID', '=', toUid('image rare'))
      .executeTakeFirst()
    expect(stored).toBeUndefined()
  } finally {
    await other.close()
  }
})

const users = { signsOut: 'reporter', isDisabled: 'staff' } as const
const withdrawals = {
  signsOut: (token: string) => server.call(routes.auth.logout, {}, token),
  isDisabled: async () => {
    const { permissionProfileId: id } = await server.unscopedDb
      .selectFrom('user')
      .select('permissionProfileId')
      .where('id', '=', server.first.users.staff.id)
      .executeTakeFirstOrThrow()
    const by = await server.createToken(server.first.users.superAdmin.id)
    const body = { id, status: 'Inactive' } as const
    return server.call(routes.permissionProfile.update, { body }, by)
  },
}

test.each([
  ['signs out', 'signsOut'],
  ['is disabled', 'isDisabled'],
] as const)('the import of a user who %s is ended and leaves no file', async (_what, how) => {
  const token = await server.createToken(server.first.users[users[how]].id)
  const upload = open('POST', 'image/import?name=file', token, 'application/dicom')
  upload.sending.write(createFile('left').subarray(0, 1000))
  const countUnfinished = async () => (await readdir(join(server.folder, 'files/.tmp'))).length
  await wait(2 * recheckAccessMs)
  expect(upload.isOpen()).toBe(true)
  expect((await withdrawals[how](token)).status).toBeLessThan(300)
  await expect.poll(upload.isOpen).toBe(false)
  await expect.poll(countUnfinished).toBe(0)
  expect(await isStored('left')).toBe(false)
})

test('the download of a program ends soon after its key was revoked', async () => {
  const token = await server.createToken(server.first.users.reporter.id)
  const study = { StudyInstanceUID: toUid('long study') }
  for (let number = 1; number <= 5; number += 1)
    await importFile(
      server,
      token,
      createRadiograph(`long ${number}`, study, { rows: 2400, columns: 1500 }),
    )
  const { key, revoke } = await createKey('Reader')
  const download = open('GET', `dicom-web/studies/${toUid('long study')}`, key)
  download.sending.end()
  const reply = await download.answered
  expect(reply?.statusCode).toBe(200)
  // The reader takes nothing, so that the response cannot end.
  const ending = once(reply ?? download.sending, 'end')
  // The connection may end before the response is read.
  ending.catch(() => undefined)
  await revoke()
  await wait(3 * recheckAccessMs)
  reply?.resume()
  await expect(ending).rejects.toThrow('aborted')
})
