// From the last byte of a frame to the preview on a screen, and to the image in the archive: the real
// bridge with its simulated panel of 2800 x 2300, the real server, one person who takes images.
// CAPTURE_ROUNDS sets how many; CAPTURE_BODY_PART of what; CAPTURE_COLD takes the first at once, before
// the panel is calibrated; CAPTURE_REST_SECONDS looks at the memory once more, so long after the last.
import { spawn } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { bridgeTokenFile } from '@talus/contract'
import { bridgeProgram } from '../tools/build/programs.ts'
import { freePort } from '../tools/testing/free-port.ts'
import { startServer } from '../tools/testing/test-server.ts'
import { cpuSeconds, median, residentMb } from './measure.ts'
import { signIn } from './study-list/server.ts'

const rounds = Number(process.env.CAPTURE_ROUNDS ?? 20)
const bodyPart = process.env.CAPTURE_BODY_PART ?? 'Chest'
const restSeconds = Number(process.env.CAPTURE_REST_SECONDS ?? 0)
const goals = { preview: 500, image: 1500 }

const bridgePort = await freePort()
const server = await startServer({
  BRIDGE_PORT: String(bridgePort),
  LOG_LEVEL: 'warn',
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
    // Only the sensor's own pauses are shortened, which come before the last byte.
    BRIDGE_SLOWNESS: '0.1',
  },
  stdio: 'ignore',
})

const bridgeUrl = `http://127.0.0.1:${bridgePort}`
const tokenPath = join(server.data, bridgeTokenFile)
const bridgeToken = async () => (await readFile(tokenPath, 'utf8')).trim()
const base = `${server.url}/api`

async function json(url: string, authorization: string, body?: unknown) {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${text}`)
  return text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as unknown) : text
}

/** Calls back with each event and the moment at which all of it had arrived. */
async function listen(
  url: string,
  authorization: string,
  hear: (event: string, at: number) => void,
) {
  const { body } = await fetch(url, { headers: { authorization } })
  const read = async () => {
    let text = ''
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        hear(/^event: (\w+)/u.exec(text)?.[1] ?? '', performance.now())
        text = text.slice(end + 2)
      }
    }
  }
  void read().catch(() => undefined)
}

async function until(look: () => Promise<boolean>, most = 3000) {
  for (let tries = 0; tries < most; tries += 1) {
    if (await look().catch(() => false)) return
    await wait(20)
  }
  throw new Error('waited in vain')
}

interface Round {
  readonly preview: number
  readonly image: number
  /** Milliseconds of all threads of the server, from the order to the answer. */
  readonly processor: number
}

async function measureRounds(): Promise<readonly Round[]> {
  await until(async () => (await fetch(`${bridgeUrl}/health`)).status < 500)
  const own = `Bearer ${await bridgeToken()}`
  const person = await signIn(base)
  const database = new DatabaseSync(join(server.data, 'talus.sqlite'), { timeout: 5000 })
  database.prepare('update "sensor" set "port" = ?').run(bridgePort)
  const sensor = database.prepare(`select "id" from "sensor" where "modality" = 'General'`).get()
  const study = database
    .prepare(
      `select "study"."id" from "study" join "patient" on "patient"."id" = "study"."patientId"
       where "study"."modality" = 'General' and "patient"."speciesId" = 1 and not "study"."isDeleted"`,
    )
    .get()
  database.close()
  const [sensorId, studyId] = [Number(sensor?.id), Number(study?.id)]

  const state = async () => {
    const answer = await json(`${bridgeUrl}/sensor/general/status`, own)
    return /"state":"(\w+)"/u.exec(JSON.stringify(answer))?.[1]
  }
  await json(`${bridgeUrl}/generator/pw?value=1`, own)
  await until(async () => (await state()) === 'Ready')
  const heard = { frame: 0, preview: 0 }
  await listen(`${bridgeUrl}/sensor/general/events`, own, (event, at) => {
    if (event === 'frame') heard.frame = at
  })
  await listen(`${base}/sensor/${sensorId}/events`, person, (event, at) => {
    if (event === 'preview') heard.preview = at
  })
  // As in a demo, where it takes some seconds until somebody has signed in.
  const isCalibrated = async () => (await readdir(join(server.data, 'calibrations'))).length >= 3
  if (process.env.CAPTURE_COLD === undefined) await until(isCalibrated, 12_000)
  const annotation = { bodyPart, bodyPartView: 'LAT', animalSize: 'Medium' }
  await tellMemory('before the first')
  const found: Round[] = []
  for (let round = 0; round < rounds; round += 1) {
    heard.preview = 0
    const used = await cpuSeconds(server.pid)
    const taking = json(`${base}/image/capture-xray`, person, { sensorId, studyId, annotation })
    await until(async () => (await state()) === 'WaitingForRadiation')
    // The animal is held still.
    await wait(500)
    await json(`${bridgeUrl}/simulator/order`, own, { order: 'expose', sensor: 'general' })
    await taking
    const image = performance.now() - heard.frame
    const processor = 1000 * ((await cpuSeconds(server.pid)) - used)
    found.push({ preview: heard.preview - heard.frame, image, processor })
    await until(async () => (await state()) === 'Ready')
  }
  return found
}

async function tellMemory(when: string) {
  const [serverMb, bridgeMb] = [await residentMb(server.pid), await residentMb(bridge.pid ?? 0)]
  console.log(`memory ${when}: server ${serverMb.toFixed(0)} MB, bridge ${bridgeMb.toFixed(0)} MB`)
}

const p95 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(0.95 * values.length) - 1] ?? 0

function print(name: keyof typeof goals, found: readonly Round[]) {
  const times = found.map((round) => round[name])
  const ms = (value: number) => `${value.toFixed(0).padStart(5)} ms`
  const verdict = p95(times) <= goals[name] ? 'within' : 'OVER'
  console.log(
    `last byte to ${name.padEnd(8)} p50 ${ms(median(times))}  p95 ${ms(p95(times))}  ` +
      `first ${ms(times[0] ?? 0)}  most ${ms(Math.max(...times))}  ${verdict} ${goals[name]} ms`,
  )
}

const load = () => loadavg()[0]?.toFixed(1)
const before = load()
try {
  const found = await measureRounds()
  console.log(
    `${bodyPart}, 2800 x 2300, ${rounds} exposures; load of the machine ${before} to ${load()}`,
  )
  print('preview', found)
  print('image', found)
  const processor = median(found.map((round) => round.processor))
  console.log(
    `processor time of the server for each: ${processor.toFixed(0)} ms, busy machine or not`,
  )
  await tellMemory('after the last')
  if (restSeconds > 0) {
    await wait(restSeconds * 1000)
    await tellMemory(`${restSeconds} s later`)
  }
  const complaints = server.log().match(/"level":[456]0.*/gu)
  if (complaints) console.log(complaints.slice(0, 5).join('\n'))
} finally {
  bridge.kill('SIGTERM')
  await server.stop()
}
