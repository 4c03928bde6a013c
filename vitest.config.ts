import { defineConfig } from 'vitest/config'

const server = {
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/node_modules/**'],
  environment: 'node',
  // Argon2id and migrations take their time, and both engines share two cores.
  testTimeout: 20_000,
  hookTimeout: 40_000,
}

/** Start the bridge as a process over and over: too long for the quick part. */
const bridgeProcess = ['apps/bridge/src/bridge-killed.test.ts', 'apps/bridge/src/start.test.ts']

/** About other machines and about lines, not about what a database does: once is enough. */
const onOneEngine = [
  'apps/server/src/bridge-keeper.test.ts',
  'apps/server/src/capture-durability.test.ts',
  'apps/server/src/capture-succession.test.ts',
  'apps/server/src/demo/images/demo-images.test.ts',
  'apps/server/src/dicom-durability.test.ts',
  'apps/server/src/features/capture/exposure/capture-refusals.test.ts',
  'apps/server/src/features/devices/bridge.test.ts',
  'apps/server/src/features/dicom-network/send-peers.test.ts',
  'apps/server/src/features/dicom-network/dicom-server-test.test.ts',
  'apps/server/src/features/email/email-config-test.test.ts',
  'apps/server/src/features/images/bulk-download-stream.test.ts',
  'apps/server/src/features/images/bulk-download-memory.test.ts',
]

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
            'apps/bridge/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', ...bridgeProcess],
          environment: 'node',
          testTimeout: 10_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server-sqlite',
          include: [...server.include, ...bridgeProcess],
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          exclude: [...server.exclude, ...onOneEngine],
          env: { TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
})
