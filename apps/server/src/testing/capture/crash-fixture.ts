import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  bridgeServerHeader,
  bridgeTokenFile,
  FrameList,
  SensorStatusResponse,
} from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import { z } from 'zod'
import { startBridge } from './bridge-process.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import type { ServerProcess } from '../server/server-process.ts'
import type { setUpServerRuns } from '../server/server-runs.ts'

const Known = z.object({ id: z.number(), modality: z.string().optional() })
const Outcome = z.object({ outcome: z.string() })

/**
 * The records of a study, read directly from the database, because the server may have been killed.
 */
export interface StudyRecords {
  readonly rawFrames: number
  readonly images: readonly { readonly id: number; readonly isRecovered: boolean }[]
}

/**
 * Server and bridge as processes that a test kills and restarts, with simulated panels that keep
 * their frames. SQLite only: the test reads the database file itself.
 */
export async function openCrashFixture(runs: ReturnType<typeof setUpServerRuns>) {
  const port = await findFreePort()
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
    if (authorization === '') {
      // The session stays valid after a restart of the server.
      const signedIn = await call('auth/login', { username: 'admin.en', password: 'Talus-demo-1' })
      authorization = signedIn.headers.get('authorization') ?? ''
    }
    if (bridge?.isRunning()) await switchGeneratorOn()
  }

  /** As a page does at the sign-in; a server that has started switches the generator off. */
  const switchGeneratorOn = () =>
    until('power', async () => {
      const { status } = await call('generator/power', { value: 1 })
      // While the lease of a dead server is held, nobody may switch the generator.
      return status === 200 || status === 409
    })

  async function callBridge(
    path: string,
    body?: unknown,
    more: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    const token = (await readFile(join(data, bridgeTokenFile), 'utf8')).trim()
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return text.startsWith('{') ? JSON.parse(text) : text
  }

  async function until(what: string, check: () => Promise<boolean>, everyMs = 15, seconds = 100) {
    const deadline = Date.now() + seconds * 1000
    while (Date.now() < deadline) {
      if (await check().catch(() => false)) return
      await sleep(everyMs)
    }
    throw new Error(`waited in vain for ${what}\n${server?.output()}\n${bridge?.output()}`)
  }

  const getSensorState = async (sensor: BridgeSensorName) =>
    SensorStatusResponse.parse(await callBridge(`/sensor/${sensor}/status`)).status.state
  const listFrames = async () => FrameList.parse(await callBridge('/frames')).frames

  async function restartBridge() {
    bridge = await startBridge(data, port, { BRIDGE_SLOWNESS: '0.05', BRIDGE_RESERVE_MB: '1' })
    if (server?.child.exitCode === null && server.child.signalCode === null)
      await switchGeneratorOn()
  }

  function queryDatabase<Result>(query: (database: DatabaseSync) => Result): Result {
    const database = new DatabaseSync(join(data, 'talus.sqlite'), { readOnly: true, timeout: 5000 })
    try {
      return query(database)
    } finally {
      database.close()
    }
  }

  const countFramesWithoutImage = () =>
    queryDatabase((database) =>
      Number(
        database.prepare('select count(*) as n from rawFrame where imageId is null').get()?.['n'],
      ),
    )

  const sensors = new Map<string, number>()
  const getSensorId = (sensor: BridgeSensorName) =>
    sensors.get(sensor === 'dental' ? 'Dental' : 'General')
  let patientId = 0

  return {
    data,
    port,
    call,
    callBridge,
    until,
    getSensorState,
    listFrames,
    startServer,
    startBridge: restartBridge,
    server: () => server,
    bridge: () => bridge,
    loadSensorsAndPatient: async () => {
      for (const { id, modality } of Known.array().parse(await (await call('sensor')).json()))
        sensors.set(modality ?? '', id)
      const patients = queryDatabase((database) =>
        database
          .prepare('select id from patient where clinicId = 1 and speciesId = 1 limit 1')
          .get(),
      )
      patientId = Known.parse(patients).id
    },
    createStudy: async (modality: 'General' | 'Dental'): Promise<number> => {
      const study = { patientId, modality, studyInstanceUID: `2.25.${randomInt(2 ** 47)}` }
      return Known.parse(await (await call('study', study)).json()).id
    },
    /** Sends the page's capture request; it is answered when the image is stored, or never. */
    capture: (sensor: BridgeSensorName, studyId: number, signal?: AbortSignal) => {
      const annotation =
        sensor === 'dental'
          ? { bodyPart: '104 - RU - Canine', bodyPartView: '', animalSize: 'Medium' }
          : { bodyPart: 'Chest', bodyPartView: 'LAT', animalSize: 'Medium' }
      const sensorId = getSensorId(sensor)
      return call('image/capture-xray', { sensorId, studyId, annotation }, signal)
    },
    /** Requests the sensor's lease as a second server would. */
    requestLeaseAs: (server: string, sensor: BridgeSensorName) =>
      callBridge(`/sensor/${sensor}/lease`, { holder: server }, { [bridgeServerHeader]: server }),
    cancel: (sensor: BridgeSensorName) =>
      call('image/capture-xray/cancel', { sensorId: getSensorId(sensor) }),
    expose: async (sensor: BridgeSensorName): Promise<string> =>
      Outcome.parse(await callBridge('/simulator/order', { order: 'expose', sensor })).outcome,
    readStudyRecords: (studyId: number): StudyRecords =>
      queryDatabase((database) => ({
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
    /** True when every frame has become an image and both sensors are ready to be armed. */
    isSettled: async () =>
      (await listFrames()).length === 0 &&
      countFramesWithoutImage() === 0 &&
      (await getSensorState('dental')) === 'Ready' &&
      (await getSensorState('general')) === 'Ready',
  }
}

export type CrashFixture = Awaited<ReturnType<typeof openCrashFixture>>
