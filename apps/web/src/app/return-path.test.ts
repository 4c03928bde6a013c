import { expect, test } from 'vitest'
import { ownPath } from './return-path.ts'

test('a path of the application is kept with its query', () => {
  expect(ownPath('/studylist')).toBe('/studylist')
  expect(ownPath('/general?studyId=12')).toBe('/general?studyId=12')
})

test('nothing that leads to another site is kept', () => {
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
  expect(paths.filter((path) => ownPath(path) !== undefined)).toEqual([])
})

test('nobody is led back to the sign-in pages or straight out again', () => {
  const paths = ['/', '/login', '/logout', '/LOGIN?a=b', '/forgot', '/resetpassword/secret']
  expect(paths.filter((path) => ownPath(path) !== undefined)).toEqual([])
})
