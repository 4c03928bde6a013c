import { can, isInReach, getReach, refuse, routes } from '@talus/contract'
import type { Actor, SensorId } from '@talus/contract'
import type { FastifyReply } from 'fastify'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { authenticateWithoutRenewal } from '../auth/index.ts'
import { pipeToReply } from './connection/bridge-stream.ts'
import type { StreamSource } from './connection/bridge-stream.ts'
import type { Bridges } from './connection/bridges.ts'
import { readEventBlocks, formatEventBlock, toEventOfUser } from './sensors/bridge-events.ts'
import type { GeneratorPower } from './generator/generator-power.ts'
import { generatorRoutes } from './generator/generator.routes.ts'
import type { SensorEventBus } from './sensors/sensor-event-bus.ts'
import { toStatusOfUser } from './sensors/sensor-uses.ts'
import type { SensorUses } from './sensors/sensor-uses.ts'

export interface BridgeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
  readonly sensorEvents: SensorEventBus
  readonly sensorUses: SensorUses
  readonly generatorPower: GeneratorPower
}

/** The stream of a sensor, as the user may see it at any moment; refuses an unknown sensor. */
export type OpenSensor = (id: SensorId, actorNow: () => Actor) => Promise<StreamSource>

/** How soon a sign-out or a revoked right ends an open stream. */
const checkMs = 5000

/** Sensors and generator behind the server: a page never talks to the hardware directly. */
export function bridgeRoutes(mount: Mount, mountRaw: MountRaw, deps: BridgeDeps) {
  const { bridges, sensorEvents, sensorUses } = deps
  const requireSensor = async (id: SensorId, actor: Actor) =>
    (await bridges.find(id, getReach(actor))) ?? refuse('record/not-found')

  const openStreams = new Set<AbortController>()
  /** Keeps a stream open while the client is connected and the user is signed in. */
  async function keepOpen(
    reply: FastifyReply,
    { actor, token = '' }: { readonly actor: Actor; readonly token: string | undefined },
    streamFor: (actorNow: () => Actor) => Promise<StreamSource>,
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
      return await pipeToReply(reply, await streamFor(() => now), end.signal)
    } finally {
      clearInterval(checking)
      openStreams.delete(end)
    }
  }

  mount(routes.sensor.status, async ({ params, actor }) => {
    const { bridge, name, key } = await requireSensor(params.id, actor)
    const { status } = await bridge.status(name)
    return { status: toStatusOfUser(status, sensorUses.find(key), actor) }
  })
  const openSensor: OpenSensor = async (id, actorNow) => {
    const { bridge, name, key } = await requireSensor(id, actorNow())
    async function* streamOfUser(body: Response['body']) {
      for await (const block of readEventBlocks(body))
        yield toEventOfUser(block, sensorUses.find(key), actorNow())
    }
    return {
      type: 'text/event-stream',
      open: async (signal) => {
        const { body } = await bridge.events(name, signal)
        return streamOfUser(body)
      },
      subscribe: (write) =>
        sensorEvents.subscribe(key, ({ event, clinicId, data }) => {
          if (isInReach(getReach(actorNow()), clinicId)) write(formatEventBlock(event, data))
        }),
    }
  }
  mountRaw(routes.sensor.events, async ({ params, actor, token }, reply) =>
    keepOpen(reply, { actor, token }, (actorNow) => openSensor(params.id, actorNow)),
  )

  const { openGenerator } = generatorRoutes(mount, mountRaw, { ...deps, keepOpen })

  return {
    openSensor,
    openGenerator,
    stop: () => {
      for (const end of openStreams) end.abort()
    },
  }
}
