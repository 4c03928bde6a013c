import { X509Certificate, createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer } from 'node:tls'
import type { Server } from 'node:tls'
import { expect, test } from 'vitest'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

const getPort = (server: Server) => (server.address() as AddressInfo).port
const options = { name: 'Clinique de l’Île', hosts: ['localhost', '127.0.0.1'], days: 7300 }

test('a self-signed certificate matches its key and hosts and is no authority', async () => {
  const now = new Date('2026-03-02T14:00:00.000Z')
  const { key, cert } = await createSelfSignedCertificate({ ...options, now })
  const certificate = new X509Certificate(cert)
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.ca).toBe(false)
  expect(certificate.subject).toBe('CN=Clinique de l’Île')
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.validFromDate).toEqual(new Date('2026-03-01T14:00:00.000Z'))
  expect(certificate.validToDate).toEqual(new Date('2046-02-25T14:00:00.000Z'))
})

test('a self-signed certificate may expire after 2049', async () => {
  const { cert } = await createSelfSignedCertificate({
    ...options,
    now: new Date('2040-01-01T00:00:00.000Z'),
  })
  expect(new X509Certificate(cert).validToDate.getUTCFullYear()).toBe(2059)
})

test('only a client that trusts the self-signed certificate connects', async () => {
  const { key, cert } = await createSelfSignedCertificate({ ...options, now: new Date() })
  const server = createServer({ key, cert }, (socket) => socket.end('hello')).listen(0)
  await once(server, 'listening')
  const trusting = connect({ port: getPort(server), host: 'localhost', ca: cert })
  const [said] = (await once(trusting, 'data')) as [Buffer]
  expect(said.toString()).toBe('hello')
  const strange = connect({ port: getPort(server), host: 'localhost' })
  await expect(once(strange, 'secureConnect')).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  server.close()
})
