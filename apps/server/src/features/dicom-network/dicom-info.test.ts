import { hostname } from 'node:os'
import { isIPv4 } from 'node:net'
import { routes } from '@talus/contract'
import { expect, onTestFinished, test } from 'vitest'
import { testServer } from '../../testing/test-server.ts'

async function infoOf(environment: Readonly<Record<string, string>>) {
  const server = await testServer(environment)
  onTestFinished(() => server.close())
  const token = await server.tokenOf(server.first.people.staff.id)
  return server.call(routes.dicomInfo.ofThisMachine, {}, token)
}

test('other systems are told the settings of this machine', async () => {
  const { body } = await infoOf({
    DICOM_HOST: 'imaging.clinic.example',
    DICOM_IP: '192.168.20.5',
    DICOM_AE_TITLE: 'HARROW',
    DICOM_PORT: '104',
    DICOM_TLS_PORT: '2762',
  })
  expect(body).toEqual({
    host: 'imaging.clinic.example',
    ipAddress: '192.168.20.5',
    aeTitle: 'HARROW',
    port: 104,
    tlsPort: 2762,
  })
})

test('without settings the machine speaks for itself', async () => {
  const { body } = await infoOf({})
  expect(body).toMatchObject({ host: hostname(), aeTitle: 'TALUS', port: 11_113, tlsPort: 11_112 })
  expect(isIPv4(body.ipAddress)).toBe(true)
})

test('in the cloud there is no such machine', async () => {
  expect((await infoOf({ TALUS_VARIANT: 'cloud' })).status).toBe(404)
})
