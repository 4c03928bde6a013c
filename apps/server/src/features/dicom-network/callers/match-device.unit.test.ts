import { describe, expect, test } from 'vitest'
import { toCallerAddress, uids } from '../../../dimse/index.ts'
import { explainMismatch, findMatching, getNeededRight, isInNetwork } from './match-device.ts'

describe('isInNetwork', () => {
  test.each([
    ['192.168.1.20', '192.168.1.20', true],
    ['192.168.1.21', '192.168.1.20', false],
    ['192.168.1.21', '192.168.1.0/24', true],
    ['192.168.2.21', '192.168.1.0/24', false],
    ['2001:db8::5', '2001:db8::/64', true],
    ['2001:db8:0:1::5', '2001:db8::/64', false],
    ['2001:db8::5', '2001:0db8:0:0::5', true],
    ['192.168.1.20', '::/0', false],
    ['', '0.0.0.0/0', false],
    ['192.168.1.20', 'nonsense', false],
  ])('%s in %s is %s', (address, network, isInside) => {
    expect(isInNetwork(address, network)).toBe(isInside)
  })
})

const byAddress = { aeTitle: 'CR', network: '10.0.0.5', certificate: '' }
const byCertificate = { aeTitle: 'CT', network: '', certificate: 'ab'.repeat(32) }
const devices = [byAddress, byCertificate]
const sender = (calling: string, address: string, certificate?: string) => ({
  calling,
  address,
  certificate,
})

describe('findMatching', () => {
  test('a device is recognised by its title together with address or certificate', () => {
    expect(findMatching(devices, sender('CR', '10.0.0.5'))).toEqual([byAddress])
    expect(findMatching(devices, sender('CT', '10.9.9.9', 'ab'.repeat(32)))).toEqual([
      byCertificate,
    ])
  })

  test('a title alone, or with another address or certificate, matches no device', () => {
    for (const other of [
      sender('CR', '10.0.0.6'),
      sender('CT', '10.0.0.5'),
      sender('CT', '10.0.0.5', 'cd'.repeat(32)),
      sender('', '10.0.0.5'),
    ])
      expect(findMatching(devices, other)).toEqual([])
    expect(explainMismatch(devices, sender('CR', '10.0.0.6'))).toBe('other-address')
    expect(explainMismatch(devices, sender('CT', '10.0.0.5'))).toBe('other-certificate')
    expect(explainMismatch(devices, sender('US', '10.0.0.5'))).toBe('unlisted')
  })

  test('a device with address and certificate needs both', () => {
    const both = { ...byCertificate, network: '10.0.0.5' }
    expect(findMatching([both], sender('CT', '10.0.0.5', 'ab'.repeat(32)))).toEqual([both])
    expect(findMatching([both], sender('CT', '10.0.0.6', 'ab'.repeat(32)))).toEqual([])
    expect(findMatching([both], sender('CT', '10.0.0.5'))).toEqual([])
  })
})

test('a storage class needs the right to store, or to retrieve if it comes back by C-GET', () => {
  const ct = '1.2.840.10008.5.1.4.1.1.2'
  expect(getNeededRight(ct, new Set())).toBe('store')
  expect(getNeededRight(ct, new Set([ct]))).toBe('retrieve')
  expect(getNeededRight(uids.worklistFind, new Set())).toBe('query')
  expect(getNeededRight(uids.studyRootMove, new Set())).toBe('retrieve')
  expect(getNeededRight(uids.verification, new Set())).toBeUndefined()
})

test('the addresses of one IPv6 network are one caller', () => {
  expect(toCallerAddress('2001:db8:0:1:aaaa:bbbb:cccc:dddd')).toBe('2001:db8:0:1::/64')
  expect(toCallerAddress('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(toCallerAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(toCallerAddress('::1')).toBe('0:0:0:0::/64')
  expect(toCallerAddress('192.168.1.20')).toBe('192.168.1.20')
})
