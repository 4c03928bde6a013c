// Measures the time from the last byte of a frame to the preview event, and to the image in the
// archive: the real bridge with its simulated panel of 2800 x 2300, the real server, one user who
// captures. CAPTURE_ROUNDS sets the number of images and CAPTURE_BODY_PART the body part;
// CAPTURE_COLD captures the first at once, before the panel is calibrated; CAPTURE_REST_SECONDS
// measures the memory again after a pause.
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { bridgeTokenFile } from '@talus/contract'
import { bridgeProgram } from '../tools/build/programs.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { startServer } from '../tools/testing/test-server.ts'
import { readCpuSeconds, median, readResidentMb, waitUntilIdle } from './support/measure.ts'
import { signIn } from './study-list/server.ts'

const rounds = Number(process.env.CAPTURE_ROUNDS ?? 20)
const bodyPart = process.env.CAPTURE_BODY_PART ?? 'Chest'
const restSeconds = Number(process.env.CAPTURE_REST_SECONDS ?? 0)
const goals = { preview: 500, image: 1500 }

const bridgePort = await findFreePort()
const server = await startServer({
  BRIDGE_PORT: String(bridgePort),
  LOG_LEVEL: 'warn',
  // Only with the images of the demo, the server calibrates the simulated panels when it starts.
  TALUS_DEMO_IMAGES: '1',
  // As `npm start` has it.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
})
const bridge = spawn(process.execPath, [bridgeProgram], {
  env: {
    ...process.env,
    TALUS_DATA: server.data,
    BRIDGE_PORT: String(bridgePort),
    BRIDGE_AUTO_EXPOSE: 'off',
    BRIDGE_PICTURES: 'phantom',
    // This shortens only the delays of the sensor, which come before the last byte.
    BRIDGE_SLOWNESS: '0.1',
  },
  stdio: 'ignore',
})

const bridgeUrl = `http://127.0.0.1:${bridgePort}`
const tokenPath = join(server.data, bridgeTokenFile)
const bridgeToken = async () => (await readFile(tokenPath, 'utf8')).trim()
const base = `${server.url}/api`

