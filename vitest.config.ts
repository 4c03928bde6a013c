import { defineConfig } from 'vitest/config'

/** Modules are loaded once in a worker, not once for each file: see docs/decisions/0036. */
const shared = {
  isolate: false,
  setupFiles: ['tools/testing/tidy.ts'],
  environment: 'node',
}

const server = {
  ...shared,
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/*.long.test.ts', '**/node_modules/**'],
  // Argon2id and migrations take their time, and both engines share two cores.
  testTimeout: 20_000,
  hookTimeout: 40_000,
}

/** Whole images, other programs, processes that are killed: not in `npm run check`. */
const long = '**/*.long.test.{ts,tsx}'

/** About other machines, lines, files and their codecs, not about what a database does: once is enough. */
const onOneEngine = [
  'apps/server/src/bridge-keeper.test.ts',
  'apps/server/src/capture-durability.test.ts',
  'apps/server/src/capture-succession.test.ts',
  'apps/server/src/demo/images/demo-images.test.ts',
  'apps/server/src/dicom-durability.test.ts',
  'apps/server/src/start.test.ts',
  'apps/server/src/features/capture/exposure/capture-refusals.test.ts',
  'apps/server/src/features/capture/looks/reprocess-taken.test.ts',
  'apps/server/src/features/devices/bridge.test.ts',
  'apps/server/src/features/dicom-network/conformance.test.ts',
  'apps/server/src/features/dicom-network/dicom-server-test-verdicts.test.ts',
  'apps/server/src/features/dicom-network/dicom-server-test.test.ts',
  'apps/server/src/features/dicom-network/hostile.test.ts',
  'apps/server/src/features/dicom-network/orthanc.test.ts',
  'apps/server/src/features/dicom-network/send-patience.test.ts',
  'apps/server/src/features/dicom-network/send-peers.test.ts',
  'apps/server/src/features/dicom-network/send-programs.test.ts',
  'apps/server/src/features/dicom-web/client.test.ts',
  'apps/server/src/features/dicom-web/elsewhere.test.ts',
  'apps/server/src/features/dicom-web/orthanc.test.ts',
  'apps/server/src/features/dicom-web/rendered.test.ts',
  'apps/server/src/features/dicom-web/transfer-syntaxes.test.ts',
  'apps/server/src/features/email/email-config-test.test.ts',
  'apps/server/src/features/images/bulk-download-memory.test.ts',
  'apps/server/src/features/images/bulk-download-stream.test.ts',
  'apps/server/src/features/images/image-file.test.ts',
  'apps/server/src/features/images/image-frames.test.ts',
  'apps/server/src/features/images/image-pixels.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 4,
    globalSetup: ['tools/testing/programs-built.ts'],
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
        test: {
          ...shared,
          name: 'long',
          include: [`packages/${long}`, `apps/${long}`],
          testTimeout: 20_000,
          hookTimeout: 40_000,
        },
      },
      {
        test: {
          ...server,
          name: 'server-sqlite',
          env: { TEST_ENGINE: 'sqlite' },
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          exclude: [...server.exclude, ...onOneEngine],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['apps/server/src/testing/templates-of-run.ts'],
        },
      },
    ],
  },
})
