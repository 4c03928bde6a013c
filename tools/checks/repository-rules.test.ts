import { expect, test } from 'vitest'
import { findFaults, findMissingPlatforms } from './repository-rules.ts'

const check = (path: string, text: string) => findFaults({ path, text })

test('a path of one computer is reported, a web address is not', () => {
  expect(check('README.md', 'see /home/someone/talus')).toHaveLength(1)
  expect(check('README.md', 'cp x /root/y; C:\\Users\\someone')).toHaveLength(2)
  expect(check('README.md', 'https://example.org/home/page and ./work/list')).toEqual([])
})

test('only main.ts may read the environment', () => {
  expect(check('apps/server/src/http/serve.ts', 'process.env.PORT')).toHaveLength(1)
  expect(check('apps/server/src/main.ts', 'process.env.PORT')).toEqual([])
})

test('the handle of a transaction must hide the outer handle', () => {
  const path = 'apps/server/src/features/studies/studies.service.ts'
  expect(check(path, 'await inTransaction(db, async (tx) => {')).toHaveLength(1)
  expect(check(path, 'await inTransaction(db, async (db) => {')).toEqual([])
})

test('registry addresses and missing platforms in the lock file are reported', () => {
  expect(check('package-lock.json', '"resolved": "https://x/y.tgz"')).toHaveLength(1)
  const optionalDependencies = { '@a/linux-x64': '1', '@a/win32-x64': '1', '@a/freebsd-x64': '1' }
  const packages = { 'node_modules/a': { optionalDependencies }, 'node_modules/@a/linux-x64': {} }
  expect(findMissingPlatforms({ packages })).toEqual([
    'package-lock.json: node_modules/a lacks @a/win32-x64',
  ])
})

test('a catch-all file name is reported', () => {
  expect(check('apps/web/src/ui/date-utils.ts', '')).toHaveLength(1)
  expect(check('apps/web/src/ui/format/dates.ts', '')).toEqual([])
})
