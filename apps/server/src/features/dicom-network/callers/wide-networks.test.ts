import { routes } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer({ TALUS_VARIANT: 'cloud' })
  token = await server.createToken(server.first.users.clinicAdmin.id)
})
afterAll(() => server.close())

const allow = (device: { aeTitle: string; network?: string; certificate?: string }, by = token) => {
  const body = { clinicId: server.first.id, mayStore: true, ...device }
  return server.call(routes.dicomDevice.create, { body }, by)
}

test.each(['0.0.0.0/0', '::/0', '128.0.0.0/1', '10.0.0.0/7', '2000::/3'])(
  'in the cloud the network %s identifies no device without a certificate',
  async (network) => {
    const aeTitle = 'ROAMING'
    const refused = await allow({ aeTitle, network })
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['network']])
    const certificate = 'ab'.repeat(32)
    expect((await allow({ aeTitle, network, certificate })).status).toBe(200)
  },
)

test('in the cloud a network of a usual size is accepted', async () => {
  for (const network of ['10.0.0.0/8', '192.0.2.0/24', '2001:db8::/32'])
    expect((await allow({ aeTitle: 'CT', network })).status).toBe(200)
})

test('a certificate in place of its fingerprint is refused with a hint', async () => {
  const certificate = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
  const refused = await allow({ aeTitle: 'CT', certificate })
  expect(refused.error.fields?.['certificate']).toContain('fingerprint')
})

test('a doctor who may send images does not decide which devices connect', async () => {
  const doctor = await server.createToken(server.first.users.reporter.id)
  expect(await allow({ aeTitle: 'OWN', network: '10.1.1.1' }, doctor)).toRefuse('access/forbidden')
})
