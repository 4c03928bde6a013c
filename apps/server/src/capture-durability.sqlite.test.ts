import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeSensorName } from '@talus/contract'
import { expect, test } from 'vitest'
import { openCrashFixture } from './testing/capture/crash-fixture.ts'
import type { CrashFixture } from './testing/capture/crash-fixture.ts'
import { verifyData } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'
import { createRandom } from './demo/random.ts'

/** An exposure is never lost: whichever process is killed, the image is in its study, once. */
const runs = setUpServerRuns()

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
  /** Images of the study in the database at the moment of the kill. */
  readonly imagesAtKill: number
  /** Status of the response to the page; 0 if its server was killed. */
  readonly status: number
}

const rawFilesIn = (folder: string): number =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.raw'),
      ).length
    : 0

/** Returns as soon as the capture has reached or passed the stage of the round. */
async function waitForStage(
  fixture: CrashFixture,
  { stage, sensor, afterMs }: Round,
  studyId: number,
  rawBefore: number,
) {
  const { until } = fixture
  const images = () => fixture.readStudyRecords(studyId).images.length
  const isPast = () => images() > 0
  const hasReached: Readonly<Record<Stage, () => Promise<boolean>>> = {
    armed: async () => true,
    radiation: async () => true,
    loading: async () => (await fixture.getSensorState(sensor)) === 'LoadingImage' || isPast(),
    'frame kept': async () => (await fixture.listFrames()).length > 0 || isPast(),
    'raw stored': async () => rawFilesIn(join(fixture.data, 'files/raw')) > rawBefore || isPast(),
    'raw known': async () => fixture.readStudyRecords(studyId).rawFrames > 0 || isPast(),
    archived: async () => isPast(),
    acknowledged: async () => isPast() && (await fixture.listFrames()).length === 0,
    'any moment': async () => {
      await sleep(afterMs)
      return true
    },
  }
  await until(stage, hasReached[stage], stage === 'loading' ? 3 : 10)
}

async function playRound(fixture: CrashFixture, round: Round): Promise<Outcome> {
  const { sensor, stage, victim } = round
  const studyId = await fixture.createStudy(sensor === 'dental' ? 'Dental' : 'General')
  const rawBefore = rawFilesIn(join(fixture.data, 'files/raw'))
  await fixture.until(
    'a sensor that is ready',
    async () => (await fixture.getSensorState(sensor)) === 'Ready',
    // Nothing is killed at this moment, and each question costs two processes some milliseconds.
    100,
  )
  const answer = fixture.capture(sensor, studyId).then(
    ({ status }) => status,
    () => 0,
  )
  const isArmed = async () => (await fixture.getSensorState(sensor)) === 'WaitingForRadiation'
  await fixture.until('an armed sensor', isArmed)
  // No exposure is made with a sensor whose server is killed while it is armed.
  const outcome = stage === 'armed' ? 'nobody' : await fixture.expose(sensor)
  // There is a delay between the generator's switch and the radiation.
  if (outcome === 'pressed') await fixture.until('radiation', async () => !(await isArmed()), 3)
  await waitForStage(fixture, round, studyId, rawBefore)
  if (victim !== 'bridge') await fixture.server()?.kill()
  if (victim !== 'server') await fixture.bridge()?.stop()
  const imagesAtKill = fixture.readStudyRecords(studyId).images.length
  const isPressed = outcome === 'exposed' || outcome === 'pressed'
  if (victim !== 'server') await fixture.startBridge()
  // A sensor armed by a killed server stays armed until the next request; a bridge disarms on
  // start.
  else if (stage === 'armed') await restartBridge(fixture)
  if (victim !== 'bridge') await fixture.startServer()
  // The capture request survives a restart of the bridge, and is answered before the next round.
  const status = victim === 'bridge' ? await answer : 0
  return {
    ...round,
    studyId,
    exposures: isPressed ? 1 : 0,
    imagesAtKill,
    status,
  }
}

async function restartBridge(fixture: CrashFixture) {
  await fixture.bridge()?.close()
  await fixture.startBridge()
}

