import { Refusal, refuse, routes } from '@talus/contract'
import type { Actor, GeneratorOrder, Workplace } from '@talus/contract'
import { formatGeneratorStatus, isInScale } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import type { Clock } from '@talus/node-kit/clock'
import type { FastifyReply } from 'fastify'
import type { UnscopedDb } from '../../../db/open.ts'
import type { Mount, MountRaw } from '../../../http/mount.ts'
import { hashToken } from '../../auth/index.ts'
import { readChunks } from '../sensors/bridge-events.ts'
import type { StreamSource } from '../connection/bridge-stream.ts'
import { toDeviceClient } from '../connection/bridges.ts'
import type { AttachedGenerator, Bridges } from '../connection/bridges.ts'
import { recordGeneratorOrder, recordRefusedPowerOff } from './generator-audit.ts'
import type { GeneratorPower, PowerRequest } from './generator-power.ts'
import { isOwnUse, isUseVisible, refuseInUse } from '../sensors/sensor-uses.ts'
import type { SensorUses } from '../sensors/sensor-uses.ts'

interface GeneratorDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly bridges: Bridges
  readonly sensorUses: SensorUses
  readonly generatorPower: GeneratorPower
  /** Keeps a stream open while the client is connected and the user is signed in. */
  readonly keepOpen: (
    reply: FastifyReply,
    caller: { readonly actor: Actor; readonly token: string | undefined },
    streamFor: (actorNow: () => Actor) => Promise<StreamSource>,
  ) => Promise<FastifyReply>
}

export interface GeneratorCall {
  readonly actor: Actor
  readonly workplace: Workplace
  readonly address: string
}

/** The stream of the generator in the X-ray room of the client. */
export type OpenGenerator = (call: GeneratorCall, actorNow: () => Actor) => Promise<StreamSource>

/** The generators behind the server; each is leased together with its sensor. */
export function generatorRoutes(mount: Mount, mountRaw: MountRaw, deps: GeneratorDeps) {
  const { bridges, sensorUses, generatorPower } = deps

  /** The generator of the X-ray room in which the client stands. */
  const find = (call: GeneratorCall) => bridges.findGenerator(toDeviceClient(call))

  /** A user of another clinic learns nothing about the device that is in use. */
  async function findVisible(call: GeneratorCall): Promise<AttachedGenerator> {
    const attached = await find(call)
    const use = sensorUses.find(attached.sensorKey)
    if (use && !isUseVisible(use, call.actor)) refuseInUse(use, call.actor)
    return attached
  }

  async function requireInScale(
    { generator }: AttachedGenerator,
    order: GeneratorOrder,
    value: number,
  ) {
    if (!isInScale(await generator.scales(), order, value)) refuse('device/not-in-scale')
  }

  const sendLines = async (reply: FastifyReply, values: GeneratorValues) =>
    reply.type('text/plain; charset=utf-8').send(formatGeneratorStatus(values))

  async function switchPower(
    attached: AttachedGenerator,
    value: number,
    request: PowerRequest & { readonly address: string },
  ) {
    const order = value === 1 ? generatorPower.switchOn : generatorPower.switchOff
    const values = await order(request, attached).catch(async (error: unknown) => {
      if (value === 0 && error instanceof Refusal && error.status === 409)
        await recordRefusedPowerOff(deps, attached, request, error)
      throw error
    })
    if (values.pw === value) await recordGeneratorOrder(deps, attached, request, 'pw', value)
    return values
  }

  mount(routes.generator.power, async (call) => {
    const { actor, address, body, token = '' } = call
    const request = { actor, address, session: hashToken(token) }
    return switchPower(await find(call), body.value, request)
  })
  mount(routes.generator.scales, async (call) => (await findVisible(call)).generator.scales())
  mountRaw(routes.generator.status, async (call, reply) =>
    sendLines(reply, await (await findVisible(call)).generator.status()),
  )
  const openGenerator: OpenGenerator = async (call, actorNow) => ({
    type: 'text/plain',
    open: async (signal) => {
      const { generator, sensorKey } = await find(call)
      // The page connects again until the other clinic has finished.
      const isHidden = () => {
        const use = sensorUses.find(sensorKey)
        return use !== undefined && !isUseVisible(use, actorNow())
      }
      if (isHidden()) refuse('device/unavailable')
      const { body } = await generator.events(signal)
      return readUntil(body, isHidden)
    },
  })
  mountRaw(routes.generator.events, async (call, reply) =>
    deps.keepOpen(reply, { actor: call.actor, token: call.token }, (actorNow) =>
      openGenerator(call, actorNow),
    ),
  )
  mountRaw(routes.generator.order, async (call, reply) => {
    const { params, query, actor, address, token = '' } = call
    const { order } = params
    const { value, page, studyId } = query
    const attached = await find(call)
    const { generator, sensorKey } = attached
    const use = sensorUses.find(sensorKey)
    const sender = { actor, address, session: hashToken(token), page, studyId }
    if (use && order !== 'pw' && !isOwnUse(use, sender)) refuseInUse(use, actor)
    await requireInScale(attached, order, value)
    if (order === 'pw') return sendLines(reply, await switchPower(attached, value, sender))
    sensorUses.noteOrder(sensorKey, sender)
    const values = await generator.set(order, value, use?.leaseId)
    await recordGeneratorOrder(deps, attached, sender, order, value)
    return sendLines(reply, values)
  })

  return { openGenerator }
}

async function* readUntil(body: Response['body'], isEnded: () => boolean) {
  for await (const chunk of readChunks(body)) {
    if (isEnded()) return
    yield chunk
  }
}
