import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, selfSigned } from '../testing/certificate.ts'
import type { Certificate } from '../testing/certificate.ts'
import { peer, portOf } from '../testing/peers.ts'
import { identity, openConnection } from './open-connection.ts'

const over = () => new AbortController()

test('a name is looked up once: where it leads later does not count', async () => {
  let lookups = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'GETADDRINFOREQWRAP') lookups += 1
    },
  }).enable()
  const { port, close } = await peer(() => undefined)
  const end = over()
  try {
    const place = { host: 'localhost', port }
    const socket = await openConnection({ place, mayBePrivate: true, over: end.signal })
    expect(socket.remotePort).toBe(port)
    expect(lookups).toBe(1)
  } finally {
    hook.disable()
    end.abort()
    await close()
  }
})

test('the signal closes the connection', async () => {
  const { port, open, close } = await peer(() => undefined)
  const end = over()
  const place = { host: '127.0.0.1', port }
  const socket = await openConnection({ place, mayBePrivate: true, over: end.signal })
  await expect.poll(open).toBe(1)
  end.abort()
  expect(socket.destroyed).toBe(true)
  await expect.poll(open).toBe(0)
  await close()
})

test('a server is called by the name it was entered under, an address by none', () => {
  expect(identity('bücher.example')).toMatchObject({ servername: 'xn--bcher-kva.example' })
  expect(identity('192.0.2.7')).toEqual({ host: '192.0.2.7' })
  expect(identity('[2001:db8::7]')).toEqual({ host: '2001:db8::7' })
})

describe('a certificate', () => {
  let certificate: Certificate | undefined
  let port = 0
  const tlsServer = createServer()
  beforeAll(async () => {
    certificate = await selfSigned('pacs.clinic.example')
    if (certificate) tlsServer.setSecureContext(certificate)
    tlsServer.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
    await once(tlsServer, 'listening')
    port = portOf(tlsServer)
  })
  afterAll(async () => {
    tlsServer.close()
    await certificate?.remove()
  })
  beforeEach(({ skip }) => skip(certificate === undefined, noOpenssl))

  const outcome = async (host: string, verify: boolean) => {
    const end = over()
    try {
      await openConnection({
        place: { host, port },
        mayBePrivate: true,
        tls: { verify },
        over: end.signal,
      })
      return 'open'
    } catch (error) {
      return error
    } finally {
      end.abort()
    }
  }

  test('is looked at only where that is asked for', async () => {
    expect(await outcome('localhost', false)).toBe('open')
    expect(await outcome('localhost', true)).toMatchObject({
      code: 'connection/certificate',
      options: { values: { reason: 'self-signed certificate' } },
    })
  })
})
