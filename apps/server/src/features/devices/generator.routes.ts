import { refuse, routes } from '@talus/contract'
import type { Actor, GeneratorOrder } from '@talus/contract'
import { formatGeneratorStatus, isInScale } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { FastifyReply } from 'fastify'
import type { Mount, MountRaw } from '../../http/mount.ts'
import { hashToken } from '../auth/index.ts'
import { readChunks } from './bridge-events.ts'
import type { StreamSource } from './bridge-stream.ts'
import type { Bridges } from './bridges.ts'
import type { GeneratorPower } from './generator-power.ts'
import { isOwnUse, isUseVisible, refuseInUse } from './sensor-uses.ts'
import type { SensorUses } from './sensor-uses.ts'

interface GeneratorDeps {
  readonly bridges: Bridges
  readonly sensorUses: SensorUses
  readonly generatorPower: GeneratorPower
  /** Keeps a stream open while the client is connected and the user is signed in. */
  readonly keepOpen: (
    reply: FastifyReply,
    caller: { readonly actor: Actor; readonly token: string | undefined },
    streamFor: (actorNow: () => Actor) => StreamSource,
  ) => Promise<FastifyReply>
}

/** The generator behind the server; it is leased together with its sensor. */
export function generatorRoutes(mount: Mount, mountRaw: MountRaw, deps: GeneratorDeps) {
  const { bridges, sensorUses, generatorPower } = deps
  const { generator } = bridges
  const findUse = () => sensorUses.find(bridges.generatorSensorKey)

  /** A user of another clinic learns nothing about the device that is in use. */
  function requireVisible(actor: Actor) {
    const use = findUse()
    if (use && !isUseVisible(use, actor)) refuseInUse(use, actor)
  }

  async function requireInScale(order: GeneratorOrder, value: number) {
    if (!isInScale(await generator().scales(), order, value)) refuse('device/not-in-scale')
  }

  const sendLines = async (reply: FastifyReply, values: GeneratorValues) =>
    reply.type('text/plain; charset=utf-8').send(formatGeneratorStatus(values))

  const switchPower = (value: number, actor: Actor, token = '') => {
    const request = { actor, session: hashToken(token) }
    return value === 1 ? generatorPower.switchOn(request) : generatorPower.switchOff(request)
  }
  mount(routes.generator.power, ({ body, actor, token }) => switchPower(body.value, actor, token))
  mount(routes.generator.scales, async ({ actor }) => {
    requireVisible(actor)
    return generator().scales()
  })
  mountRaw(routes.generator.status, async ({ actor }, reply) => {
    requireVisible(actor)
    return sendLines(reply, await generator().status())
  })
  mountRaw(routes.generator.events, async ({ actor, token }, reply) =>
    deps.keepOpen(reply, { actor, token }, (actorNow) => ({
      type: 'text/plain',
      open: async (signal) => {
        // The page connects again until the other clinic has finished.
        const isHidden = () => {
          const use = findUse()
          return use !== undefined && !isUseVisible(use, actorNow())
        }
        if (isHidden()) refuse('device/unavailable')
        const { body } = await generator().events(signal)
        return readUntil(body, isHidden)
      },
    })),
  )
  mountRaw(routes.generator.order, async ({ params, query, actor, token = '' }, reply) => {
    const { order } = params
    const { value, page, studyId } = query
    const use = findUse()
    const sender = { actor, session: hashToken(token), page, studyId }
    if (use && order !== 'pw' && !isOwnUse(use, sender)) refuseInUse(use, actor)
    await requireInScale(order, value)
    if (order === 'pw') return sendLines(reply, await switchPower(value, actor, token))
    sensorUses.noteOrder(sender)
    return sendLines(reply, await generator().set(order, value, use?.leaseId))
  })
}

async function* readUntil(body: Response['body'], isEnded: () => boolean) {
  for await (const chunk of readChunks(body)) {
    if (isEnded()) return
    yield chunk
  }
}
