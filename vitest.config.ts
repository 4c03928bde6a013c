import { defineConfig } from 'vitest/config'
import { builtThreads } from './tools/testing/built-threads.ts'
import { QuickFilesLast } from './tools/testing/test-order.ts'

/** Modules are loaded once per worker, not once per test file: see docs/decisions/0036. */
const shared = {
  isolate: false,
  setupFiles: ['tools/testing/reset-globals.ts'],
  environment: 'node',
  // The default of a second is too short on a busy computer; a poll ends as soon as it succeeds.
  expect: { poll: { timeout: 20_000 } },
}

const server = {
  ...shared,
  setupFiles: [...shared.setupFiles, 'apps/server/src/testing/server/to-refuse.ts'],
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/*.long.test.ts', '**/node_modules/**'],
  // Argon2id and migrations are slow, and both database engines and the browsers share two cores.
  testTimeout: 60_000,
  hookTimeout: 90_000,
  // As for the browser tests: a second try distinguishes a broken test from one that a busy
  // computer made too slow; the output marks it.
  retry: 1,
}

/** Tests with whole images, external programs or killed processes; not part of `npm run check`. */
const long = '**/*.long.test.{ts,tsx}'

/**
 * A `*.sqlite.test.ts` is about bytes, pixels, documents, messages, networks or processes: it would
 * run the same code again on PostgreSQL. The other tests of the server run on both databases.
 */
const onSqliteOnly = '**/*.sqlite.test.ts'

export default defineConfig({
  test: {
    maxWorkers: 4,
    // Young objects get their full memory at once. V8 starts with a few megabytes, and collects
    // garbage all the time while a worker loads the server.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    sequence: { sequencer: QuickFilesLast },
    globalSetup: ['tools/testing/build-before-tests.ts'],
    passWithNoTests: false,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.unit.test.ts',
            'apps/bridge/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', long],
          testTimeout: 10_000,
        },
      },
      {
        plugins: [builtThreads],
        test: {
          ...shared,
          name: 'long',
          include: [`packages/${long}`, `apps/${long}`],
          provide: { checksAllSizes: process.env['TEST_ALL'] === '1' },
          testTimeout: 60_000,
          hookTimeout: 90_000,
          retry: 1,
        },
      },
      {
        plugins: [builtThreads],
        test: {
          ...server,
          name: 'server-sqlite',
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        plugins: [builtThreads],
        test: {
          ...server,
          name: 'server-postgres',
          exclude: [...server.exclude, onSqliteOnly],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['apps/server/src/testing/database/template-cleanup.ts'],
        },
      },
    ],
  },
})
