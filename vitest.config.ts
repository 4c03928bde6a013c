import { defineConfig } from 'vitest/config'

const server = {
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
  environment: 'node',
  // Argon2id and migrations take their time, and both engines share two cores.
  testTimeout: 20_000,
  hookTimeout: 40_000,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'apps/server/src/**/*.unit.test.ts',
            'tools/**/*.test.ts',
          ],
          environment: 'node',
          testTimeout: 10_000,
        },
      },
      { test: { ...server, name: 'server-sqlite', env: { TEST_ENGINE: 'sqlite' } } },
      { test: { ...server, name: 'server-postgres', env: { TEST_ENGINE: 'postgres' } } },
    ],
  },
})
