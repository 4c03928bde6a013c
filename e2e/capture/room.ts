import { startServer } from '../../tools/testing/test-server.ts'
import { freePort } from '../../tools/testing/free-port.ts'
import { test as base } from '../clinic-day.ts'
import { moveLocalTo, servers } from '../servers.ts'
import { Simulator } from './simulator.ts'

interface WorkerEquipment {
  /** The bridge of this worker, whose simulator a test drives. */
  machine: Simulator
}

interface Equipment {
  /** The same, as it was at first when a test begins. */
  simulator: Simulator
}

/** A local server and a bridge that only this worker uses, with the demo's people and sensors. */
export const test = base.extend<Equipment, WorkerEquipment>({
  machine: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright reads what a fixture asks for
    async ({}, use) => {
      const port = await freePort()
      const server = await startServer({
        BRIDGE_PORT: String(port),
        PUBLIC_CALLS_PER_MINUTE: '100000',
      })
      moveLocalTo(server.url, server.data)
      const machine = new Simulator(server.data, port)
      await machine.start()
      await use(machine)
      await machine.kill()
      await server.stop()
    },
    { scope: 'worker', auto: true, timeout: 90_000 },
  ],

  simulator: [
    async ({ machine }, use) => {
      await machine.reset()
      await use(machine)
    },
    { auto: true },
  ],

  baseURL: async ({ machine: _machine }, use) => {
    await use(servers.local.base)
  },
})

export { expect } from '../fixtures.ts'
