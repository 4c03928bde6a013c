import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { findLanAddress } from './lan-address.ts'

const address = (text: string, internal = false): NetworkInterfaceInfo => {
  const shared = { address: text, netmask: '', mac: '', cidr: null, internal }
  return text.includes(':')
    ? { ...shared, family: 'IPv6', scopeid: 0 }
    : { ...shared, family: 'IPv4' }
}

test('the LAN address is neither loopback, IPv6 nor link-local', () => {
  const interfaces = {
    lo: [address('127.0.0.1', true), address('::1', true)],
    unplugged: [address('169.254.7.7')],
    wired: [address('fe80::1'), address('192.168.20.5')],
    wireless: [address('192.168.30.6')],
  }
  expect(findLanAddress(interfaces)).toBe('192.168.20.5')
})

test('the LAN address is the loopback address without a network', () => {
  expect(findLanAddress({ lo: [address('127.0.0.1', true)], gone: undefined })).toBe('127.0.0.1')
})
