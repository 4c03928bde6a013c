import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createHttpServer } from './server.ts'

/** The address that the server takes for that of the client. */
async function readAddress(
  trustProxy: false | number | string[],
  remoteAddress: string,
  forwarded: string,
): Promise<string> {
  const app = await createHttpServer({
    log: Fastify().log,
    apiBase: '/api/',
    trustProxy,
    publicUrl: 'http://localhost',
    identity: {},
    reportError: () => undefined,
  })
  app.get('/address', async ({ ip }) => ip)
  const reply = await app.inject({
    url: '/address',
    remoteAddress,
    headers: { 'x-forwarded-for': forwarded },
  })
  await app.close()
  return reply.body
}

/** The client wrote the first address, and each proxy appended the one that it saw. */
const forged = '6.6.6.6, 203.0.113.7'

test('without a proxy the header is ignored', async () => {
  expect(await readAddress(false, '203.0.113.7', '6.6.6.6')).toBe('203.0.113.7')
})

test('behind one proxy the address is the one that this proxy saw', async () => {
  expect(await readAddress(1, '10.0.0.1', forged)).toBe('203.0.113.7')
  expect(await readAddress(1, '10.0.0.1', '203.0.113.7')).toBe('203.0.113.7')
})

test('behind two proxies the address is the one that the outer proxy saw', async () => {
  expect(await readAddress(2, '10.0.0.1', `${forged}, 10.0.0.2`)).toBe('203.0.113.7')
})

test('with networks the address is the last one outside of them', async () => {
  const networks = ['10.0.0.0/8']
  expect(await readAddress(networks, '10.0.0.1', `${forged}, 10.9.9.9`)).toBe('203.0.113.7')
  expect(await readAddress(networks, '203.0.113.7', '6.6.6.6')).toBe('203.0.113.7')
})

test('an address loses the port that its proxy writes beside it', async () => {
  expect(await readAddress(1, '10.0.0.1', '203.0.113.7:4711')).toBe('203.0.113.7')
  expect(await readAddress(1, '10.0.0.1', '[2001:db8::7]:4711')).toBe('2001:db8::7')
  expect(await readAddress(1, '10.0.0.1', '[2001:db8::7]')).toBe('2001:db8::7')
  expect(await readAddress(1, '10.0.0.1', '::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(await readAddress(['10.0.0.0/8'], '10.0.0.1', `${forged}:80, 10.9.9.9:81`)).toBe(
    '203.0.113.7',
  )
})

test('a text that is no address is not taken for one, nor is an entry before it', async () => {
  for (const text of ['unknown', '<script>', '6.6.6.6, <script>', '6.6.6.6,', '1.2.3.4.5:80'])
    expect(await readAddress(1, '10.0.0.1', text)).toBe('10.0.0.1')
  expect(await readAddress(2, '10.0.0.1', '6.6.6.6, garbage, 10.0.0.2')).toBe('10.0.0.2')
})
