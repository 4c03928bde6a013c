import { GeneratorOrderQuery, generatorOrders } from '@talus/contract'
import type { GeneratorOrder } from '@talus/contract'
import { GeneratorSilent, changesBetween, linesOf } from '@talus/devices'
import type { GeneratorValues } from '@talus/devices'
import { z } from 'zod'
import type { GeneratorWatch } from '../generator-watch.ts'
import { openStream } from './event-stream.ts'
import { sendJson, sendText } from './reply.ts'
import { checked } from './router.ts'
import type { Route } from './router.ts'

const Scales = z.record(z.string(), z.array(z.number()).readonly())

/** The specification's calls. They are GETs that change radiation settings: never without the token. */
export function generatorRoutes({ driver, subscribe }: GeneratorWatch): Route[] {
  const access = 'server'
  const valuesNow = (): GeneratorValues => {
    const values = driver.status()
    if (!values) throw new GeneratorSilent('The generator does not answer')
    return values
  }

  const setRoute = (order: GeneratorOrder): Route => ({
    method: 'GET',
    path: `/generator/${order}`,
    access,
    handle: async ({ response, url }) => {
      const { value } = checked(GeneratorOrderQuery, { value: url.searchParams.get('value') ?? '' })
      sendText(response, linesOf(await driver.set(order, value)))
    },
  })

  return [
    {
      method: 'GET',
      path: '/generator/status',
      access,
      handle: ({ response }) => sendText(response, linesOf(valuesNow())),
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
        let known = valuesNow()
        // DEV-17: an open stream means that the generator is there; with a silent one it closes.
        const stream = openStream(response, 'text/plain', '\n')
        stream.onEnd(
          subscribe((event) => {
            if (event.type === 'silent') return stream.end()
            const changes = linesOf(changesBetween(known, event.values))
            known = event.values
            if (changes !== '') stream.write(changes)
          }),
        )
        stream.write(linesOf(known))
      },
    },
    ...generatorOrders.map(setRoute),
  ]
}
