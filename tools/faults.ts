import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { buildPrograms } from './build/programs.ts'
import { compileCacheFolder, getScriptPath, runInTerminal } from './child.ts'
import { findPostgres } from './testing/postgres.ts'
import { createScratchFolder } from './testing/scratch-folder.ts'

const help = `npm run faults: breaks servers, database, store, disk, clock and network while work arrives, and checks
that nothing that was acknowledged is lost or there twice.

  --rounds 50     faults on each system
  --seed 17       repeats a run; by default a new one, which is printed
  --only clinic   a clinic's PC (SQLite, bridge, small disk), or cloud (two servers, PostgreSQL, S3)
It uses this computer only. The small disk needs root.`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const projects = { clinic: 'server-sqlite', cloud: 'server-postgres' } as const

async function main(): Promise<number> {
  const seed = values.seed ?? String(randomInt(1_000_000))
  const wanted = Object.entries(projects).filter(
    ([name]) => values.only === undefined || values.only === name,
  )
  if (wanted.length === 0 || !(Number(values.rounds) > 0)) {
    console.error(help)
    return 2
  }
  console.log(`Seed ${seed}: npm run faults -- --rounds ${values.rounds} --seed ${seed}`)
  await buildPrograms()
  const scratch = await createScratchFolder()
  const needsPostgres = wanted.some(([name]) => name === 'cloud')
  const postgres = needsPostgres ? await findPostgres(scratch.path) : undefined
  try {
    const args = [
      'run',
      ...wanted.flatMap(([, project]) => ['--project', project]),
      '--disableConsoleIntercept',
      '--maxWorkers=1',
      'apps/server/src/faults.test.ts',
    ]
    return await runInTerminal(process.execPath, [getScriptPath('vitest/vitest.mjs'), ...args], {
      env: {
        TMPDIR: scratch.path,
        TEST_DATABASE_URL: postgres?.url,
        FAULT_ROUNDS: values.rounds,
        FAULT_SEED: seed,
        NODE_COMPILE_CACHE: compileCacheFolder,
      },
    })
  } finally {
    await postgres?.stop()
    await scratch.remove()
  }
}

if (values.help) console.log(help)
else process.exitCode = await main()
