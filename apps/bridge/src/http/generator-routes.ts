import { GeneratorLeaseQuery, GeneratorOrderQuery, generatorOrders } from '@talus/contract'
import type { GeneratorOrder } from '@talus/contract'
import { GeneratorSilent, findChanges, formatGeneratorStatus } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import { z } from 'zod'
import type { GeneratorControl } from '../generator-control.ts'
import type { GeneratorWatch } from '../generator-watch.ts'
import { openEventStream } from './event-stream.ts'
import { sendJson, sendText } from './reply.ts'
import { parseOrRefuse } from './router.ts'
import type { Route } from './router.ts'

const Scales = z.record(z.string(), z.array(z.number()).readonly())

/**
 * The routes of the specification. They are GETs that change radiation settings, so they always
 * require the token.
 */
export function generatorRoutes(
  { driver, subscribe }: GeneratorWatch,
  control: GeneratorControl,
): Route[] {
  const access = 'server'
  const readValues = (): GeneratorValues => {
    const values = driver.status()
    if (!values) throw new GeneratorSilent('The generator does not answer')
    return values
  }

  const createSetRoute = (order: GeneratorOrder): Route => ({
    method: 'GET',
    path: `/generator/${order}`,
    access,
    handle: async ({ response, url }) => {
      const { value } = parseOrRefuse(GeneratorOrderQuery, {
        value: url.searchParams.get('value') ?? '',
      })
      const { lease } = parseOrRefuse(GeneratorLeaseQuery, {
        lease: url.searchParams.get('lease') ?? undefined,
      })
      sendText(response, formatGeneratorStatus(await control.set(order, value, lease)))
    },
  })

  return [
    {
      method: 'GET',
      path: '/generator/status',
      access,
      handle: ({ response }) => sendText(response, formatGeneratorStatus(readValues())),
    },
    {
      method: 'GET',
      path: '/generator/scales',
      access,
      handle: ({ response }) => sendJson(response, Scales, driver.scales()),
    },
    {
      method: 'GET',
      path: '/generator/events',
      access,
      handle: ({ response }) => {
        let known = readValues()
        // An open stream means that the generator is available; it is closed when the generator
        // stops answering.
        const stream = openEventStream(response, 'text/plain', '\n')
        stream.onEnd(
          subscribe((event) => {
            if (event.type === 'silent') return stream.end()
            const changes = formatGeneratorStatus(findChanges(known, event.values))
            known = event.values
            if (changes !== '') stream.write(changes)
          }),
        )
        stream.write(formatGeneratorStatus(known))
      },
    },
    ...generatorOrders.map(createSetRoute),
  ]
}
