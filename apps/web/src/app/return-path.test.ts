import { expect, test } from 'vitest'
import { parseOwnPath } from './return-path.ts'

test('a return path of the application keeps its query', () => {
  expect(parseOwnPath('/studylist')).toBe('/studylist')
  expect(parseOwnPath('/general?studyId=12')).toBe('/general?studyId=12')
})

test('a return path that leads to another site is rejected', () => {
  const paths = [
    'https://evil.example',
    '//evil.example/a',
    '/\\evil.example',
    '/\t/evil.example',
    '/ /evil.example',
    'javascript:alert(1)',
    'studylist',
    '/..//evil.example',
    '',
  ]
  expect(paths.filter((path) => parseOwnPath(path) !== undefined)).toEqual([])
})

test('a return path to a sign-in page or to sign-out is rejected', () => {
  const paths = ['/', '/login', '/logout', '/LOGIN?a=b', '/forgot', '/resetpassword/secret']
  expect(paths.filter((path) => parseOwnPath(path) !== undefined)).toEqual([])
})