/** Cycles through all stages and victims; further rounds kill at other random moments. */
function planRounds(count: number): readonly Round[] {
  const random = createRandom('kills of a capture')
  return Array.from({ length: count }, (_, index) => ({
    stage: stages[index % stages.length] ?? 'any moment',
    victim: victims[(index + Math.floor(index / stages.length)) % victims.length] ?? 'both',
    // Every fourth round uses the large panel, which is exposed by the generator's switch.
    sensor: index % 4 === 3 ? 'general' : 'dental',
    afterMs: random.integer(0, 700),
  }))
}
/** A round takes three to five seconds; set it to 50 for a thorough run. */
const roundCount = Number(process.env['CAPTURE_KILL_ROUNDS'] ?? stages.length + 4)

test(
  'every exposure is in its study once when server or bridge are killed at any stage of a capture',
  { timeout: 60_000 + roundCount * 60_000 },
  async () => {
    const fixture = await openCrashFixture(runs)
    await fixture.startServer()
    await fixture.startBridge()
    await fixture.loadSensorsAndPatient()
    const outcomes: Outcome[] = []
    for (const round of planRounds(roundCount)) outcomes.push(await playRound(fixture, round))
    await fixture.until('everything to be settled', fixture.isSettled, 100, 60)

    const found = outcomes.map((outcome) => ({
      ...outcome,
      ...fixture.readStudyRecords(outcome.studyId),
    }))
    const describe = ({
      stage,
      victim,
      sensor,
      exposures,
      images,
      status,
    }: (typeof found)[number]) =>
      `${stage}, ${victim}, ${sensor}: ${exposures} exposed, ${images.length} images, ${status}`
    expect(
      found.filter(({ exposures, images }) => images.length !== exposures).map(describe),
    ).toEqual([])
    // Images that the killed server had not finished are marked as recovered.
    const late = found.filter(
      ({ victim, exposures, imagesAtKill }) =>
        victim !== 'bridge' && exposures === 1 && imagesAtKill === 0,
    )
    expect(late.filter(({ images }) => images[0]?.isRecovered !== true).map(describe)).toEqual([])
    expect(late.length).toBeGreaterThanOrEqual(4)
    // If only the bridge was killed, the waiting page receives the image.
    const waited = found.filter(({ victim, exposures }) => victim === 'bridge' && exposures === 1)
    expect(waited.filter(({ status }) => status !== 200).map(describe)).toEqual([])
    const exposures = found.reduce((sum, outcome) => sum + outcome.exposures, 0)
    expect(exposures).toBe(outcomes.filter(({ stage }) => stage !== 'armed').length)
    await fixture.server()?.kill()
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
  'an image exposed while the disk is full is stored once when there is space again (needs unshare and the right to mount)',
  { timeout: 180_000 },
  async () => {
    const fixture = await openCrashFixture(runs)
    const files = join(fixture.data, 'files')
    await fixture.startServer(['unshare', '-rm', 'sh', '-c', mounted, files])
    await fixture.startBridge()
    await fixture.loadSensorsAndPatient()
    await fixture.until('ready', async () => (await fixture.getSensorState('dental')) === 'Ready')
    const studyId = await fixture.createStudy('Dental')
    const answer = fixture.capture('dental', studyId)
    await fixture.until(
      'armed',
      async () => (await fixture.getSensorState('dental')) === 'WaitingForRadiation',
    )
    // The path of the server's file system, which is mounted for that process only.
    const inside = join(`/proc/${fixture.server()?.child.pid}/root`, files, 'other-program')
    await writeFile(inside, Buffer.alloc(60_000_000)).catch(() => undefined)
    expect(await fixture.expose('dental')).toBe('exposed')
    const refused = await answer
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(fixture.readStudyRecords(studyId).images).toHaveLength(0)
    expect(await fixture.listFrames()).toHaveLength(1)
    // The frame survives a kill of the bridge while the disk is full.
    await fixture.bridge()?.stop()
    await fixture.startBridge()
    expect(await fixture.listFrames()).toHaveLength(1)
    await rm(inside)
    await fixture.until(
      'the image',
      async () => fixture.readStudyRecords(studyId).images.length > 0,
      100,
      70,
    )
    await fixture.until('everything to be settled', fixture.isSettled, 100)
    expect(fixture.readStudyRecords(studyId).images).toEqual([
      { id: expect.any(Number) as number, isRecovered: true },
    ])
  },
)
