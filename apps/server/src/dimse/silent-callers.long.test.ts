import { expect, test, vi } from 'vitest'
import { noOpenssl, createSelfSignedCertificate } from '../testing/network/certificate.ts'
import { createAcceptorFixture, expectSoon, readPduTypes } from './testing/acceptor-fixture.ts'
import { connectRaw, startTestAcceptor } from './testing/test-acceptor.ts'
import { encodeTestRequest } from './testing/test-pdus.ts'

// Callers that hold connections without using them, so that no other caller gets one.
vi.setConfig({ testTimeout: 30_000 })

const { atEnd } = createAcceptorFixture()
const device = '127.0.0.1'
const stranger = '127.0.7.1'
// Other systems have only one loopback address.
const hasAddresses = process.platform === 'linux'

async function start(change: Parameters<typeof startTestAcceptor>[0] = {}) {
  const knowsAddress = (address: string) => address === device
  const acceptor = await startTestAcceptor({ knowsAddress, ...change })
  const peers: ReturnType<typeof connectRaw>[] = []
  atEnd(async () => {
    for (const { socket } of peers) socket.destroy()
    await acceptor.stop(0)
  })
  const open = (address: string) => {
    const peer = connectRaw(acceptor.port, address)
    peers.push(peer)
    return peer
  }
  const request = async (address: string) => {
    const peer = open(address)
    peer.socket.write(encodeTestRequest())
    await expectSoon(() => peer.received().length).toBeGreaterThanOrEqual(10)
    return [...peer.received().subarray(0, 10)]
  }
  return { ...acceptor, open, request }
}

const accepted = 2
const rejected = 3

test.runIf(hasAddresses)('300 silent connections of one address shut nobody out', async () => {
  const { open, request, countOpen } = await start()
  const own = open(device)
  for (let index = 0; index < 300; index += 1) open(stranger)
  expect((await request(device))[0]).toBe(accepted)
  expect((await request('127.0.8.1'))[0]).toBe(accepted)
  // Only 16 of them may wait, and a new one of the same address takes the place of the oldest.
  await expectSoon(countOpen).toBe(16 + 3)
  expect((await request(stranger))[0]).toBe(accepted)
  expect(own.socket.destroyed).toBe(false)
})

test.runIf(hasAddresses)(
  'silent connections of many addresses shut nobody out and end early',
  async () => {
    const { open, request, countOpen } = await start({ limits: { crowdedMs: 600 } })
    const own = open(device)
    for (let index = 0; index < 750; index += 1) open(`127.0.9.${1 + (index % 250)}`)
    expect((await request(device))[0]).toBe(accepted)
    expect((await request('127.0.8.1'))[0]).toBe(accepted)
    // Far from the ten seconds that a single caller has.
    await expectSoon(countOpen).toBeLessThan(64 + 3)
    expect(own.socket.destroyed).toBe(false)
    expect(readPduTypes(own.received())).toEqual([])
  },
)

test.runIf(hasAddresses)('listed devices have associations that others cannot use', async () => {
  const { request } = await start({ limits: { associations: 4, perAddress: 2, reserved: 1 } })
  for (const end of [1, 1, 2, 2]) expect((await request(`127.0.7.${end}`))[0]).toBe(accepted)
  // Rejected transiently: the limit of the address, and temporary congestion.
  expect(await request(stranger)).toEqual([rejected, 0, 0, 0, 0, 4, 0, 2, 3, 2])
  expect(await request('127.0.7.3')).toEqual([rejected, 0, 0, 0, 0, 4, 0, 2, 3, 1])
  expect((await request(device))[0]).toBe(accepted)
  expect(await request(device)).toEqual([rejected, 0, 0, 0, 0, 4, 0, 2, 3, 1])
})

test.runIf(hasAddresses)('silent connections to the TLS port give way, too', async ({ skip }) => {
  const certificate = await createSelfSignedCertificate('localhost')
  if (certificate === undefined) return skip(noOpenssl)
  atEnd(certificate.remove)
  const { open, countOpen } = await start({ tls: { key: certificate.key, cert: certificate.cert } })
  const own = open(device)
  for (let index = 0; index < 300; index += 1) open(stranger)
  await expectSoon(countOpen).toBeGreaterThan(100)
  await expectSoon(countOpen).toBe(16 + 1)
  expect(own.socket.destroyed).toBe(false)
})
