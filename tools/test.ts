import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPrograms } from './build/programs.ts'
import { buildWeb } from './build/web.ts'
import { createCheckSteps, createUnitStep } from './checks/steps.ts'
import {
  compileCacheFolder,
  getScriptPath,
  root,
  runInTerminal,
  runNodeAndCapture,
} from './child.ts'
import {
  formatTally,
  isSuccess,
  createTally,
  runSteps,
  type Step,
  type StepResult,
} from './steps.ts'
import { findBrowser } from './testing/browser.ts'
import { findTestPrograms } from './testing/test-programs.ts'
import { findPostgres } from './testing/postgres.ts'
import { readPlaywrightResult, readVitestResult } from './testing/reports.ts'
import { createScratchFolder } from './testing/scratch-folder.ts'
import { startServer } from './testing/test-server.ts'

const parts = ['check', 'unit', 'server', 'e2e'] as const
type Part = (typeof parts)[number]
const isPart = (text: string): text is Part => parts.some((part) => part === text)

const help = `npm test: types, lint, import boundaries, languages, unit tests, API tests on SQLite and PostgreSQL, browser tests.

  npm test -- --only unit|server|e2e|check    one part; several may be given
  npm test -- --only server studies           only files whose path contains a word
  npm test -- --all                           also the simulated images of every size of animal, the lines of
                                              500 reports in the browser at four pixel ratios, and the flows
                                              in both languages

  TEST_DATABASE_URL  a PostgreSQL server on which databases may be created
  CHROMIUM_PATH      the browser to use`

const { values, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', multiple: true },
    all: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const only = values.only ?? [...parts]
const unknown = only.filter((part) => !isPart(part))
const isRequested = (part: Part) => only.includes(part)

/**
 * Alone, API tests and browser tests have more workers than the two cores, because they also wait.
 * Together they would then only delay each other, until the time limits of single tests are
 * exceeded.
 */
const workers =
  isRequested('server') && isRequested('e2e') ? { server: 3, e2e: 2 } : { server: 4, e2e: 3 }

const results = join(root, 'test-results')
const stopController = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopController.abort()
  })
}

const createSkippedResult = (why: string): StepResult => ({
  passed: 0,
  failed: 0,
  skipped: 1,
  output: why,
})

const noPostgresText = `There is no PostgreSQL here and none can be installed, so the API tests run on SQLite only.
Set TEST_DATABASE_URL to a server on which databases may be created.`
const formatMissingPrograms = (programs: readonly string[]) =>
  `The tests that use ${programs.join(', ')} are left out: not here, and cannot be installed.`
const noBrowserText = `There is no browser here and none can be installed, so the browser tests are left out.
Set CHROMIUM_PATH to a Chromium or Chrome.`

/**
 * The server tests on each database engine and the long tests, in one run that keeps both cores
 * busy.
 */
const serverStep: Step = {
  name: 'API tests on both databases, long tests',
  run: async () => {
    const scratch = await createScratchFolder()
    try {
      return await runServerTests(scratch.path)
    } finally {
      await scratch.remove()
    }
  },
}

async function runServerTests(scratchFolder: string): Promise<StepResult> {
  const postgres = await findPostgres(scratchFolder)
  if (!postgres) console.log(noPostgresText)
  const absent = await findTestPrograms()
  if (absent.length > 0) console.log(formatMissingPrograms(absent))
  try {
    const report = join(results, 'server.json')
    const projects = ['long', 'server-sqlite', ...(postgres ? ['server-postgres'] : [])]
    const args = [
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      `--maxWorkers=${workers.server}`,
      ...filters,
    ]
    const code = await runInTerminal(
      process.execPath,
      [getScriptPath('vitest/vitest.mjs'), ...args],
      {
        // The threads of the servers under test use the compile cache.
        env: {
          TMPDIR: scratchFolder,
          TEST_DATABASE_URL: postgres?.url,
          TEST_ALL: values.all ? '1' : undefined,
          NODE_COMPILE_CACHE: compileCacheFolder,
        },
        signal: stopController.signal,
      },
    )
    const tally = await readVitestResult(report, code === 0)
    return postgres ? tally : { ...tally, skipped: (tally.skipped ?? 0) + 1 }
  } finally {
    await postgres?.stop()
  }
}

const e2eStep: Step = {
  name: 'browser tests',
  run: async () => {
    const browser = await findBrowser()
    if (browser === undefined) return createSkippedResult(noBrowserText)
    await buildWeb()
    // No rate limit on sign-ins: all of them come from this computer.
    const settings = { PUBLIC_CALLS_PER_MINUTE: '100000' }
    // Studies can be started only if sensors are ready. There is no generator, because all tests
    // would share it: a sign-out in one test would switch it off in another.
    const hardware = { BRIDGE_GENERATOR: 'none', BRIDGE_AUTO_EXPOSE: 'off' }
    const servers = await Promise.all([
      startServer({ ...settings, ...hardware, TALUS_VARIANT: 'local' }, ['--with-bridge']),
      startServer({ ...settings, TALUS_VARIANT: 'cloud' }),
    ])
    const [local, cloud] = servers
    try {
      const report = join(results, 'e2e.json')
      const args = [
        'test',
        '--config',
        join(root, 'e2e/playwright.config.ts'),
        `--workers=${workers.e2e}`,
        ...filters,
      ]
      const { isFine, output } = await runNodeAndCapture('@playwright/test/cli.js', args, {
        env: {
          CHROMIUM_PATH: browser,
          E2E_LOCAL_URL: local.url,
          E2E_LOCAL_DATA: local.data,
          E2E_CLOUD_URL: cloud.url,
          E2E_CLOUD_DATA: cloud.data,
          TEST_ALL: values.all ? '1' : undefined,
          PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        },
        signal: stopController.signal,
      })
      // Printed at once: the lines of the API tests, which run at the same time, would be in between.
      console.log(output.trimEnd())
      const tally = await readPlaywrightResult(report, isFine)
      if (tally.failed > 0) {
        await writeFile(join(results, 'server-local.log'), local.log())
        await writeFile(join(results, 'server-cloud.log'), cloud.log())
      }
      return tally
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  },
}

async function main() {
  const tally = createTally()
  const concurrency = Math.min(2, availableParallelism())
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })
  const quick = [
    ...(isRequested('check') ? await createCheckSteps() : []),
    ...(isRequested('unit') ? [createUnitStep(filters)] : []),
  ]
  const slow = [
    ...(isRequested('server') ? [serverStep] : []),
    ...(isRequested('e2e') ? [e2eStep] : []),
  ]
  await runSteps(quick, tally, { concurrency })
  if (slow.length > 0 && !stopController.signal.aborted) {
    // Built before both, which would otherwise write the same files.
    await buildPrograms()
    // Each of them waits for disks, timers and processes a third of its time.
    await runSteps(slow, tally, { concurrency })
  }
  if (stopController.signal.aborted) console.log('Stopped before the end.')
  console.log(formatTally(tally))
  process.exitCode = isSuccess(tally) && !stopController.signal.aborted ? 0 : 1
}

if (values.help) console.log(help)
else if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}.\n\n${help}`)
  process.exitCode = 2
} else await main()
