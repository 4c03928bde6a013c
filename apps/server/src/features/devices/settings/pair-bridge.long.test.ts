import { once } from 'node:events'
import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import { Refusal } from '@talus/contract'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { createSelfSignedCertificate } from '@talus/node-kit/self-signed-certificate'
import { expect, test } from 'vitest'
import { getPort, startTcpPeer } from '../../../testing/network/tcp-peer.ts'
import { pairBridge } from './pair-bridge.ts'

const code = 'AAAABBBBCCCC'

async function pair(port: number, address = '127.0.0.1') {
  const refused: unknown = await pairBridge({ address, port, code }).catch(
    (error: unknown) => error,
  )
  if (!(refused instanceof Refusal)) throw new Error('the pairing was not refused')
  return { code: refused.code, values: refused.options.values }
}

async function answerHttps(respond: RequestListener) {
  const options = { name: 'Other', hosts: ['localhost'], now: new Date(), days: 9 }
  const server = createServer(await createSelfSignedCertificate(options), respond)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = getPort(server)
  try {
    return { ...(await pair(port)), port }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('the user learns that nothing answers at the address of the bridge', async () => {
  const port = await findFreePort()
  const expected = { code: 'device/no-bridge-there', values: { host: '127.0.0.1', port } }
  expect(await pair(port)).toEqual(expected)
  expect((await pair(port, 'no-such-host.invalid')).code).toBe('connection/unknown-host')
})

test('a computer that accepts the connection and stays silent is given up within seconds', async () => {
  const silent = await startTcpPeer(() => undefined)
  const start = Date.now()
  expect((await pair(silent.port)).code).toBe('device/no-bridge-there')
  expect(Date.now() - start).toBeLessThan(6000)
  await silent.close()
}, 15_000)

test('the user learns that another program answers at the address of the bridge', async () => {
  const http = await startTcpPeer((socket) => {
    socket.on('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  expect(await pair(http.port)).toEqual({
    code: 'device/not-a-bridge',
    values: { host: '127.0.0.1', port: http.port },
  })
  await http.close()
  const replies: readonly [status: number, text: string][] = [
    [200, '<html>Router</html>'],
    [404, '{"code":"route/not-found","message":"There is nothing here."}'],
  ]
  for (const [status, text] of replies) {
    const reply = await answerHttps((_request, response) => response.writeHead(status).end(text))
    expect(reply.code).toBe('device/not-a-bridge')
  }
})
