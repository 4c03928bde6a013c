import {
  ArmRequest,
  BridgeSensorName,
  CancelResponse,
  CancelRequest,
  Lease,
  LeaseRequest,
  SensorList,
  SensorStatusResponse,
} from '@talus/contract'
import type { BridgeEvent } from '@talus/contract'
import type { Spool } from '../disk/spool.ts'
import { refuse } from '../refusal.ts'
import type { SensorSession } from '../sensor-session.ts'
import { openEventStream } from './event-stream.ts'
import { getServerName } from './guard.ts'
import { sendJson, sendNoContent } from './reply.ts'
import type { Call, Route } from './router.ts'

type Sessions = ReadonlyMap<BridgeSensorName, SensorSession>

export function sensorRoutes(sessions: Sessions, spool: Spool): Route[] {
  const getSession = ({ params }: Call): SensorSession => {
    const name = BridgeSensorName.safeParse(params.sensor)
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
        sendJson(call.response, SensorStatusResponse, { status: getSession(call).status() }),
    },
    {
      method: 'GET',
      path: '/sensor/:sensor/events',
      access,
      handle: (call) => {
        const session = getSession(call)
        const stream = openEventStream(call.response, 'text/event-stream', ': still here\n\n')
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
        const session = getSession(call)
        const request = await call.body(LeaseRequest)
        const lease = session.leases.acquire(request, getServerName(call.request.headers))
        if (request.leaseId === undefined) session.publishState()
        sendJson(call.response, Lease, lease)
      },
    },
    {
      method: 'DELETE',
      path: '/sensor/:sensor/lease/:lease',
      access,
      handle: (call) => {
        const session = getSession(call)
        session.leases.release(call.params.lease ?? '')
        session.publishState()
        sendNoContent(call.response)
      },
    },
    {
      method: 'POST',
      path: '/sensor/:sensor/arm',
      access,
      handle: async (call) => {
        const session = getSession(call)
        const status = await session.arm(await call.body(ArmRequest))
        sendJson(call.response, SensorStatusResponse, { status })
      },
    },
    {
      method: 'POST',
      path: '/sensor/:sensor/cancel',
      access,
      handle: async (call) => {
        const session = getSession(call)
        const { leaseId, captureId } = await call.body(CancelRequest)
        sendJson(call.response, CancelResponse, { outcome: session.cancel(leaseId, captureId) })
      },
    },
  ]
}
