import { describe, expect, test } from 'vitest'
import { toConnectionRefusal, toOneLine } from './connection-refusal.ts'

const place = { host: 'pacs.clinic.example', port: 104 }
const coded = (code: string, message = 'what Node says') =>
  Object.assign(new Error(message), { code })

describe('socket errors', () => {
  test.each([
    ['ECONNREFUSED', 'connect', 'connection/refused'],
    ['EHOSTUNREACH', 'connect', 'connection/unreachable'],
    ['ENETUNREACH', 'connect', 'connection/unreachable'],
    ['EADDRNOTAVAIL', 'connect', 'connection/unreachable'],
    ['ETIMEDOUT', 'connect', 'connection/time-out'],
    ['ABORT_ERR', 'connect', 'connection/time-out'],
    ['ECONNRESET', 'tls', 'connection/not-tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls', 'connection/not-tls'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls', 'connection/tls-failed'],
    ['CERT_HAS_EXPIRED', 'tls', 'connection/certificate'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls', 'connection/certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'session', 'connection/certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls', 'connection/certificate'],
    ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'session', 'connection/tls-failed'],
    ['ECONNRESET', 'session', 'connection/closed'],
    ['EPIPE', 'session', 'connection/closed'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'session', 'connection/closed'],
  ] as const)('the socket error %s in the phase %s becomes %s', (code, phase, verdict) => {
    expect(toConnectionRefusal(coded(code), place, phase)).toMatchObject({
      code: verdict,
      status: 424,
      options: { values: place },
    })
  })

  test('a programming error is rethrown, not blamed on the peer', () => {
    expect(() =>
      toConnectionRefusal(new TypeError('x is not a function'), place, 'session'),
    ).toThrow(TypeError)
  })

  test('the advice of Node after the semicolon is left out', () => {
    const error = coded('CERT_UNTRUSTED', 'self-signed certificate; try running Node.js with --x')
    expect(toConnectionRefusal(error, place, 'tls').options.values).toMatchObject({
      reason: 'self-signed certificate',
    })
  })
})

test('text of another server becomes one short line', () => {
  expect(toOneLine('550-5.7.1 No\r\n550 \u0000\u001B[31mway\u202E\t ')).toBe(
    '550-5.7.1 No 550 [31mway',
  )
  expect(toOneLine('é'.repeat(200))).toBe('é'.repeat(200))
  expect(toOneLine('x'.repeat(5000))).toBe(`${'x'.repeat(199)}…`)
})
