import { expect, test } from 'vitest'
import { createStopList } from './stop-list.ts'

function openServices(...failing: readonly string[]) {
  const events: string[] = []
  const logged: (object | string)[] = []
  const list = createStopList({ error: (details: object | string) => void logged.push(details) })
  for (const name of ['files', 'archive', 'routes']) {
    const record = (phase: string) => async () => {
      // A service that stops later than at once must still be waited for.
      await new Promise((resolve) => setTimeout(resolve, 1))
      events.push(`${phase} ${name}`)
      if (failing.includes(`${phase} ${name}`)) throw new Error(`${name} is stuck`)
    }
    list.add(name, { drain: record('drain'), stop: record('stop') })
  }
  return { list, events, logged }
}

test('services drain and stop in reverse order of opening, one after the other', async () => {
  const { list, events, logged } = openServices()
  await list.drain()
  expect(events).toEqual(['drain routes', 'drain archive', 'drain files'])
  await list.stop()
  expect(events.slice(3)).toEqual(['stop routes', 'stop archive', 'stop files'])
  expect(logged).toEqual([])
})

test('a service that fails to stop is logged, and the others stop nevertheless', async () => {
  const { list, events, logged } = openServices('drain routes', 'stop archive')
  await list.drain()
  await list.stop()
  expect(events).toHaveLength(6)
  expect(logged).toMatchObject([
    { service: 'routes', phase: 'drain', err: { message: 'routes is stuck' } },
    { service: 'archive', phase: 'stop', err: { message: 'archive is stuck' } },
  ])
})

test('a service that throws synchronously does not keep the others from stopping', async () => {
  const { list, events, logged } = openServices()
  list.add('broken', {
    stop: () => {
      throw new Error('broken')
    },
  })
  await list.stop()
  expect(events).toEqual(['stop routes', 'stop archive', 'stop files'])
  expect(logged).toMatchObject([{ service: 'broken' }])
})
