import { describe, expect, test } from 'vitest'
import { readMailbox, readSmtpUrl } from './smtp-settings.ts'

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
  ])('%s', (url, expected) => {
    expect(readSmtpUrl(url)).toMatchObject(expected)
  })

  test('may hold a name and a password with any characters', () => {
    expect(
      readSmtpUrl('smtp://talus%40clinic.example:p%40ss%2Fw%C3%B6rd@mail.example').auth,
    ).toEqual({ user: 'talus@clinic.example', pass: 'p@ss/wörd' })
    expect(readSmtpUrl('smtp://mail.example.com').auth).toBeUndefined()
  })

  test('is refused when it is of another kind', () => {
    expect(() => readSmtpUrl('http://mail.example.com')).toThrow('smtp://')
  })
})

describe('the sender', () => {
  test.each([
    ['Talus <talus@localhost>', { name: 'Talus', address: 'talus@localhost' }],
    ['"Clinique, Étoile" <a@b.example>', { name: 'Clinique, Étoile', address: 'a@b.example' }],
    ['<a@b.example>', { name: '', address: 'a@b.example' }],
    [' a@b.example ', { name: '', address: 'a@b.example' }],
  ])('%s', (text, mailbox) => {
    expect(readMailbox(text)).toEqual(mailbox)
  })

  test.each(['', 'Talus', 'a@b, c@d', 'Talus <a b@c>', 'x <a@b> y'])('is not %j', (text) => {
    expect(() => readMailbox(text)).toThrow('not a sender')
  })
})
