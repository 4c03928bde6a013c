import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { isThisComputer } from './this-computer.ts'

const address = (text: string, family: 'IPv4' | 'IPv6'): NetworkInterfaceInfo =>
  family === 'IPv4'
    ? { address: text, family, internal: false, netmask: '', mac: '', cidr: null }
    : { address: text, family, internal: false, netmask: '', mac: '', cidr: null, scopeid: 0 }
const interfaces = {
  eth0: [address('192.168.1.20', 'IPv4'), address('fe80::1', 'IPv6')],
  gone: undefined,
}

test.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['::1', true],
  ['localhost', true],
  [' 192.168.1.20 ', true],
  ['FE80::1', true],
  ['192.168.1.2', false],
  ['192.168.1.200', false],
  ['127.0.0.1.example.com', false],
  ['', false],
])('%j is this computer: %s', (host, expected) => {
  expect(isThisComputer(host, interfaces)).toBe(expected)
})

test('a computer without a network still has its loopback address', () => {
  expect([isThisComputer('127.0.0.1', {}), isThisComputer('10.0.0.1', {})]).toEqual([true, false])
})
