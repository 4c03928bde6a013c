import { X509Certificate, createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { portOf } from '../testing/peers.ts'
import { selfSigned } from './self-signed.ts'

const options = { name: 'Clinique de l’Île', hosts: ['localhost', '127.0.0.1'], days: 7300 }

test('a certificate is of its key, for its hosts, and no authority', async () => {
  const now = new Date('2026-03-02T14:00:00.000Z')
  const { key, cert } = await selfSigned({ ...options, now })
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

test('it may end after 2049, where dates are written in another way', async () => {
  const { cert } = await selfSigned({ ...options, now: new Date('2040-01-01T00:00:00.000Z') })
  expect(new X509Certificate(cert).validToDate.getUTCFullYear()).toBe(2059)
})

test('whoever trusts it can talk to its owner', async () => {
  const { key, cert } = await selfSigned({ ...options, now: new Date() })
  const server = createServer({ key, cert }, (socket) => socket.end('hello')).listen(0)
  await once(server, 'listening')
  const trusting = connect({ port: portOf(server), host: 'localhost', ca: cert })
  const [said] = (await once(trusting, 'data')) as [Buffer]
  expect(said.toString()).toBe('hello')
  const strange = connect({ port: portOf(server), host: 'localhost' })
  await expect(once(strange, 'secureConnect')).rejects.toMatchObject({
    code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  })
  server.close()
})
