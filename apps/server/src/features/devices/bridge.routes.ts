import { can, isInReach, getReach, refuse, routes } from '@talus/contract'
import type { Actor, SensorId, Workplace } from '@talus/contract'
import { formatGeneratorStatus } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { FastifyReply } from 'fastify'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { authenticateWithoutRenewal } from '../auth/index.ts'
import { pipeToReply } from './bridge-stream.ts'
import type { StreamSource } from './bridge-stream.ts'
import type { Bridges } from './bridges.ts'
import {
  readEventBlocks,
  readChunks,
  formatEventBlock,
  stripFrameContext,
} from './bridge-events.ts'
import type { SensorEventBus } from './sensor-event-bus.ts'

export interface BridgeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
  readonly sensorEvents: SensorEventBus
}

interface GeneratorCall {
  readonly actor: Actor
  readonly workplace: Workplace
  readonly address: string
}

/** How soon a sign-out or a revoked right ends an open stream. */
const checkMs = 5000

/** Sensors and generator behind the server: a page never talks to the hardware directly. */
export function bridgeRoutes(mount: Mount, mountRaw: MountRaw, deps: BridgeDeps) {
  const { bridges, sensorEvents } = deps
  const requireSensor = async (id: SensorId, actor: Actor) =>
    (await bridges.find(id, getReach(actor))) ?? refuse('record/not-found')
  /** The generator of the X-ray room in which the client stands. */
  const findGenerator = ({ actor, workplace, address }: GeneratorCall) =>
    bridges.findGenerator({ reach: getReach(actor), workplace, address })

  const openStreams = new Set<AbortController>()
  /** Keeps a stream open while the client is connected and the user is signed in. */
  async function keepOpen(
    reply: FastifyReply,
    { actor, token = '' }: { readonly actor: Actor; readonly token: string | undefined },
    streamFor: (actorNow: () => Actor) => StreamSource,
  ) {
    const end = new AbortController()
    openStreams.add(end)
    let now = actor
    const checking = setInterval(() => {
      authenticateWithoutRenewal(deps, token).then(
        (known) => {
          if (known && can(known, 'study.capture')) now = known
          else end.abort()
        },
        // An unavailable database says nothing about the user's rights.
        () => undefined,
      )
    }, checkMs).unref()
    try {
      return await pipeToReply(
        reply,
        streamFor(() => now),
        end.signal,
      )
    } finally {
      clearInterval(checking)
      openStreams.delete(end)
    }
  }

  mount(routes.sensor.status, async ({ params, actor }) => {
    const { bridge, name } = await requireSensor(params.id, actor)
    return bridge.status(name)
  })
  mountRaw(routes.sensor.events, async ({ params, actor, token }, reply) => {
    const { bridge, name, key } = await requireSensor(params.id, actor)
    async function* streamWithoutContext(body: Response['body']) {
      for await (const block of readEventBlocks(body)) yield stripFrameContext(block)
    }
    return keepOpen(reply, { actor, token }, (actorNow) => ({
      type: 'text/event-stream',
      open: async (signal) => {
        const { body } = await bridge.events(name, signal)
        return streamWithoutContext(body)
      },
      subscribe: (write) =>
        sensorEvents.subscribe(key, ({ event, clinicId, data }) => {
          if (isInReach(getReach(actorNow()), clinicId)) write(formatEventBlock(event, data))
        }),
    }))
  })

  const sendLines = async (reply: FastifyReply, values: Promise<GeneratorValues>) =>
    reply.type('text/plain; charset=utf-8').send(formatGeneratorStatus(await values))
  mount(routes.generator.power, async (call) =>
    (await findGenerator(call)).set('pw', call.body.value),
  )
  mount(routes.generator.scales, async (call) => (await findGenerator(call)).scales())
  mountRaw(routes.generator.status, async (call, reply) =>
    sendLines(reply, (await findGenerator(call)).status()),
  )
  mountRaw(routes.generator.events, (call, reply) =>
    keepOpen(reply, call, () => ({
      type: 'text/plain',
      open: async (signal) => {
        const { body } = await (await findGenerator(call)).events(signal)
        return readChunks(body)
      },
    })),
  )
  mountRaw(routes.generator.order, async (call, reply) =>
    sendLines(reply, (await findGenerator(call)).set(call.params.order, call.query.value)),
  )

  return {
    stop: () => {
      for (const end of openStreams) end.abort()
    },
  }
}
