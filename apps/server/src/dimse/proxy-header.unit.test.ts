import { expect, test } from 'vitest'
import { parseProxyHeader } from './proxy-header.ts'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
const signature = '0d0a0d0a000d0a515549540a'
const overIpv4 = hex(`${signature} 21 11 000c c0a80107 0a000001 c350 2b68`)
const overIpv6 = hex(
  `${signature} 21 21 0024 20010db8000000000000000000000007 20010db8000000000000000000000001 c350 2b68`,
)
const line = 'PROXY TCP4 192.168.1.7 10.0.0.1 50000 11112\r\n'

test.for([
  ['text, IPv4', Buffer.from(line), '192.168.1.7'],
  ['text, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 50000 11112\r\n'), '2001:db8::7'],
  ['text without addresses', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  ['binary, IPv4', overIpv4, '192.168.1.7'],
  ['binary, IPv6', overIpv6, '2001:db8::7'],
  ['binary, health check of the balancer', hex(`${signature} 20 00 0000`), undefined],
  [
    'binary with further fields',
    Buffer.concat([hex(`${signature} 21 11 0010`), overIpv4.subarray(16), Buffer.alloc(4)]),
    '192.168.1.7',
  ],
] as const)('a header gives the address of the caller: %s', ([, header, address]) => {
  const whole = Buffer.concat([header, Buffer.from('rest of the connection')])
  expect(parseProxyHeader(whole)).toEqual({ state: 'complete', address, length: header.length })
  for (let end = 0; end < header.length; end += 1)
    expect(parseProxyHeader(whole.subarray(0, end))).toEqual({ state: 'incomplete' })
})

test.for([
  ['an association request', hex('01 00 00000044')],
  ['TLS', hex('16 03 01 0200')],
  ['a name instead of an address', Buffer.from('PROXY TCP4 localhost 10.0.0.1 1 2\r\n')],
  ['an address of the other family', Buffer.from('PROXY TCP6 192.168.1.7 10.0.0.1 1 2\r\n')],
  ['a line without an end', Buffer.from(`PROXY TCP4 ${'1'.repeat(120)}`)],
  ['an unknown version', hex(`${signature} 31 11 000c`)],
  ['a length beyond all fields', hex(`${signature} 21 11 ffff`)],
  [
    'addresses of sockets in the file system',
    Buffer.concat([hex(`${signature} 21 31 00d8`), Buffer.alloc(216)]),
  ],
  ['too few bytes for the addresses', hex(`${signature} 21 11 0004 c0a80107`)],
] as const)('a connection without a valid header is refused: %s', ([, bytes]) => {
  expect(parseProxyHeader(bytes)).toEqual({ state: 'invalid' })
})
