import {
  ArmRequest,
  BridgeSensorName,
  CancelAnswer,
  CancelRequest,
  Lease,
  LeaseRequest,
  SensorList,
  SensorStatusAnswer,
} from '@talus/contract'
import type { BridgeEvent } from '@talus/contract'
import type { Spool } from '../disk/spool.ts'
import { refuse } from '../refusal.ts'
import type { SensorSession } from '../sensor-session.ts'
import { openStream } from './event-stream.ts'
import { serverOf } from './guard.ts'
import { sendJson, sendNothing } from './reply.ts'
import type { Call, Route } from './router.ts'

type Sessions = ReadonlyMap<BridgeSensorName, SensorSession>

export function sensorRoutes(sessions: Sessions, spool: Spool): Route[] {
  const sessionOf = ({ parts }: Call): SensorSession => {
    const name = BridgeSensorName.safeParse(parts.sensor)
    return (name.data && sessions.get(name.data)) ?? refuse('bridge/not-found')
  }
  const access = 'server'

  return [
    {
      method: 'GET',
      path: '/sensors',
      access: 'panel',
      handle: ({ response }) =>
        sendJson(response, SensorList, {
          sensors: [...sessions.values()].map((session) => session.status()),
        }),
    },
    {
      method: 'GET',
      path: '/sensor/:sensor/status',
      access,
      handle: (call) =>
        sendJson(call.response, SensorStatusAnswer, { status: sessionOf(call).status() }),
    },
    {
      method: 'GET',
      path: '/sensor/:sensor/events',
      access,
      handle: (call) => {
        const session = sessionOf(call)
        const stream = openStream(call.response, 'text/event-stream', ': still here\n\n')
        const send = ({ event, data }: BridgeEvent) =>
          stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        stream.onEnd(session.subscribe(send))
        send({ event: 'state', data: session.status() })
        for (const frame of spool.list())
          if (frame.sensor === session.name) send({ event: 'frame', data: frame })
      },
    },
    {
      method: 'POST',
      path: '/sensor/:sensor/lease',
      access,
      handle: async (call) => {
        const session = sessionOf(call)
        const wanted = await call.body(LeaseRequest)
        const lease = session.leases.take(wanted, serverOf(call.request.headers))
        if (wanted.leaseId === undefined) session.tellState()
        sendJson(call.response, Lease, lease)
      },
    },
    {
      method: 'DELETE',
      path: '/sensor/:sensor/lease/:lease',
      access,
      handle: (call) => {
        const session = sessionOf(call)
        session.leases.giveBack(call.parts.lease ?? '')
        session.tellState()
        sendNothing(call.response)
      },
    },
    {
      method: 'POST',
      path: '/sensor/:sensor/arm',
      access,
      handle: async (call) => {
        const session = sessionOf(call)
        const status = await session.arm(await call.body(ArmRequest))
        sendJson(call.response, SensorStatusAnswer, { status })
      },
    },
    {
      method: 'POST',
      path: '/sensor/:sensor/cancel',
      access,
      handle: async (call) => {
        const session = sessionOf(call)
        const { leaseId, captureId } = await call.body(CancelRequest)
        sendJson(call.response, CancelAnswer, { outcome: session.cancel(leaseId, captureId) })
      },
    },
  ]
}
