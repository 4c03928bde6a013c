import { connect } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../testing/network/certificate.ts'
import { createAcceptorFixture, expectSoon, readPduTypes } from './testing/acceptor-fixture.ts'
import { connectRaw, startTestAcceptor } from './testing/test-acceptor.ts'
import { encodeTestRequest } from './testing/test-pdus.ts'

// Callers behind a balancer that announces them by the PROXY protocol.
vi.setConfig({ testTimeout: 30_000 })

const { atEnd } = createAcceptorFixture()
const accepted = 2
const rejected = 3

async function start(change: Parameters<typeof startTestAcceptor>[0] = {}) {
  const addresses: string[] = []
  const acceptor = await startTestAcceptor({
    isProxy: (address) => address === '127.0.0.1',
    admit: ({ address, calling }) => {
      addresses.push(address)
      return { isAdmitted: true, session: calling }
    },
    ...change,
  })
  const sockets: { destroy: () => void }[] = []
  atEnd(async () => {
    for (const socket of sockets) socket.destroy()
    await acceptor.stop(0)
  })
  const open = (localAddress?: string) => {
    const peer = connectRaw(acceptor.port, localAddress)
    sockets.push(peer.socket)
    return peer
  }
  const request = async (header: string) => {
    const peer = open()
    peer.socket.write(Buffer.concat([Buffer.from(header), encodeTestRequest()]))
    await expectSoon(() => readPduTypes(peer.received()).length).toBe(1)
    return readPduTypes(peer.received())[0]
  }
  return { ...acceptor, addresses, open, request }
}

const announce = (address: string) => `PROXY TCP4 ${address} 10.0.0.1 50000 11112\r\n`

test('callers behind a balancer have their own address and their own limit', async () => {
  const { request, addresses } = await start({ limits: { perAddress: 1 } })
  expect(await request(announce('203.0.113.7'))).toBe(accepted)
  expect(await request(announce('203.0.113.8'))).toBe(accepted)
  expect(await request(announce('203.0.113.8'))).toBe(rejected)
  expect(addresses).toEqual(['203.0.113.7', '203.0.113.8'])
})

test('a header that arrives in pieces is read, and the request after it too', async () => {
  const { open, addresses } = await start()
  const peer = open()
  const bytes = Buffer.concat([Buffer.from(announce('203.0.113.7')), encodeTestRequest()])
  for (const part of [bytes.subarray(0, 9), bytes.subarray(9, 60), bytes.subarray(60)]) {
    peer.socket.write(part)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await expectSoon(() => readPduTypes(peer.received())).toEqual([accepted])
  expect(addresses).toEqual(['203.0.113.7'])
})

test('a balancer without a header is disconnected, and nobody is admitted', async () => {
  const { open, addresses, countOpen } = await start()
  const peer = open()
  peer.socket.write(encodeTestRequest())
  await expectSoon(() => peer.socket.destroyed).toBe(true)
  expect(peer.received()).toHaveLength(0)
  expect(addresses).toEqual([])
  await expectSoon(countOpen).toBe(0)
})

// Other systems have only one loopback address.
test.runIf(process.platform === 'linux')(
  'a stranger cannot claim an address by a header of its own',
  async () => {
    const { open, addresses } = await start()
    const stranger = open('127.0.7.1')
    stranger.socket.write(
      Buffer.concat([Buffer.from(announce('203.0.113.7')), encodeTestRequest()]),
    )
    await expectSoon(() => stranger.socket.destroyed).toBe(true)
    expect(addresses).toEqual([])
    const direct = open('127.0.7.1')
    direct.socket.write(encodeTestRequest())
    await expectSoon(() => readPduTypes(direct.received())).toEqual([accepted])
    expect(addresses).toEqual(['127.0.7.1'])
  },
)

test('the header precedes TLS', async ({ skip }) => {
  const certificate = await createSelfSignedCertificate('localhost')
  if (certificate === undefined) return skip(noOpenssl)
  atEnd(certificate.remove)
  const { key, cert } = certificate
  const { open, addresses } = await start({ tls: { key, cert } })
  const { socket } = open()
  socket.removeAllListeners('data')
  socket.write(announce('203.0.113.7'))
  const secure = connect({ socket, rejectUnauthorized: false })
  const received: Buffer[] = []
  secure.on('data', (chunk: Buffer) => received.push(chunk))
  secure.write(encodeTestRequest())
  await expectSoon(() => readPduTypes(Buffer.concat(received))).toEqual([accepted])
  expect(addresses).toEqual(['203.0.113.7'])
})
