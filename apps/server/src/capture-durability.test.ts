import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeSensorName } from '@talus/contract'
import { expect, test } from 'vitest'
import { killableRoom } from './testing/killable-room.ts'
import type { KillableRoom } from './testing/killable-room.ts'
import { verifyData } from './testing/server-process.ts'
import { serverRuns } from './testing/server-runs.ts'
import { seededRandom } from './demo/random.ts'

/** An exposure is never lost: whatever dies, the image is in its study, once. */
const runs = serverRuns()

const stages = [
  'armed',
  'radiation',
  'loading',
  'frame kept',
  'raw stored',
  'raw known',
  'archived',
  'acknowledged',
  'any moment',
] as const
type Stage = (typeof stages)[number]
const victims = ['server', 'bridge', 'both'] as const
type Victim = (typeof victims)[number]

interface Round {
  readonly stage: Stage
  readonly victim: Victim
  readonly sensor: BridgeSensorName
  readonly afterMs: number
}

interface Outcome extends Round {
  readonly studyId: number
  readonly exposures: number
  /** What the database had of it when it happened. */
  readonly imagesAtKill: number
  /** What the page was answered; 0 where its server had died. */
  readonly status: number
}

const rawFilesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.raw'),
      ).length
    : 0

/** Returns as soon as the capture has come so far, or is past it. */
async function reach(
  room: KillableRoom,
  { stage, sensor, afterMs }: Round,
  studyId: number,
  rawBefore: number,
) {
  const { until } = room
  const images = () => room.recordsOf(studyId).images.length
  const isPast = () => images() > 0
  const look: Readonly<Record<Stage, () => Promise<boolean>>> = {
    armed: async () => true,
    radiation: async () => true,
    loading: async () => (await room.stateOf(sensor)) === 'LoadingImage' || isPast(),
    'frame kept': async () => (await room.frames()).length > 0 || isPast(),
    'raw stored': async () => rawFilesIn(join(room.data, 'files/raw')) > rawBefore || isPast(),
    'raw known': async () => room.recordsOf(studyId).rawFrames > 0 || isPast(),
    archived: async () => isPast(),
    acknowledged: async () => isPast() && (await room.frames()).length === 0,
    'any moment': async () => {
      await sleep(afterMs)
      return true
    },
  }
  await until(stage, look[stage], stage === 'loading' ? 3 : 10)
}

async function playOut(room: KillableRoom, round: Round): Promise<Outcome> {
  const { sensor, stage, victim } = round
  const studyId = await room.newStudy(sensor === 'dental' ? 'Dental' : 'General')
  const rawBefore = rawFilesIn(join(room.data, 'files/raw'))
  await room.until('a sensor that is ready', async () => (await room.stateOf(sensor)) === 'Ready')
  const answer = room.capture(sensor, studyId).then(
    ({ status }) => status,
    () => 0,
  )
  const isArmed = async () => (await room.stateOf(sensor)) === 'WaitingForRadiation'
  await room.until('an armed sensor', isArmed)
  // Nobody presses the switch of a sensor whose server dies while it waits.
  const outcome = stage === 'armed' ? 'nobody' : await room.expose(sensor)
  // A generator takes its time from the switch to the radiation.
  if (outcome === 'pressed') await room.until('radiation', async () => !(await isArmed()), 3)
  await reach(room, round, studyId, rawBefore)
  if (victim !== 'bridge') await room.server()?.kill()
  if (victim !== 'server') await room.bridge()?.stop()
  const imagesAtKill = room.recordsOf(studyId).images.length
  const isPressed = outcome === 'exposed' || outcome === 'pressed'
  if (victim !== 'server') await room.startBridge()
  // What a dead server has armed stays armed until somebody asks; a bridge that starts disarms.
  else if (stage === 'armed') await restartBridge(room)
  if (victim !== 'bridge') await room.startServer()
  // One call waits through the death of the bridge; it answers before the next begins.
  const status = victim === 'bridge' ? await answer : 0
  return {
    ...round,
    studyId,
    exposures: isPressed ? 1 : 0,
    imagesAtKill,
    status,
  }
}

async function restartBridge(room: KillableRoom) {
  await room.bridge()?.close()
  await room.startBridge()
}

