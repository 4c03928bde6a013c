import { setTimeout as sleep } from 'node:timers/promises'
import { bridgeTokenFile, buildPath, routes } from '@talus/contract'
import type { RouteBody, ClinicId, StudyId, UserId } from '@talus/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBridge } from './bridge-process.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { insertLocalBridge } from '../records/devices.ts'
import { keepCalibrations, provideCalibrations } from './shared-calibrations.ts'
import { startTestServer } from '../server/test-server.ts'
import type { TestServerOptions, TestServer } from '../server/test-server.ts'

/** Starts a server and a bridge with simulated sensors, which the test can expose. */
export async function openCaptureFixture(
  settings: Readonly<Record<string, string>> = {},
  parts: TestServerOptions = {},
) {
  const port = await findFreePort()
  const server = await startTestServer({ BRIDGE_PORT: String(port) }, parts)
  await provideCalibrations(server.config.dataFolder)
  const fast = { BRIDGE_SLOWNESS: '0.02', ...settings }
  let bridge = await startBridge(server.config.dataFolder, port, fast)
  const token = (await readFile(join(server.config.dataFolder, bridgeTokenFile), 'utf8')).trim()
  const { general, dental } = await insertLocalBridge(server.unscopedDb, server.first.id)
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

  /** Calls the bridge with the server's token. */
  async function callBridge(path: string, body?: unknown, method?: string): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text.startsWith('{') ? JSON.parse(text) : text
  }
  const getSensorState = async (sensor: 'general' | 'dental'): Promise<string> => {
    const { status } = (await callBridge(`/sensor/${sensor}/status`)) as {
      status: { state: string }
    }
    return status.state
  }
  async function until<Value>(what: string, check: () => Promise<Value | undefined | false>) {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = await check()
      if (found !== undefined && found !== false) return found
      await sleep(25)
    }
    throw new Error(`waited in vain for ${what}`)
  }
  const untilState = (sensor: 'general' | 'dental', state: string) =>
    until(`${sensor} ${state}`, async () => (await getSensorState(sensor)) === state)
  const orderSimulator = (order: Readonly<Record<string, unknown>>) =>
    callBridge('/simulator/order', order)

  // Power belongs to sessions: without one the server switches the generator off at its start.
  const powerToken = await server.createToken(server.first.users.operator.id)
  const switchGeneratorOn = () =>
    until('power', async () => {
      const on = await server.call(routes.generator.power, { body: { value: 1 } }, powerToken)
      return on.status === 200
    })
  await switchGeneratorOn()
  await untilState('general', 'Ready')
  await untilState('dental', 'Ready')

  return {
    server,
    port,
    general,
    dental,
    callBridge,
    orderSimulator,
    getSensorState,
    until,
    untilState,
    url: (path: string) => `${address}${server.config.apiBase}${path}`,
    /** Sends a capture request over a real connection, which the test can abort. */
    post: (
      body: RouteBody<typeof routes.image.capture>,
      userToken: string,
      { signal, language = 'en' }: { signal?: AbortSignal; language?: string } = {},
    ) =>
      fetch(`${address}${server.config.apiBase}${buildPath(routes.image.capture, {}).slice(1)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${userToken}`,
          'content-type': 'application/json',
          'accept-language': language,
          // A kept-alive connection would keep the server from closing.
          connection: 'close',
        },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    /** Exposes as soon as the sensor is armed, and waits for the radiation. */
    press: async (sensor: 'general' | 'dental') => {
      await untilState(sensor, 'WaitingForRadiation')
      await orderSimulator({ order: 'expose', sensor })
      await until('radiation', async () => (await getSensorState(sensor)) !== 'WaitingForRadiation')
    },
    killBridge: () => bridge.stop(),
    startBridge: async (more: Readonly<Record<string, string>> = {}) => {
      bridge = await startBridge(server.config.dataFolder, port, { ...fast, ...more })
      await switchGeneratorOn()
    },
    close: async () => {
      // The bridge uses the server's data folder, so it is stopped before the folder is removed.
      await server.app.close()
      await bridge.stop()
      await keepCalibrations(server.config.dataFolder)
      await server.close()
    },
  }
}

export type CaptureFixture = Awaited<ReturnType<typeof openCaptureFixture>>

let studyCount = 0
/** Inserts a patient with an owner and a study of today. */
export async function insertStudyWithPatient(
  { unscopedDb }: TestServer,
  {
    clinicId,
    userId,
    modality = 'General',
    speciesId = 1,
  }: {
    readonly clinicId: ClinicId
    readonly userId: UserId
    readonly modality?: 'General' | 'Dental' | 'Unspecified'
    readonly speciesId?: number
  },
): Promise<StudyId> {
  studyCount += 1
  const owned = { clinicId, userId, createdOn: '2026-03-02T13:30:00.000Z' }
  const { id: ownerId } = await unscopedDb
    .insertInto('owner')
    .values({ ...owned, name: 'Keller', search: 'keller', address: '', phone: null, email: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: patientId } = await unscopedDb
    .insertInto('patient')
    .values({
      ...owned,
      ownerId,
      speciesId,
      name: 'Étoile',
      search: 'etoile',
      patientId: `X-${studyCount}`,
      accessionCode: `XA-${studyCount}`,
      sex: 'Female',
      birthDate: '2020-03-02',
      neutered: true,
      breedId: null,
      description: '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await unscopedDb
    .insertInto('study')
    .values({
      ...owned,
      patientId,
      modality,
      studyInstanceUID: `2.25.77${studyCount}`,
      sopInstanceUID: `2.25.78${studyCount}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
