import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { bridgeServerHeader, bridgeTokenFile, FrameList, SensorStatusAnswer } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import { z } from 'zod'
import { startBridge } from './bridge.ts'
import { freePort } from './peers.ts'
import type { ServerProcess } from './server-process.ts'
import type { serverRuns } from './server-runs.ts'

const Known = z.object({ id: z.number(), modality: z.string().optional() })
const Outcome = z.object({ outcome: z.string() })

/** What the database has of a study, seen from outside while the server may be dead. */
export interface StudyRecords {
  readonly rawFrames: number
  readonly images: readonly { readonly id: number; readonly isRecovered: boolean }[]
}

/**
 * Server and bridge as processes that are killed and started again, and the simulated hardware, whose
 * panels keep what they hold. SQLite only: it is looked into from outside.
 */
export async function killableRoom(runs: ReturnType<typeof serverRuns>) {
  const port = await freePort()
  const data = runs.folder()
  let server: ServerProcess | undefined
  let bridge: Awaited<ReturnType<typeof startBridge>> | undefined
  let authorization = ''
  runs.atEnd(async () => bridge?.stop())

  async function call(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return fetch(`${server?.address}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
  }

  async function startServer(through?: readonly string[]) {
    server = await runs.start({ BRIDGE_PORT: String(port), LOG_LEVEL: 'info' }, through)
    if (authorization !== '') return
    // A session outlives the server.
    const signedIn = await call('auth/login', { username: 'admin.en', password: 'Talus-demo-1' })
    authorization = signedIn.headers.get('authorization') ?? ''
  }

  async function askBridge(
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const token = (await readFile(join(data, bridgeTokenFile), 'utf8')).trim()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return text.startsWith('{') ? JSON.parse(text) : text
  }

  async function until(what: string, look: () => Promise<boolean>, everyMs = 15, seconds = 100) {
    const deadline = Date.now() + seconds * 1000
    while (Date.now() < deadline) {
      if (await look().catch(() => false)) return
      await sleep(everyMs)
    }
    throw new Error(`waited in vain for ${what}\n${server?.output()}\n${bridge?.output()}`)
  }

  const stateOf = async (sensor: BridgeSensorName) =>
    SensorStatusAnswer.parse(await askBridge(`/sensor/${sensor}/status`)).status.state
  const frames = async () => FrameList.parse(await askBridge('/frames')).frames

  async function startTheBridge() {
    bridge = await startBridge(data, port, { BRIDGE_SLOWNESS: '0.05', BRIDGE_RESERVE_MB: '1' })
    await askBridge('/generator/pw?value=1')
  }

  function inDatabase<Answer>(look: (database: DatabaseSync) => Answer): Answer {
    const database = new DatabaseSync(join(data, 'talus.sqlite'), { readOnly: true, timeout: 5000 })
    try {
      return look(database)
    } finally {
      database.close()
    }
  }

  const framesWithoutImage = () =>
    inDatabase((database) =>
      Number(
        database.prepare('select count(*) as n from rawFrame where imageId is null').get()?.['n'],
      ),
    )

  const sensors = new Map<string, number>()
  const sensorIdOf = (sensor: BridgeSensorName) =>
    sensors.get(sensor === 'dental' ? 'Dental' : 'General')
  let patientId = 0

  return {
    data,
    call,
    until,
    stateOf,
    frames,
    startServer,
    startBridge: startTheBridge,
    server: () => server,
    bridge: () => bridge,
    learn: async () => {
      for (const { id, modality } of Known.array().parse(await (await call('sensor')).json()))
        sensors.set(modality ?? '', id)
      const patients = inDatabase((database) =>
        database
          .prepare('select id from patient where clinicId = 1 and speciesId = 1 limit 1')
          .get(),
      )
      patientId = Known.parse(patients).id
    },
    newStudy: async (modality: 'General' | 'Dental'): Promise<number> => {
      const study = { patientId, modality, studyInstanceUID: `2.25.${randomInt(2 ** 47)}` }
      return Known.parse(await (await call('study', study)).json()).id
    },
    /** What the page sends; it answers when the image is there, or never. */
    capture: (sensor: BridgeSensorName, studyId: number, signal?: AbortSignal) => {
      const annotation =
        sensor === 'dental'
          ? { bodyPart: '104 - RU - Canine', bodyPartView: '', animalSize: 'Medium' }
          : { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' }
      const sensorId = sensorIdOf(sensor)
      return call('image/capture-xray', { sensorId, studyId, annotation }, signal)
    },
    /** As another server beside this one would. */
    leaseAs: (server: string, sensor: BridgeSensorName) =>
      askBridge(`/sensor/${sensor}/lease`, { holder: server }, { [bridgeServerHeader]: server }),
    cancel: (sensor: BridgeSensorName) =>
      call('image/capture-xray/cancel', { sensorId: sensorIdOf(sensor) }),
    expose: async (sensor: BridgeSensorName): Promise<string> =>
      Outcome.parse(await askBridge('/simulator/order', { order: 'expose', sensor })).outcome,
    recordsOf: (studyId: number): StudyRecords =>
      inDatabase((database) => ({
        rawFrames: Number(
          database.prepare('select count(*) as n from rawFrame where studyId = ?').get(studyId)?.[
            'n'
          ],
        ),
        images: database
          .prepare(
            `select image.id, coalesce(rawFrame.isRecovered, 0) as isRecovered from image
             left join rawFrame on rawFrame.imageId = image.id where image.studyId = ?`,
          )
          .all(studyId)
          .map(({ id, isRecovered }) => ({ id: Number(id), isRecovered: isRecovered === 1 })),
      })),
    /** Every frame is an image, and both sensors may be armed. */
    isSettled: async () =>
      (await frames()).length === 0 &&
      framesWithoutImage() === 0 &&
      (await stateOf('dental')) === 'Ready' &&
      (await stateOf('general')) === 'Ready',
  }
}

export type KillableRoom = Awaited<ReturnType<typeof killableRoom>>
