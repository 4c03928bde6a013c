import { SimulatorOrder, SimulatorPicture } from '@talus/contract'
import type { BridgeSensorName } from '@talus/contract'
import type { SimulatedRoom } from '@talus/devices'
import { z } from 'zod'
import { refuse } from '../refusal.ts'
import type { SensorSession } from '../sensor-session.ts'
import { sendJson } from './reply.ts'
import type { Route } from './router.ts'

const OrderAnswer = z.object({ outcome: z.string() })

/** What the control panel shows and orders. There are none where the hardware is real. */
export function simulatorRoutes(
  room: SimulatedRoom,
  sessions: ReadonlyMap<BridgeSensorName, SensorSession>,
): Route[] {
  const picture = (): SimulatorPicture => ({
    sensors: [...room.sensors].flatMap(([name, sensor]) => {
      const session = sessions.get(name)
      if (!session) return []
      return [
        {
          name,
          autoExposeSeconds: room.autoExposeSeconds(name),
          faults: sensor.faults(),
          status: session.status(),
        },
      ]
    }),
    generator: room.generator
      ? { status: room.generator.values(), faults: room.generator.faults() }
      : null,
  })

  function carryOut(order: SimulatorOrder): string {
    if (order.order === 'generator-fault') {
      if (!room.generator) refuse('bridge/no-generator')
      room.generator.setFault(order.fault, order.isOn)
      return 'done'
    }
    const sensor = room.sensors.get(order.sensor) ?? refuse('bridge/not-found')
    if (order.order === 'expose') return room.expose(order.sensor)
    if (order.order === 'auto-expose') room.setAutoExpose(order.sensor, order.seconds)
    else sensor.setFault(order.fault, order.isOn)
    return 'done'
  }

  return [
    {
      method: 'GET',
      path: '/simulator',
      access: 'panel',
      handle: ({ response }) => sendJson(response, SimulatorPicture, picture()),
    },
    {
      method: 'POST',
      path: '/simulator/order',
      access: 'panel',
      handle: async ({ response, body }) =>
        sendJson(response, OrderAnswer, { outcome: carryOut(await body(SimulatorOrder)) }),
    },
  ]
}
