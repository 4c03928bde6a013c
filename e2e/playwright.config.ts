import { defineConfig } from '@playwright/test'
import type { Choices } from './fixtures.ts'
import { servers } from './servers.ts'

const isRoot = process.getuid?.() === 0
const local = { variant: 'local', baseURL: servers.local.base } as const

/** Started by `npm test -- --only e2e`, which runs the server and says where it is. */
export default defineConfig<Choices>({
  testDir: '.',
  outputDir: '../test-results/e2e',
  workers: 2,
  fullyParallel: true,
  // A second try tells what is broken from what raced; what raced is named at the end of the run.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json']],
  use: {
    // A trace of every test costs a quarter of the run.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // WebGL in software, for machines without a graphics card. The page itself is drawn without
      // it: composed by SwiftShader it reaches one frame a second, and no button ever holds still.
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-compositing',
      ],
    },
  },
  projects: [
    {
      // A server and a bridge of its own, one test after the other: see servers.ts. First, so that the
      // second worker has other tests to do meanwhile.
      name: 'capture',
      testMatch: 'capture/**/*.spec.ts',
      workers: 1,
      use: { variant: 'local', viewport: { width: 1366, height: 768 } },
    },
    {
      name: 'desktop',
      testIgnore: ['cloud/**', 'capture/**'],
      grepInvert: /@phone-only/u,
      use: { ...local, viewport: { width: 1366, height: 768 } },
    },
    {
      // Only the tests that ask for it.
      name: 'phone',
      testIgnore: ['cloud/**', 'capture/**'],
      grep: /@phone/u,
      use: { ...local, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      // A server of its own, so that its tests may change passwords.
      name: 'cloud',
      testMatch: 'cloud/**/*.spec.ts',
      use: {
        variant: 'cloud',
        baseURL: servers.cloud.base,
        viewport: { width: 1366, height: 768 },
      },
    },
  ],
})