async function fetchJson(url: string, authorization: string, body?: unknown) {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`)
  return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text
}

/** Calls back with each server-sent event and the time at which it was complete. */
async function subscribe(
  url: string,
  authorization: string,
  handle: (event: string, at: number) => void,
) {
  const { body } = await fetch(url, { headers: { authorization } })
  const read = async () => {
    let text = ''
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        handle(/^event: (\w+)/u.exec(text)?.[1] ?? '', performance.now())
        text = text.slice(end + 2)
      }
    }
  }
  void read().catch(() => undefined)
}

async function waitUntil(isDone: () => Promise<boolean>, maxTries = 3000) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await isDone().catch(() => false)) return
    await wait(20)
  }
  throw new Error('timed out')
}

interface Round {
  readonly preview: number
  readonly image: number
  /** Processor milliseconds of all threads of the server, from the request to the response. */
  readonly processor: number
}

async function measureRounds(): Promise<readonly Round[]> {
  await waitUntil(async () => (await fetch(`${bridgeUrl}/health`)).status < 500)
  const bridgeAuthorization = `Bearer ${await bridgeToken()}`
  const userAuthorization = await signIn(base)
  const database = new DatabaseSync(join(server.data, 'talus.sqlite'), { timeout: 5000 })
  const sensor = database
    .prepare(`select "id", "clinicId" from "sensor" where "modality" = 'General'`)
    .get()
  const clinicId = Number(sensor?.clinicId)
  const study = database
    .prepare(
      `select "study"."id" from "study" join "patient" on "patient"."id" = "study"."patientId"
       where "study"."clinicId" = ? and "study"."modality" = 'General' and "patient"."speciesId" = 1 and not "study"."isDeleted"`,
    )
    .get(clinicId)
  database.close()
  const [sensorId, studyId] = [Number(sensor?.id), Number(study?.id)]

  const readState = async () => {
    const status = await fetchJson(`${bridgeUrl}/sensor/general/status`, bridgeAuthorization)
    return /"state":"(\w+)"/u.exec(JSON.stringify(status))?.[1]
  }
  // By the server, as the page does: it switches off a generator that no session needs.
  await fetchJson(`${base}/generator/power?ClinicId=${clinicId}`, userAuthorization, { value: 1 })
  await waitUntil(async () => (await readState()) === 'Ready')
  const received = { frame: 0, preview: 0 }
  await subscribe(`${bridgeUrl}/sensor/general/events`, bridgeAuthorization, (event, at) => {
    if (event === 'frame') received.frame = at
  })
  await subscribe(`${base}/sensor/${sensorId}/events`, userAuthorization, (event, at) => {
    if (event === 'preview') received.preview = at
  })
  // In practice the calibration ends before a user has signed in.
  const isCalibrated = async () => (await readdir(join(server.data, 'calibrations'))).length >= 3
  if (process.env.CAPTURE_COLD === undefined) {
    await waitUntil(isCalibrated, 12_000)
    await waitUntilIdle(server.pid)
  }
  const annotation = { bodyPart, bodyPartView: 'LAT', animalSize: 'Medium' }
  await printMemory('before the first')
  const results: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    received.preview = 0
    const used = await readCpuSeconds(server.pid)
    const capture = fetchJson(`${base}/image/capture-xray`, userAuthorization, {
      sensorId,
      studyId,
      annotation,
    })
    // A refused capture ends the run with its reason.
    await Promise.race([
      capture,
      waitUntil(async () => (await readState()) === 'WaitingForRadiation'),
    ])
    // Time for positioning the animal.
    await wait(500)
    await fetchJson(`${bridgeUrl}/simulator/order`, bridgeAuthorization, {
      order: 'expose',
      sensor: 'general',
    })
    await capture
    const image = performance.now() - received.frame
    const processor = 1000 * ((await readCpuSeconds(server.pid)) - used)
    results.push({ preview: received.preview - received.frame, image, processor })
    await waitUntil(async () => (await readState()) === 'Ready')
  }
  return results
}

async function printMemory(when: string) {
  const [serverMb, bridgeMb] = [
    await readResidentMb(server.pid),
    await readResidentMb(bridge.pid ?? 0),
  ]
  console.log(`memory ${when}: server ${serverMb.toFixed(0)} MB, bridge ${bridgeMb.toFixed(0)} MB`)
}

const p95 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(0.95 * values.length) - 1] ?? 0

function print(name: keyof typeof goals, results: readonly Round[]) {
  const times = results.map((round) => round[name])
  const ms = (value: number) => `${value.toFixed(0).padStart(5)} ms`
  const verdict = p95(times) <= goals[name] ? 'within' : 'OVER'
  console.log(
    `last byte to ${name.padEnd(8)} p50 ${ms(median(times))}  p95 ${ms(p95(times))}  ` +
      `first ${ms(times[0] ?? 0)}  most ${ms(Math.max(...times))}  ${verdict} ${goals[name]} ms`,
  )
}

const readLoad = () => loadavg()[0]?.toFixed(1)
const before = readLoad()
try {
  const results = await measureRounds()
  console.log(
    `${bodyPart}, 2800 x 2300, ${rounds} exposures; load of the computer ${before} to ${readLoad()}`,
  )
  print('preview', results)
  print('image', results)
  const processor = median(results.map((round) => round.processor))
  console.log(
    `processor time of the server per image: ${processor.toFixed(0)} ms, independent of other load`,
  )
  await printMemory('after the last')
  if (restSeconds > 0) {
    await wait(restSeconds * 1000)
    await printMemory(`${restSeconds} s later`)
  }
  const warnings = server.log().match(/"level":[456]0.*/gu)
  if (warnings) console.log(warnings.slice(0, 5).join('\n'))
} finally {
  bridge.kill('SIGTERM')
  await server.stop()
}
