import { describe, expect, test } from 'vitest'
import { parseMailbox, parseSmtpUrl } from './smtp-settings.ts'

describe('the address of a mail server', () => {
  test.each([
    ['smtp://mail.example.com', { port: 587, secure: false, requireTLS: true }],
    ['smtp://mail.example.com:25', { port: 25, secure: false, requireTLS: false }],
    ['smtp://u:p@mail.example.com:25', { port: 25, secure: false, requireTLS: true }],
    ['smtps://mail.example.com', { port: 465, secure: true, requireTLS: false }],
    ['smtps://mail.example.com:4465', { port: 4465, secure: true, requireTLS: false }],
    ['smtp://localhost:587', { host: 'localhost', port: 587, requireTLS: false }],
    ['smtp://u:p@127.0.0.1:2525', { host: '127.0.0.1', port: 2525, requireTLS: false }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, requireTLS: false }],
  ])('SMTP URL %s', (url, expected) => {
    expect(parseSmtpUrl(url)).toMatchObject(expected)
  })

  test('the SMTP URL may contain user and password with any characters', () => {
    expect(
      parseSmtpUrl('smtp://talus%40clinic.example:p%40ss%2Fw%C3%B6rd@mail.example').auth,
    ).toEqual({ user: 'talus@clinic.example', pass: 'p@ss/wörd' })
    expect(parseSmtpUrl('smtp://mail.example.com').auth).toBeUndefined()
  })

  test('an SMTP URL with another scheme is refused', () => {
    expect(() => parseSmtpUrl('http://mail.example.com')).toThrow('smtp://')
  })
})

describe('the sender', () => {
  test.each([
    ['Talus <talus@localhost>', { name: 'Talus', address: 'talus@localhost' }],
    ['"Clinique, Étoile" <a@b.example>', { name: 'Clinique, Étoile', address: 'a@b.example' }],
    ['<a@b.example>', { name: '', address: 'a@b.example' }],
    [' a@b.example ', { name: '', address: 'a@b.example' }],
  ])('sender %s', (text, mailbox) => {
    expect(parseMailbox(text)).toEqual(mailbox)
  })

  test.each(['', 'Talus', 'a@b, c@d', 'Talus <a b@c>', 'x <a@b> y'])(
    'the invalid sender %j is refused',
    (text) => {
      expect(() => parseMailbox(text)).toThrow('not a sender')
    },
  )
})
