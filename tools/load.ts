import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { formatLoad } from '../bench/load/format-load.ts'
import { runLoad } from '../bench/load/run-load.ts'
import { buildPrograms } from './build/programs.ts'
import { findPostgres } from './testing/postgres.ts'

const help = `npm run load: simulated clinics on one and on two servers with one PostgreSQL, on this computer only.

  --clinics 200     clinics, each with a user, a page that follows changes, and a modality
  --studies 10000   studies in the database before the start: 10000, 100000, 1000000
  --seconds 60      duration of the simulation for each number of servers, at most 3600
  --servers 1,2     numbers of servers
  --pause 2000      mean pause in ms of a clinic between two actions

  TEST_DATABASE_URL  a PostgreSQL server on which databases may be created

It prints the duration of each call, errors, and memory and processor time of the servers, and fails if
a call failed or an acknowledged image is missing.`

const { values } = parseArgs({
  options: {
    clinics: { type: 'string', default: '200' },
    studies: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    servers: { type: 'string', default: '1,2' },
    pause: { type: 'string', default: '2000' },
    help: { type: 'boolean' },
  },
})

/** The number of an option within its bounds; anything else ends the command. */
function readNumber(name: string, text: string, most: number): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 1 && number <= most) return number
  console.error(`--${name} must be a number from 1 to ${most}`)
  return process.exit(1)
}

if (values.help) console.log(help)
else {
  const options = {
    clinics: readNumber('clinics', values.clinics, 1000),
    studies: readNumber('studies', values.studies, 5_000_000),
    seconds: readNumber('seconds', values.seconds, 3600),
    pauseMs: readNumber('pause', values.pause, 60_000),
    servers: values.servers.split(',').map((text) => readNumber('servers', text, 8)),
  }
  const postgres = await findPostgres()
  if (!postgres) {
    console.error('There is no PostgreSQL here and none can be installed.')
    process.exit(1)
  }
  try {
    await buildPrograms()
    const results = await runLoad({ ...options, postgresUrl: postgres.url, print: console.log })
    for (const result of results) console.log(formatLoad(result))
    const [load = 0] = loadavg()
    console.log(
      `\nload of the computer: ${load.toFixed(1)} on ${availableParallelism()} processors, which the load generator and PostgreSQL use too`,
    )
    if (results.some(({ errors, missing }) => errors > 0 || missing > 0)) process.exitCode = 1
  } finally {
    await postgres.stop()
  }
}
