import { expect, test } from 'vitest'
import { isPublicAddress } from './address-policy.ts'

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:192.168.0.1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '2002:7f00:1::1',
  '2002:c0a8:101::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  'fc00::1',
  'fd12:3456:789a::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '100.63.255.255',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '223.255.255.255',
  '::ffff:1.1.1.1',
  // A public IPv4 address as DNS64 translates it in an IPv6-only network.
  '64:ff9b::101:101',
  '2002:101:101::1',
  '2606:4700:4700::1111',
  '2a00:1450:4007::200e',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
