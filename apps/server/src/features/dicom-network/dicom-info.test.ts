import { hostname } from 'node:os'
import { isIPv4 } from 'node:net'
import { routes } from '@talus/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '../../testing/server/test-server.ts'

async function infoOf(environment: Readonly<Record<string, string>>) {
  const server = await startTestServer(environment)
  onTestFinished(() => server.close())
  const token = await server.createToken(server.first.users.staff.id)
  return server.call(routes.dicomInfo.ofThisMachine, {}, token)
}

test('dicomInfo returns host, address, AE title and ports from the settings', async () => {
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

test('dicomInfo uses host name and LAN address of the computer without settings', async () => {
  const { body } = await infoOf({})
  expect(body).toMatchObject({ host: hostname(), aeTitle: 'TALUS', port: 11_113, tlsPort: 11_112 })
  expect(isIPv4(body.ipAddress)).toBe(true)
})

test('dicomInfo does not exist in the cloud', async () => {
  expect((await infoOf({ TALUS_VARIANT: 'cloud' })).status).toBe(404)
})
