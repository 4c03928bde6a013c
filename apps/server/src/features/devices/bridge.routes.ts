import { can, reaches, reachOf, refuse, routes } from '@talus/contract'
import type { Actor, SensorId } from '@talus/contract'
import { linesOf } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { FastifyReply } from 'fastify'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import { recognise } from '../auth/index.ts'
import { handOn } from './bridge-stream.ts'
import type { Stream } from './bridge-stream.ts'
import type { Bridges } from './bridges.ts'
import { blocksIn, chunksOf, eventBlock, withoutContext } from './sensor-events.ts'
import type { SensorNewsDesk } from './sensor-news.ts'

export interface BridgeDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
  readonly news: SensorNewsDesk
}

/** How soon a sign-out, or a right that was taken away, ends what is open. */
const checkMs = 5000

/** Sensors and generator through the server: a page talks to no hardware by itself. */
export function bridgeRoutes(mount: Mount, mountRaw: MountRaw, deps: BridgeDeps) {
  const { bridges, news } = deps
  const { generator } = bridges

  async function sensorOf(id: SensorId) {
    const place = (await bridges.find(id)) ?? refuse('record/not-found')
    return place === 'elsewhere' ? refuse('device/unavailable') : place
  }

  const held = new Set<AbortController>()
  /** Open as long as the screen is, and the person signed in. */
  async function hold(
    reply: FastifyReply,
    { actor, token = '' }: { readonly actor: Actor; readonly token: string | undefined },
    streamFor: (actorNow: () => Actor) => Stream,
  ) {
    const end = new AbortController()
    held.add(end)
    let now = actor
    const checking = setInterval(() => {
      recognise(deps, token).then(
        (known) => {
          if (known && can(known, 'study.capture')) now = known
          else end.abort()
        },
        // A database that is away says nothing about the person.
        () => undefined,
      )
    }, checkMs).unref()
    try {
      return await handOn(
        reply,
        streamFor(() => now),
        end.signal,
      )
    } finally {
      clearInterval(checking)
      held.delete(end)
    }
  }

  mount(routes.sensor.status, async ({ params }) => {
    const { bridge, name } = await sensorOf(params.id)
    return bridge.status(name)
  })
  mountRaw(routes.sensor.events, async ({ params, actor, token }, reply) => {
    const { bridge, name, key } = await sensorOf(params.id)
    async function* told(body: Response['body']) {
      for await (const block of blocksIn(body)) yield withoutContext(block)
    }
    return hold(reply, { actor, token }, (actorNow) => ({
      type: 'text/event-stream',
      open: async (signal) => {
        const { body } = await bridge.events(name, signal)
        return told(body)
      },
      beside: (write) =>
        news.subscribe(key, ({ event, clinicId, data }) => {
          if (reaches(reachOf(actorNow()), clinicId)) write(eventBlock(event, data))
        }),
    }))
  })

  const sendLines = async (reply: FastifyReply, values: Promise<GeneratorValues>) =>
    reply.type('text/plain; charset=utf-8').send(linesOf(await values))
  mount(routes.generator.power, ({ body }) => generator().set('pw', body.value))
  mount(routes.generator.scales, () => generator().scales())
  mountRaw(routes.generator.status, (_call, reply) => sendLines(reply, generator().status()))
  mountRaw(routes.generator.events, ({ actor, token }, reply) =>
    hold(reply, { actor, token }, () => ({
      type: 'text/plain',
      open: async (signal) => {
        const { body } = await generator().events(signal)
        return chunksOf(body)
      },
    })),
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
