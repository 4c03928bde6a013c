import { expect, test } from 'vitest'
import { isSameComputer } from './same-computer.ts'

const direct = {
  remoteAddress: '127.0.0.1',
  httpVersion: '1.1',
  headers: { host: '127.0.0.1:4280', origin: 'http://127.0.0.1:4280' },
}

test.each([
  direct,
  { ...direct, remoteAddress: '::1', headers: { host: '[::1]:4280' } },
  { ...direct, remoteAddress: '::ffff:127.0.0.1', headers: { host: 'localhost:4280' } },
])('a direct call to a loopback name comes from this computer: $remoteAddress', (caller) => {
  expect(isSameComputer(caller)).toBe(true)
})

test.each([
  ['another computer', { ...direct, remoteAddress: '192.168.1.20' }],
  ['a socket that has closed', { ...direct, remoteAddress: undefined }],
  ['an address of the network', { ...direct, headers: { host: '192.168.1.20:4280' } }],
  [
    'a name that only begins like this computer',
    { ...direct, headers: { host: 'localhost.evil.example' } },
  ],
  [
    'a name that leads to a loopback address',
    { ...direct, headers: { host: 'rebound.example:4280' } },
  ],
  ['no host', { ...direct, headers: {} }],
  [
    'the page of a stranger',
    { ...direct, headers: { ...direct.headers, origin: 'https://evil.example' } },
  ],
  ['a page without an origin', { ...direct, headers: { ...direct.headers, origin: 'null' } }],
  ['nginx with its own settings', { ...direct, httpVersion: '1.0' }],
  ['a proxy', { ...direct, headers: { ...direct.headers, 'x-forwarded-for': '127.0.0.1' } }],
  ['a standard proxy', { ...direct, headers: { ...direct.headers, forwarded: 'for=127.0.0.1' } }],
  ['a proxy that names itself', { ...direct, headers: { ...direct.headers, via: '1.1 cache' } }],
])('%s is not this computer', (_name, caller) => {
  expect(isSameComputer(caller)).toBe(false)
})
