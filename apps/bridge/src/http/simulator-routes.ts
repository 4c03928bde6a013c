import { SimulatorOrder, SimulatorState } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import type { Simulator } from '@talus/devices'
import { z } from 'zod'
import { refuse } from '../refusal.ts'
import type { SensorSession } from '../sensor-session.ts'
import { sendJson } from './reply.ts'
import type { Route } from './router.ts'

const OrderAnswer = z.object({ outcome: z.string() })

/** The state and the orders of the control panel. Real hardware has no such routes. */
export function simulatorRoutes(
  simulator: Simulator,
  sessions: ReadonlyMap<BridgeSensorName, SensorSession>,
): Route[] {
  const readState = (): SimulatorState => ({
    sensors: [...simulator.sensors].flatMap(([name, sensor]) => {
      const session = sessions.get(name)
      if (!session) return []
      return [
        {
          name,
          autoExposeSeconds: simulator.autoExposeSeconds(name),
          faults: sensor.faults(),
          status: session.status(),
        },
      ]
    }),
    generator: simulator.generator
      ? { status: simulator.generator.values(), faults: simulator.generator.faults() }
      : null,
  })

  function executeOrder(order: SimulatorOrder): string {
    if (order.order === 'generator-fault') {
      if (!simulator.generator) refuse('bridge/no-generator')
      simulator.generator.setFault(order.fault, order.isOn)
      return 'done'
    }
    const sensor = simulator.sensors.get(order.sensor) ?? refuse('bridge/not-found')
    if (order.order === 'expose') return simulator.expose(order.sensor)
    if (order.order === 'auto-expose') simulator.setAutoExpose(order.sensor, order.seconds)
    else sensor.setFault(order.fault, order.isOn)
    return 'done'
  }

  return [
    {
      method: 'GET',
      path: '/simulator',
      access: 'panel',
      handle: ({ response }) => sendJson(response, SimulatorState, readState()),
    },
    {
      method: 'POST',
      path: '/simulator/order',
      access: 'panel',
      handle: async ({ response, body }) =>
        sendJson(response, OrderAnswer, { outcome: executeOrder(await body(SimulatorOrder)) }),
    },
  ]
}
