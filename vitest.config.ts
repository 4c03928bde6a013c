import { defineConfig } from 'vitest/config'

/** Modules are loaded once per worker, not once per test file: see docs/decisions/0036. */
const shared = {
  isolate: false,
  setupFiles: ['tools/testing/reset-globals.ts'],
  environment: 'node',
}

const server = {
  ...shared,
  setupFiles: [...shared.setupFiles, 'apps/server/src/testing/server/to-refuse.ts'],
  include: ['apps/server/src/**/*.test.ts'],
  exclude: ['**/*.unit.test.ts', '**/*.long.test.ts', '**/node_modules/**'],
  // Argon2id and migrations are slow, and both database engines and the browsers share two cores.
  testTimeout: 60_000,
  hookTimeout: 90_000,
}

/** Tests with whole images, external programs or killed processes; not part of `npm run check`. */
const long = '**/*.long.test.{ts,tsx}'

/**
 * Tests of networking, devices, files and codecs, which do not depend on the database engine; run
 * on SQLite only. The queries of capture and devices have their own tests on both.
 */
const onOneEngine = [
  'apps/server/src/bridge-supervisor.test.ts',
  'apps/server/src/capture-durability.test.ts',
  'apps/server/src/capture-takeover.test.ts',
  'apps/server/src/demo/images/demo-images.test.ts',
  'apps/server/src/generator-heartbeat.test.ts',
  'apps/server/src/dicom-durability.test.ts',
  'apps/server/src/http/forms.test.ts',
  'apps/server/src/start.test.ts',
  'apps/server/src/features/cases/attachments/upload-memory.test.ts',
  'apps/server/src/features/capture/exposure/capture-image.test.ts',
  'apps/server/src/features/capture/exposure/capture-refusals.test.ts',
  'apps/server/src/features/capture/plan/relabel-captured.test.ts',
  'apps/server/src/features/capture/presets/reprocess-captured.test.ts',
  'apps/server/src/features/capture/recovery/second-bridge.test.ts',
  'apps/server/src/features/devices/bridge.test.ts',
  'apps/server/src/features/devices/events/events.test.ts',
  'apps/server/src/features/devices/generator/generator-power.test.ts',
  'apps/server/src/features/devices/generator/generator-use.test.ts',
  'apps/server/src/features/reassign/reassign-capturing.test.ts',
  'apps/server/src/features/dicom-network/conformance.test.ts',
  'apps/server/src/features/dicom-network/servers/dicom-server-test-faults.test.ts',
  'apps/server/src/features/dicom-network/servers/dicom-server-test.test.ts',
  'apps/server/src/features/dicom-network/receive/hostile-callers.test.ts',
  'apps/server/src/features/dicom-network/orthanc.test.ts',
  'apps/server/src/features/dicom-network/send/send-retries.test.ts',
  'apps/server/src/features/dicom-network/send/send-peer-faults.test.ts',
  'apps/server/src/features/dicom-network/send/send-interoperability.test.ts',
  'apps/server/src/features/dicom-web/client.test.ts',
  'apps/server/src/features/dicom-web/proxy.test.ts',
  'apps/server/src/features/dicom-web/orthanc.test.ts',
  'apps/server/src/features/dicom-web/rendered/rendered.test.ts',
  'apps/server/src/features/dicom-web/retrieve/transfer-syntaxes.test.ts',
  'apps/server/src/features/email/email-config-test.test.ts',
  'apps/server/src/features/images/download/bulk-download-memory.test.ts',
  'apps/server/src/features/images/download/bulk-download-stream.test.ts',
  'apps/server/src/features/images/stored/image-file.test.ts',
  'apps/server/src/features/images/pixels/image-frames.test.ts',
  'apps/server/src/features/images/pixels/image-pixels.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 4,
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
        test: {
          ...shared,
          name: 'long',
          include: [`packages/${long}`, `apps/${long}`],
          provide: { checksAllSizes: process.env['TEST_ALL'] === '1' },
          testTimeout: 60_000,
          hookTimeout: 90_000,
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
          globalSetup: ['apps/server/src/testing/database/template-cleanup.ts'],
        },
      },
    ],
  },
})
