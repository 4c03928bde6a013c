import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { setUpServerRuns } from './testing/server/server-runs.ts'

const { start, atEnd } = setUpServerRuns()

async function openConnection(address: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  // The server resets the connection when it ends.
  socket.on('error', () => undefined)
  atEnd(async () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

async function measureStop(stop: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await stop()
  return (performance.now() - begin) / 1000
}

test('a connection that a browser has opened in advance does not keep a server from stopping', async () => {
  const server = await start({ TALUS_DEMO: '0', STOP_SECONDS: '120' })
  await openConnection(server.address)
  expect(await measureStop(server.stop)).toBeLessThan(60)
  expect(server.output()).not.toContain('not stopped in time')
})

test('a request that does not end delays the stop of a server by STOP_SECONDS', async () => {
  const server = await start({ TALUS_DEMO: '0', STOP_SECONDS: '2' })
  const socket = await openConnection(server.address)
  const head = ['POST /api/auth/login HTTP/1.1', 'Host: talus', 'Content-Type: application/json']
  const more = ['Content-Length: 1000', 'Expect: 100-continue']
  socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`)
  // "100 Continue": the request has arrived.
  await once(socket, 'data')
  const code = once(server.child, 'exit')
  expect(await measureStop(server.stop)).toBeLessThan(60)
  expect(await code).toEqual([0, null])
  expect(server.output()).toContain('not stopped in time')
})