/** One after the other through all stages; where there is time for more, at other moments each. */
function rounds(count: number): readonly Round[] {
  const random = seededRandom('kills of a capture')
  return Array.from({ length: count }, (_, place) => ({
    stage: stages[place % stages.length] ?? 'any moment',
    victim: victims[(place + Math.floor(place / stages.length)) % victims.length] ?? 'both',
    // A quarter with the large panel, whose switch is that of the generator.
    sensor: place % 4 === 3 ? 'general' : 'dental',
    afterMs: random.integer(0, 700),
  }))
}
/** Each takes three to five seconds; set it to 50 for a long look. */
const roundCount = Number(process.env['CAPTURE_KILL_ROUNDS'] ?? stages.length + 4)

test(
  'server and bridge die at every stage of a capture: every exposure is in its study, once',
  { timeout: 60_000 + roundCount * 60_000 },
  async () => {
    const room = await killableRoom(runs)
    await room.startServer()
    await room.startBridge()
    await room.learn()
    const outcomes: Outcome[] = []
    for (const round of rounds(roundCount)) outcomes.push(await playOut(room, round))
    await room.until('everything to be taken', room.isSettled, 100, 60)

    const found = outcomes.map((outcome) => ({ ...outcome, ...room.recordsOf(outcome.studyId) }))
    const told = ({ stage, victim, sensor, exposures, images, status }: (typeof found)[number]) =>
      `${stage}, ${victim}, ${sensor}: ${exposures} exposed, ${images.length} images, ${status}`
    expect(found.filter(({ exposures, images }) => images.length !== exposures).map(told)).toEqual(
      [],
    )
    // What the dead server had not finished came late, and says so.
    const late = found.filter(
      ({ victim, exposures, imagesAtKill }) =>
        victim !== 'bridge' && exposures === 1 && imagesAtKill === 0,
    )
    expect(late.filter(({ images }) => images[0]?.isRecovered !== true).map(told)).toEqual([])
    expect(late.length).toBeGreaterThanOrEqual(4)
    // Where only the bridge died, the page that waits is answered with the image.
    const waited = found.filter(({ victim, exposures }) => victim === 'bridge' && exposures === 1)
    expect(waited.filter(({ status }) => status !== 200).map(told)).toEqual([])
    const exposures = found.reduce((sum, outcome) => sum + outcome.exposures, 0)
    expect(exposures).toBe(outcomes.filter(({ stage }) => stage !== 'armed').length)
    await room.server()?.kill()
    const { isWell, output } = await verifyData({
      TALUS_DATA: runs.folder(),
      ...runs.database().environment,
    })
    expect([isWell, output]).toEqual([true, expect.stringContaining('Every image has its file')])
  },
)

const mounted = 'mkdir -p "$0" && mount -t tmpfs -o size=40m tmpfs "$0" && exec "$@"'
const canMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', '/mnt']).status ===
  0

test.runIf(canMount)(
  'a disk that fills up after the radiation: the image comes when there is room, once (needs unshare and a user who may mount)',
  { timeout: 90_000 },
  async () => {
    const room = await killableRoom(runs)
    const files = join(room.data, 'files')
    await room.startServer(['unshare', '-rm', 'sh', '-c', mounted, files])
    await room.startBridge()
    await room.learn()
    await room.until('ready', async () => (await room.stateOf('dental')) === 'Ready')
    const studyId = await room.newStudy('Dental')
    const answer = room.capture('dental', studyId)
    await room.until('armed', async () => (await room.stateOf('dental')) === 'WaitingForRadiation')
    // The disk as the server sees it: it is mounted for that process alone.
    const inside = join(`/proc/${room.server()?.child.pid}/root`, files, 'other-program')
    await writeFile(inside, Buffer.alloc(60_000_000)).catch(() => undefined)
    expect(await room.expose('dental')).toBe('exposed')
    const refused = await answer
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(room.recordsOf(studyId).images).toHaveLength(0)
    expect(await room.frames()).toHaveLength(1)
    // Killed while it is full: still there.
    await room.bridge()?.stop()
    await room.startBridge()
    expect(await room.frames()).toHaveLength(1)
    await rm(inside)
    await room.until('the image', async () => room.recordsOf(studyId).images.length > 0, 100, 70)
    await room.until('everything to be taken', room.isSettled, 100)
    expect(room.recordsOf(studyId).images).toEqual([
      { id: expect.any(Number) as number, isRecovered: true },
    ])
  },
)
