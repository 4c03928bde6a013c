import { networkInterfaces } from 'node:os'
import { refuse, routes } from '@talus/contract'
import type { BridgeSensorName, Sensor, SensorId } from '@talus/contract'
import type { GeneratorValues } from '@talus/devices'
import type { FastifyReply } from 'fastify'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { Clock } from '../../jobs/define-job.ts'
import { linesOf } from '@talus/devices'
import { bridgeAt } from './bridge.ts'
import { handOn } from './bridge-stream.ts'
import { bridgeToken } from './bridge-token.ts'
import { findSensor, listSensors } from './sensors.queries.ts'
import { listOverrides, listTechniques, saveOverride } from './techniques.queries.ts'
import { isThisMachine } from './this-machine.ts'

export interface DeviceDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly dataFolder: string
  readonly bridgePort: number
}

const loopback = '127.0.0.1'

export function deviceRoutes(
  mount: Mount,
  mountRaw: MountRaw,
  { unscopedDb, clock, dataFolder, bridgePort }: DeviceDeps,
) {
  const bridgeOf = ({ serverIp, port }: Pick<Sensor, 'serverIp' | 'port'>) =>
    bridgeAt({ url: `http://${serverIp}:${port}`, token: bridgeToken(dataFolder) })
  /** The generator is that of the machine the server runs on. */
  const { generator } = bridgeOf({ serverIp: loopback, port: bridgePort })

  async function sensorOf(id: SensorId) {
    const sensor = (await findSensor(unscopedDb, id)) ?? refuse('record/not-found')
    const name: BridgeSensorName = sensor.modality === 'Dental' ? 'dental' : 'general'
    return { bridge: bridgeOf(sensor), name }
  }

  mount(routes.sensor.status, async ({ params }) => {
    const { bridge, name } = await sensorOf(params.id)
    return { status: await bridge.status(name) }
  })
  mountRaw(routes.sensor.events, async ({ params }, reply) => {
    const { bridge, name } = await sensorOf(params.id)
    return handOn(reply, 'text/event-stream', (signal) => bridge.events(name, signal))
  })

  mount(routes.generator.power, ({ body }) => generator.set('pw', body.value))
  mount(routes.generator.scales, () => generator.scales())
  const sendLines = async (reply: FastifyReply, values: Promise<GeneratorValues>) =>
    reply.type('text/plain; charset=utf-8').send(linesOf(await values))
  mountRaw(routes.generator.status, (_call, reply) => sendLines(reply, generator.status()))
  mountRaw(routes.generator.events, (_call, reply) =>
    handOn(reply, 'text/plain', (signal) => generator.events(signal)),
  )
  mountRaw(routes.generator.order, ({ params, query }, reply) =>
    sendLines(reply, generator.set(params.order, query.value)),
  )
  mount(routes.sensor.list, () => listSensors(unscopedDb))

  mount(routes.sensor.ofThisMachine, async () => {
    // Asked at each call: a clinic PC is often started before its network is there.
    const interfaces = networkInterfaces()
    return (await listSensors(unscopedDb)).filter(({ serverIp }) =>
      isThisMachine(serverIp, interfaces),
    )
  })
  mount(routes.generator.techniques, () => listTechniques(unscopedDb))
  mount(routes.generator.overrides, ({ actor, query }) =>
    // Everybody has a hand of his own at the generator.
    query.userId === undefined || query.userId === actor.id
      ? listOverrides(unscopedDb, actor.id)
      : refuse('access/forbidden'),
  )
  mount(routes.generator.saveOverride, ({ actor, body: { userId, ...technique } }) => {
    if (userId !== undefined && userId !== actor.id) refuse('access/forbidden')
    const createdOn = clock().toISOString()
    return saveOverride(unscopedDb, { ...technique, userId: actor.id, createdOn })
  })
}
