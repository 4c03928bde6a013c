import { expect, test } from 'vitest'
import { faultsOf, missingPlatforms } from './hygiene.ts'

const faults = (path: string, text: string) => faultsOf({ path, text })

test('a path of one machine is found, an address of the web is not', () => {
  expect(faults('README.md', 'see /home/someone/talus')).toHaveLength(1)
  expect(faults('README.md', 'cp x /root/y; C:\\Users\\someone')).toHaveLength(2)
  expect(faults('README.md', 'https://example.org/home/page and ./work/list')).toEqual([])
})

test('only main.ts reads the environment', () => {
  expect(faults('apps/server/src/http/serve.ts', 'process.env.PORT')).toHaveLength(1)
  expect(faults('apps/server/src/main.ts', 'process.env.PORT')).toEqual([])
})

test('a transaction hides the outer handle', () => {
  const path = 'apps/server/src/features/studies/studies.service.ts'
  expect(faults(path, 'await inTransaction(db, async (tx) => {')).toHaveLength(1)
  expect(faults(path, 'await inTransaction(db, async (db) => {')).toEqual([])
})

test('a lock file without registry addresses and with every platform is fine', () => {
  expect(faults('package-lock.json', '"resolved": "https://x/y.tgz"')).toHaveLength(1)
  const optionalDependencies = { '@a/linux-x64': '1', '@a/win32-x64': '1', '@a/freebsd-x64': '1' }
  const packages = { 'node_modules/a': { optionalDependencies }, 'node_modules/@a/linux-x64': {} }
  expect(missingPlatforms({ packages })).toEqual([
    'package-lock.json: node_modules/a lacks @a/win32-x64',
  ])
})

test('files are named after what they hold', () => {
  expect(faults('apps/web/src/ui/date-utils.ts', '')).toHaveLength(1)
  expect(faults('apps/web/src/ui/dates.ts', '')).toEqual([])
})
