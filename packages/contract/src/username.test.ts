import { expect, test } from 'vitest'
import { Host } from './fields.ts'
import { Username } from './username.ts'

const faultOf = (name: string) => Username.safeParse(name).error?.issues[0]?.message

test.each([
  'root',
  'Zoë.Müller',
  'anna@klinik.de',
  "O'Brien 2",
  'Максим',
  'Ελένη',
  '山田 太郎',
  '김철수',
])('the username %s is accepted', (name) => {
  expect(faultOf(name)).toBeUndefined()
})

test.each([
  ['rооt', 'field/look-alike'],
  ['ｒооt', 'field/look-alike'],
  ['асе', 'field/look-alike'],
  ['ro\u200Bot', 'field/invisible-characters'],
  ['\u202Etoor', 'field/invisible-characters'],
  ['ro\u2060ot', 'field/invisible-characters'],
  ['ro\u00ADot', 'field/invisible-characters'],
  ['\u3164', 'field/invisible-characters'],
])('the username %j is refused', (name, fault) => {
  expect(faultOf(name)).toBe(fault)
})

test('full-width letters become the ordinary ones', () => {
  expect(Username.parse('ｒｏｏｔ')).toBe('root')
})

test.each(['pacs', 'pacs.clinic.example', '192.168.1.4', '[fe80::1]', '::1', 'klinik-süd.example'])(
  'the host %s is accepted',
  (host) => {
    expect(Host.safeParse(host).success).toBe(true)
  },
)

test.each([
  'http://pacs',
  'pacs:104',
  'a b',
  'user@host',
  '300.1.1.1',
  '1.2.3',
  '2130706433',
  '0x7f000001',
  '0x7F.0.0.1',
  '127.0.0.0x1',
  '0177.0.0.1',
  '127.0.0.01',
  '-a',
  'a..b',
  '[::g]',
])('the host %s is malformed', (host) => {
  expect(Host.safeParse(host).error?.issues[0]?.message).toBe('field/host')
})
