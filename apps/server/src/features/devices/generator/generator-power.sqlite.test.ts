import { formatWorkplace, routes, workplaceHeader } from '@talus/contract'
import type { ClinicId, UserId } from '@talus/contract'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startBridge } from '../../../testing/capture/bridge-process.ts'
import { insertLocalBridge } from '../../../testing/records/devices.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

vi.setConfig({ testTimeout: 30_000 })

/** The power of the generator belongs to the sessions that have switched it on. */
let server: TestServer
let bridge: Awaited<ReturnType<typeof startBridge>>

beforeEach(async () => {
  const port = await findFreePort()
  server = await startTestServer({ BRIDGE_PORT: String(port) })
  await insertLocalBridge(server.unscopedDb, server.first.id)
  bridge = await startBridge(server.config.dataFolder, port)
})
afterEach(async () => {
  await server.app.close()
  await bridge.stop()
  await server.close()
})

const askForPower = (value: 0 | 1, token: string) =>
  server.call(routes.generator.power, { body: { value } }, token)
const switchPower = async (value: 0 | 1, token: string) => {
  const { status, body } = await askForPower(value, token)
  expect(status).toBe(200)
  return body.pw
}
/** A user without sessions of their own watches the generator. */
async function watchPower() {
  const token = await server.createToken(server.first.users.clinicAdmin.id)
  return async () => {
    const { body } = await server.call(routes.generator.status, {}, token)
    return /^pw:(.)$/mu.exec(String(body))?.[1]
  }
}
const signIn = async (id: UserId = server.first.users.staff.id) => {
  const token = await server.createToken(id)
  expect(await switchPower(1, token)).toBe(1)
  return token
}
const soon = { timeout: 15_000, interval: 100 }

test('the generator stays on until the last session that switched it on has signed out', async () => {
  const power = await watchPower()
  const first = await signIn()
  const second = await signIn(server.first.users.operator.id)
  expect(await askForPower(0, first)).toRefuse('device/power-needed')
  expect(await power()).toBe('1')
  expect(await switchPower(0, second)).toBe(0)
  expect(await power()).toBe('0')
})

const listPowerEvents = () =>
  server.unscopedDb
    .selectFrom('auditEvent')
    .select(['username', 'after'])
    .where('action', '=', 'generator.power')
    .orderBy('id')
    .execute()

test('switching off is refused with the user who needs the power, and recorded', async () => {
  const { staff, operator } = server.first.users
  await insertLocalBridge(server.unscopedDb, server.second.id)
  const own = await signIn()
  const colleague = await signIn(operator.id)
  const stranger = await signIn(server.second.users.operator.id)
  const refused = await askForPower(0, own)
  expect(refused).toRefuse('device/power-needed')
  const names = await server.unscopedDb
    .selectFrom('user')
    .select(['firstName', 'lastName'])
    .where('id', '=', operator.id)
    .executeTakeFirstOrThrow()
  const holder = `${names.firstName} ${names.lastName}`
  expect(refused.error.message).toContain(holder)
  expect((await listPowerEvents()).at(-1)).toMatchObject({
    username: staff.username,
    after: { pw: 1, asked: 0, holder },
  })
  // The session of a colleague who has signed out meanwhile keeps the power no longer.
  await server.call(routes.auth.logout, {}, colleague)
  const byOthers = await askForPower(0, own)
  expect(byOthers).toRefuse('device/power-needed-elsewhere')
  expect(byOthers.error.message).not.toContain(server.second.users.operator.username)
  expect((await listPowerEvents()).at(-1)?.after).toEqual({ pw: 1, asked: 0, holder: null })
  expect(await switchPower(0, stranger)).toBe(0)
  expect((await listPowerEvents()).at(-1)).toMatchObject({ after: { pw: 0 } })
})

test('a user who takes no X-rays cannot switch the generator, and keeps it on for nobody', async () => {
  const power = await watchPower()
  const { id } = server.first.users.radiologist
  const radiologist = await server.createToken(id)
  for (const value of [1, 0] as const)
    expect(await askForPower(value, radiologist)).toRefuse('access/forbidden')
  expect(await power()).toBe('0')
  const own = await signIn()
  expect(await switchPower(0, own)).toBe(0)
})

test('a user of every clinic switches only the generator of the selected clinic', async () => {
  const power = await watchPower()
  const token = await server.createToken(server.second.users.superAdmin.id)
  expect(await askForPower(1, token)).toRefuse('device/no-generator')
  expect(await power()).toBe('0')
  const select = (clinicId: ClinicId) => ({ [workplaceHeader]: formatWorkplace({ clinicId }) })
  const switchOn = (clinicId: ClinicId) =>
    server.call(routes.generator.power, { body: { value: 1 } }, token, select(clinicId))
  expect(await switchOn(server.second.id)).toRefuse('device/no-generator')
  expect((await switchOn(server.first.id)).status).toBe(200)
})

test('a session that ends without a power-off switches the generator off', async () => {
  const power = await watchPower()
  const token = await signIn()
  await server.call(routes.auth.logout, {}, token)
  await expect.poll(power, soon).toBe('0')
})

test('an expired session switches the generator off', async () => {
  await signIn()
  server.advanceClock(8 * 24 * 3_600_000)
  await expect.poll(await watchPower(), soon).toBe('0')
})

test('a session that is not used for a quarter of an hour, as after a closed browser, loses the power', async () => {
  const power = await watchPower()
  await signIn()
  server.advanceClock(14 * 60_000)
  await new Promise((resolve) => setTimeout(resolve, 3000))
  expect(await power()).toBe('1')
  server.advanceClock(3 * 60_000)
  await expect.poll(power, soon).toBe('0')
})

test('a user who is disabled loses the power of their session', async () => {
  const power = await watchPower()
  await signIn()
  await server.unscopedDb
    .updateTable('user')
    .set({ isDeleted: true })
    .where('id', '=', server.first.users.staff.id)
    .execute()
  await expect.poll(power, soon).toBe('0')
})
