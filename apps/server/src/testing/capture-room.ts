import { setTimeout as sleep } from 'node:timers/promises'
import { bridgeTokenFile, pathOf, routes } from '@talus/contract'
import type { BodyOf, ClinicId, StudyId, UserId } from '@talus/contract'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startBridge } from './bridge.ts'
import { freePort } from './peers.ts'
import { testServer } from './test-server.ts'
import type { TestParts, TestServer } from './test-server.ts'

/** A server, a bridge with simulated sensors beside it, and a hand at the switch. */
export async function captureRoom(
  settings: Readonly<Record<string, string>> = {},
  parts: TestParts = {},
) {
  const port = await freePort()
  const server = await testServer({ BRIDGE_PORT: String(port) }, parts)
  const fast = { BRIDGE_SLOWNESS: '0.02', ...settings }
  let bridge = await startBridge(server.config.dataFolder, port, fast)
  const token = (await readFile(join(server.config.dataFolder, bridgeTokenFile), 'utf8')).trim()
  const here = { brand: 'CareRay', model: 'CR1500L' as const, serverIp: '127.0.0.1', port }
  const rows = await server.unscopedDb
    .insertInto('sensor')
    .values([
      { ...here, modality: 'General' },
      { ...here, modality: 'Dental', brand: 'Handy', model: 'Hdr600' },
    ])
    .returning('id')
    .execute()
  const [general, dental] = rows.map(({ id }) => id)
  if (general === undefined || dental === undefined) throw new Error('no sensors')
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' })

  /** As the server speaks to the bridge. */
  async function bridgeCall(path: string, body?: unknown, method?: string): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return text.startsWith('{') ? JSON.parse(text) : text
  }
  const stateOf = async (sensor: 'general' | 'dental'): Promise<string> => {
    const { status } = (await bridgeCall(`/sensor/${sensor}/status`)) as {
      status: { state: string }
    }
    return status.state
  }
  async function until<Value>(what: string, look: () => Promise<Value | undefined | false>) {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = await look()
      if (found !== undefined && found !== false) return found
      await sleep(25)
    }
    throw new Error(`waited in vain for ${what}`)
  }
  const untilState = (sensor: 'general' | 'dental', state: string) =>
    until(`${sensor} ${state}`, async () => (await stateOf(sensor)) === state)
  const simulator = (order: Readonly<Record<string, unknown>>) =>
    bridgeCall('/simulator/order', order)

  await bridgeCall('/generator/pw?value=1')
  await untilState('general', 'Ready')
  await untilState('dental', 'Ready')

  return {
    server,
    port,
    general,
    dental,
    bridgeCall,
    simulator,
    stateOf,
    until,
    untilState,
    url: (path: string) => `${address}${server.config.apiBase}${path}`,
    /** A call over a real line, which can be cut. */
    post: (
      body: BodyOf<typeof routes.image.capture>,
      personToken: string,
      { signal, language = 'en' }: { signal?: AbortSignal; language?: string } = {},
    ) =>
      fetch(`${address}${server.config.apiBase}${pathOf(routes.image.capture, {}).slice(1)}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${personToken}`,
          'content-type': 'application/json',
          'accept-language': language,
          // A line that is kept for the next call would keep the server from ending.
          connection: 'close',
        },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      }),
    /** As soon as the sensor waits for it; until the animal is irradiated. */
    press: async (sensor: 'general' | 'dental') => {
      await untilState(sensor, 'WaitingForRadiation')
      await simulator({ order: 'expose', sensor })
      await until('radiation', async () => (await stateOf(sensor)) !== 'WaitingForRadiation')
    },
    killBridge: () => bridge.stop(),
    startBridge: async (more: Readonly<Record<string, string>> = {}) => {
      bridge = await startBridge(server.config.dataFolder, port, { ...fast, ...more })
      await bridgeCall('/generator/pw?value=1')
    },
    close: async () => {
      // Its folder is the bridge's too.
      await server.app.close()
      await bridge.stop()
      await server.close()
    },
  }
}

export type CaptureRoom = Awaited<ReturnType<typeof captureRoom>>

let made = 0
/** An animal of a clinic with a study of today. */
export async function newStudy(
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
  made += 1
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
      patientId: `X-${made}`,
      accessionCode: `XA-${made}`,
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
      studyInstanceUID: `2.25.77${made}`,
      sopInstanceUID: `2.25.78${made}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
