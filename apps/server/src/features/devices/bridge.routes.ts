import { networkInterfaces } from 'node:os'
import { can, refuse, routes } from '@talus/contract'
import type { BridgeSensorName, SensorId } from '@talus/contract'
import { linesOf } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { FastifyReply } from 'fastify'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import { recognise } from '../auth/index.ts'
import { bridgeAt } from './bridge.ts'
import { handOn } from './bridge-stream.ts'
import { bridgeToken } from './bridge-token.ts'
import { findSensor } from './sensors.queries.ts'
import { isThisMachine } from './this-machine.ts'

export interface BridgeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly dataFolder: string
  readonly bridgePort: number
}

/** How soon a sign-out, or a right that was taken away, ends what is open. */
const checkMs = 5000

/** Sensors and generator through the server: a page talks to no hardware by itself. */
export function bridgeRoutes(mount: Mount, mountRaw: MountRaw, deps: BridgeDeps) {
  let token: string | undefined
  const bridgeOn = (port: number) => {
    token ??= bridgeToken(deps.dataFolder)
    return bridgeAt({ url: `http://127.0.0.1:${port}`, token })
  }
  /** That of the machine the server runs on. */
  const generator = () => bridgeOn(deps.bridgePort).generator

  async function sensorOf(id: SensorId) {
    const sensor = (await findSensor(deps.unscopedDb, id)) ?? refuse('record/not-found')
    // A bridge is reached from its own machine alone; another one must not be given our token.
    if (!isThisMachine(sensor.serverIp, networkInterfaces())) refuse('device/unavailable')
    const name: BridgeSensorName = sensor.modality === 'Dental' ? 'dental' : 'general'
    return { bridge: bridgeOn(sensor.port), name }
  }

  const held = new Set<AbortController>()
  /** Open as long as the screen is, and the person signed in. */
  async function hold(
    reply: FastifyReply,
    personToken: string,
    type: string,
    open: (signal: AbortSignal) => Promise<Response>,
  ) {
    const end = new AbortController()
    held.add(end)
    const checking = setInterval(() => {
      recognise(deps, personToken).then(
        (actor) => (actor && can(actor, 'study.capture')) || end.abort(),
        // A database that is away says nothing about the person.
        () => undefined,
      )
    }, checkMs).unref()
    try {
      return await handOn(reply, type, open, end.signal)
    } finally {
      clearInterval(checking)
      held.delete(end)
    }
  }

  mount(routes.sensor.status, async ({ params }) => {
    const { bridge, name } = await sensorOf(params.id)
    return bridge.status(name)
  })
  mountRaw(routes.sensor.events, async ({ params, token: personToken = '' }, reply) => {
    const { bridge, name } = await sensorOf(params.id)
    return hold(reply, personToken, 'text/event-stream', (signal) => bridge.events(name, signal))
  })

  const sendLines = async (reply: FastifyReply, values: Promise<GeneratorValues>) =>
    reply.type('text/plain; charset=utf-8').send(linesOf(await values))
  mount(routes.generator.power, ({ body }) => generator().set('pw', body.value))
  mount(routes.generator.scales, () => generator().scales())
  mountRaw(routes.generator.status, (_call, reply) => sendLines(reply, generator().status()))
  mountRaw(routes.generator.events, ({ token: personToken = '' }, reply) =>
    hold(reply, personToken, 'text/plain', (signal) => generator().events(signal)),
  )
  mountRaw(routes.generator.order, ({ params, query }, reply) =>
    sendLines(reply, generator().set(params.order, query.value)),
  )

  return {
    stop: () => {
      for (const end of held) end.abort()
    },
  }
}
