import { defineConfig } from '@playwright/test'
import type { TestOptions } from './support/fixtures.ts'
import { servers } from './support/servers.ts'

const isRoot = process.getuid?.() === 0
const local = { variant: 'local', baseURL: servers.local.base } as const

/** Started by `npm test -- --only e2e`, which runs the servers and passes their addresses. */
export default defineConfig<TestOptions>({
  testDir: '.',
  outputDir: '../test-results/e2e',
  workers: 3,
  fullyParallel: true,
  // A retry distinguishes broken tests from flaky ones, which are listed at the end of the run.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    // One context per worker: the HTTP cache and the compiled code stay warm between tests. Playwright
    // clears cookies, storage, routes and init scripts. 56 tests took 30 % less processor time.
    reuseContext: true,
    // Tracing every test would take a quarter of the run.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'on-first-retry',
    screenshot: 'only-on-failure',
    // A press on a control that never appears would otherwise block a worker for the whole test.
    actionTimeout: 45_000,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      // Software WebGL, for computers without a graphics card. The page itself is composited
      // without it: SwiftShader would reach one frame per second, and Playwright would never find a
      // button stable.
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
        // A page lives for seconds: by default V8 optimizes hundreds of functions that are hardly
        // called again, a tenth of the time of a page load. Its default of a few megabytes for young
        // objects makes it collect garbage, in several threads, during each load: another tenth.
        '--js-flags=--invocation-count-for-maglev=2000 --min-semi-space-size=64 --max-semi-space-size=64',
      ],
    },
  },
  projects: [
    {
      // Each worker of this project has its own server and bridge: see support/servers.ts. The
      // project comes first, so that the other workers run other tests in the meantime.
      name: 'capture',
      testMatch: 'capture/**/*.spec.ts',
      workers: 2,
      use: { variant: 'local', viewport: { width: 1366, height: 768 } },
    },
    {
      name: 'desktop',
      testIgnore: ['cloud/**', 'capture/**'],
      grepInvert: /@phone-only/u,
      use: { ...local, viewport: { width: 1366, height: 768 } },
    },
    {
      // Only the tests tagged @phone or @phone-only.
      name: 'phone',
      testIgnore: ['cloud/**', 'capture/**'],
      grep: /@phone/u,
      use: { ...local, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      // This project has its own server, so that its tests may change passwords.
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
