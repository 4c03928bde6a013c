import { expect, test } from 'vitest'
import { findMailAddress } from './mail-address.ts'

const settings = {
  hasPublicUrl: false,
  publicUrl: 'http://localhost:4280/vue/',
  basePath: '/vue/',
  host: '0.0.0.0',
  port: 4280,
}
const listAddresses = (port: number) => [`http://192.168.20.5:${port}`, `http://10.0.0.7:${port}`]

test.for([
  ['the address of the computer in its network', {}, 'http://192.168.20.5:4280/vue/'],
  ['the address on which it listens', { host: '10.1.2.3' }, 'http://10.1.2.3:4280/vue/'],
  ['the address that was set', { hasPublicUrl: true, publicUrl: 'https://a/' }, 'https://a/'],
  ['localhost if no other computer can reach it', { host: '127.0.0.1' }, settings.publicUrl],
] as const)('links in mails begin with %s', ([, changes, expected]) => {
  expect(findMailAddress({ ...settings, ...changes }, listAddresses)).toBe(expected)
})

test('links in mails of a computer without a network begin with localhost', () => {
  expect(findMailAddress(settings, () => [])).toBe(settings.publicUrl)
})
