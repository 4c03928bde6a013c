import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { lanAddress } from './lan-address.ts'

const address = (text: string, internal = false): NetworkInterfaceInfo => {
  const shared = { address: text, netmask: '', mac: '', cidr: null, internal }
  return text.includes(':')
    ? { ...shared, family: 'IPv6', scopeid: 0 }
    : { ...shared, family: 'IPv4' }
}

test('the first address in the network is neither loopback, IPv6 nor self-given', () => {
  const interfaces = {
    lo: [address('127.0.0.1', true), address('::1', true)],
    unplugged: [address('169.254.7.7')],
    wired: [address('fe80::1'), address('192.168.20.5')],
    wireless: [address('192.168.30.6')],
  }
  expect(lanAddress(interfaces)).toBe('192.168.20.5')
})

test('a machine without a network is reached from itself alone', () => {
  expect(lanAddress({ lo: [address('127.0.0.1', true)], gone: undefined })).toBe('127.0.0.1')
})
