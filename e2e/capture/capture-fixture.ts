import { startServer } from '../../tools/testing/test-server.ts'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { test as base, type RecordsFlow } from '../support/clinic-records.ts'
import { createApi } from '../support/clinic-fixture.ts'
import { expect } from '../support/fixtures.ts'
import { setLocalServer, servers } from '../support/servers.ts'
import { Simulator } from './simulator.ts'

interface WorkerFixtures {
  /** The bridge of this worker, whose simulator the tests control. */
  workerSimulator: Simulator
}

interface TestFixtures {
  /** The same bridge, reset to its initial state before each test. */
  simulator: Simulator
}

/** The fixtures that the parts of a test use. */
export interface CaptureFlow extends RecordsFlow {
  readonly simulator: Simulator
}

/** The page of the test before is closed, but its capture keeps the sensor for some seconds. */
async function waitForFreeSensor() {
  const asAdmin = await createApi('admin.en')
  const readUse = async () => {
    const { body } = await asAdmin<{ status: { use: unknown } }>('GET', 'sensor/1/status')
    return body.status.use
  }
  await expect.poll(readUse, { timeout: 45_000 }).toBeNull()
}

/** A local server and a bridge that only this worker uses, with the demo users and sensors. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  workerSimulator: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
    async ({}, use) => {
      const port = await findFreePort()
      const server = await startServer({
        BRIDGE_PORT: String(port),
        PUBLIC_CALLS_PER_MINUTE: '100000',
      })
      setLocalServer(server.url, server.data)
      const simulator = new Simulator(server.data, port)
      await simulator.start()
      await use(simulator)
      await simulator.kill()
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],

  simulator: [
    async ({ workerSimulator }, use) => {
      await workerSimulator.reset()
      await waitForFreeSensor()
      await use(workerSimulator)
    },
    { auto: true },
  ],

  baseURL: async ({ workerSimulator: _simulator }, use) => {
    await use(servers.local.base)
  },
})

export { expect }
