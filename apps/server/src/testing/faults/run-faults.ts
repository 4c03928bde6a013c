import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../demo/random.ts'
import { openDatabase } from '../../db/open.ts'
import { runCommand } from '../server/server-process.ts'
import { checkRecords, countJobs } from './check-records.ts'
import { createFaults } from './faults.ts'
import type { FaultySystem } from './faulty-system.ts'
import { countAcknowledged, createDriver } from './operations.ts'

export interface FaultRun {
  readonly system: FaultySystem
  readonly isCloud: boolean
  readonly seed: string
  readonly rounds: number
  readonly print: (line: string) => void
}

export interface FaultReport {
  readonly acknowledged: number
  readonly images: number
  readonly owners: number
  readonly refused: number
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  /** Files without a record that killed servers had left, and that were adopted. */
  readonly adopted: number
  readonly isWell: boolean
  /** The end of what the verification has printed, if it has found something. */
  readonly findings: string
  readonly jobs: {
    readonly waiting: number
    readonly all: number
    /** Why jobs were given up. */
    readonly errors: readonly string[]
  }
  readonly mails: number
  readonly endedInOrder: boolean
  /** Rounds after which a server was not ready by itself. */
  readonly notRecovered: readonly string[]
  readonly longestRecoveryMs: number
}

const findingsMax = 4000
const recoveryMaxMs = 90_000
const startMaxMs = 120_000
/**
 * Mails are tried again after minutes or hours: at the end, the clock of the servers goes forward. A
 * link to a new password is given up when it has expired, which is no loss.
 */
const laterSeconds = [600, 7200, 18_000]
const drainTries = 60

async function waitUntilReady({ servers }: FaultySystem, maxMs: number): Promise<number> {
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxMs) {
    const answers = await Promise.all(servers.map((server) => server.isReady()))
    if (answers.every(Boolean)) return performance.now() - startedAt
    await sleep(50)
  }
  return Number.POSITIVE_INFINITY
}

/** Injects faults while work arrives, and checks everything that was acknowledged. */
export async function runFaults({
  system,
  isCloud,
  seed,
  rounds,
  print,
}: FaultRun): Promise<FaultReport> {
  const random = createRandom(seed)
  const prefix = `Fault ${seed}`
  if ((await waitUntilReady(system, startMaxMs)) === Number.POSITIVE_INFINITY)
    throw new Error(
      `the servers do not start\n${system.servers.map(({ output }) => output()).join('\n')}`,
    )
  if (!isCloud && !system.fillDisk) print('      (no full disk: a small disk needs root)')
  const driver = createDriver(system.servers, { prefix, isCloud })
  const working = driver.start()
  const notRecovered: string[] = []
  let longestRecoveryMs = 0
  let waiting = random.shuffle(createFaults(system))
  for (let round = 1; round <= rounds; round += 1) {
    // Every fault comes once before any comes again.
    if (waiting.length === 0) waiting = random.shuffle(createFaults(system))
    const [fault, ...others] = waiting
    if (!fault) break
    waiting = others
    await sleep(random.integer(50, 400))
    const before = countAcknowledged(driver.acknowledged)
    await fault.run(random)
    const recoveryMs = await waitUntilReady(system, recoveryMaxMs)
    if (recoveryMs === Number.POSITIVE_INFINITY) notRecovered.push(`${round}: ${fault.name}`)
    else longestRecoveryMs = Math.max(longestRecoveryMs, recoveryMs)
    const during = countAcknowledged(driver.acknowledged) - before
    print(
      `${String(round).padStart(4)}  ${fault.name.padEnd(36)} ready after ${(recoveryMs / 1000).toFixed(1).padStart(5)} s, ${during} acknowledged meanwhile`,
    )
  }
  await sleep(300)
  await working.stop()
  return finish({ system, driver, prefix, notRecovered, longestRecoveryMs })
}

async function finish({
  system,
  driver,
  prefix,
  notRecovered,
  longestRecoveryMs,
}: {
  readonly system: FaultySystem
  readonly driver: ReturnType<typeof createDriver>
  readonly prefix: string
  readonly notRecovered: readonly string[]
  readonly longestRecoveryMs: number
}): Promise<FaultReport> {
  const { environment } = system
  const { acknowledged } = driver
  const database = await openDatabase({
    databaseUrl: environment['DATABASE_URL'],
    dataFolder: environment['TALUS_DATA'] ?? '',
  })
  let jobs = await countJobs(database.unscopedDb)
  for (const seconds of laterSeconds) {
    if (jobs.waiting > 0) await system.setClock(seconds)
    for (let tries = 0; jobs.waiting > 0 && tries < drainTries; tries += 1) {
      await sleep(500)
      jobs = await countJobs(database.unscopedDb)
    }
  }
  const endedInOrder = await system.stopServers()
  const { lost, twice } = await checkRecords(database.unscopedDb, acknowledged, prefix)
  await database.close()
  const repaired = await runCommand(['verify', '--repair'], environment)
  const checked = await runCommand(['verify'], environment)
  const isWell = checked.exitCode === 0 && !/missing|damaged/u.test(repaired.output)
  return {
    acknowledged: countAcknowledged(acknowledged),
    images: acknowledged.images.size,
    owners: acknowledged.owners.size,
    refused: acknowledged.refused,
    lost,
    twice,
    adopted: repaired.output.split('file without a record: ').length - 1,
    isWell,
    findings: isWell ? '' : `${repaired.output}\n${checked.output}`.slice(-findingsMax),
    jobs,
    mails: system.receivedMails(),
    endedInOrder,
    notRecovered,
    longestRecoveryMs,
  }
}
