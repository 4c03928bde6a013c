import { findFreePort } from '@talus/node-kit/find-free-port'
import { expect, onTestFailed, test } from 'vitest'
import { testEngine } from './testing/database/test-database.ts'
import { openClinicSystem, openCloudSystem } from './testing/faults/faulty-system.ts'
import { runFaults } from './testing/faults/run-faults.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** `npm run faults` sets these; the short form with `npm test` has a few rounds. */
const isLongRun = process.env['FAULT_ROUNDS'] !== undefined
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 4)
const seed = process.env['FAULT_SEED'] ?? 'short'
const isCloud = testEngine === 'postgres'
const runs = setUpServerRuns('test', 'demo data')

test.skipIf(process.platform !== 'linux')(
  `${rounds} faults of ${isCloud ? 'two servers in the cloud' : 'a clinic’s PC'} lose nothing that was acknowledged`,
  { timeout: 240_000 + rounds * 60_000, retry: 0 },
  async () => {
    const { environment, copyInto } = runs.database()
    const system = isCloud
      ? await openCloudSystem(runs.folder(), environment['DATABASE_URL'] ?? '')
      : await openClinicSystem(runs.folder(), { bridgePort: await findFreePort(), copyInto })
    runs.atEnd(system.close)
    const lines: string[] = []
    const report = await runFaults({
      system,
      isCloud,
      seed,
      rounds,
      print: (line) => {
        lines.push(line)
        if (isLongRun) process.stdout.write(`${line}\n`)
      },
    })
    const found = [...lines, JSON.stringify({ seed, rounds, ...report })].join('\n')
    if (isLongRun) process.stdout.write(`${found}\n`)
    else onTestFailed(() => void process.stdout.write(`${found}\n`))
    expect(report).toMatchObject({
      lost: [],
      twice: [],
      isWell: true,
      notRecovered: [],
      endedInOrder: true,
    })
    expect(report.jobs.waiting).toBe(0)
    expect(report.acknowledged).toBeGreaterThan(rounds)
  },
)
