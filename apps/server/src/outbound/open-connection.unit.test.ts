import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../testing/network/certificate.ts'
import type { Certificate } from '../testing/network/certificate.ts'
import { startTcpPeer, getPort } from '../testing/network/tcp-peer.ts'
import { getTlsServerName, openConnection } from './open-connection.ts'

const createAbort = () => new AbortController()

test('a host name is resolved once, against DNS rebinding', async () => {
  let lookups = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'GETADDRINFOREQWRAP') lookups += 1
    },
  }).enable()
  const { port, close } = await startTcpPeer(() => undefined)
  const end = createAbort()
  try {
    const endpoint = { host: 'localhost', port }
    const socket = await openConnection({ endpoint, mayBePrivate: true, signal: end.signal })
    expect(socket.remotePort).toBe(port)
    expect(lookups).toBe(1)
  } finally {
    hook.disable()
    end.abort()
    await close()
  }
})

test('aborting the signal closes the connection', async () => {
  const { port, open, close } = await startTcpPeer(() => undefined)
  const end = createAbort()
  const endpoint = { host: '127.0.0.1', port }
  const socket = await openConnection({ endpoint, mayBePrivate: true, signal: end.signal })
  await expect.poll(open).toBe(1)
  end.abort()
  expect(socket.destroyed).toBe(true)
  await expect.poll(open).toBe(0)
  await close()
})

test('the TLS server name is the entered host name, and none for an address', () => {
  expect(getTlsServerName('bücher.example')).toMatchObject({ servername: 'xn--bcher-kva.example' })
  expect(getTlsServerName('192.0.2.7')).toEqual({ host: '192.0.2.7' })
  expect(getTlsServerName('[2001:db8::7]')).toEqual({ host: '2001:db8::7' })
})

describe('a certificate', () => {
  let certificate: Certificate | undefined
  let port = 0
  const tlsServer = createServer()
  beforeAll(async () => {
    certificate = await createSelfSignedCertificate('pacs.clinic.example')
    if (certificate) tlsServer.setSecureContext(certificate)
    tlsServer.on('tlsClientError', () => undefined).listen(0, '127.0.0.1')
    await once(tlsServer, 'listening')
    port = getPort(tlsServer)
  })
  afterAll(async () => {
    tlsServer.close()
    await certificate?.remove()
  })
  beforeEach(({ skip }) => skip(certificate === undefined, noOpenssl))

  const outcome = async (host: string, verify: boolean) => {
    const end = createAbort()
    try {
      await openConnection({
        endpoint: { host, port },
        mayBePrivate: true,
        tls: { verify },
        signal: end.signal,
      })
      return 'open'
    } catch (error) {
      return error
    } finally {
      end.abort()
    }
  }

  test('a certificate is checked only if verification is required', async () => {
    expect(await outcome('localhost', false)).toBe('open')
    expect(await outcome('localhost', true)).toMatchObject({
      code: 'connection/certificate',
      options: { values: { reason: 'self-signed certificate' } },
    })
  })
})
