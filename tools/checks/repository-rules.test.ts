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
  const hiding = [
    'await change.db.transaction(async (db) => {',
    'db.transaction((db: ClinicDb) => insert(db))',
    'change.db.within(clinicId).transaction(async (db) => {',
    'unscopedDb.transaction().execute(async (unscopedDb) => {',
    'deps.unscopedDb\n  .transaction()\n  .execute((unscopedDb) => seed(unscopedDb))',
    'unscopedDb.transaction().execute(indexBatch)',
  ]
  const notHiding = [
    'await change.db.transaction(async (tx) => {',
    'reach.transaction(async (db) => {',
    'change.db.within(clinicId).transaction(async (inner) => {',
    'db.transaction(inner => insert(inner))',
    'unscopedDb.transaction().execute(async (db) => {',
    'deps.unscopedDb\n  .transaction()\n  .execute((transaction) => seed(transaction))',
  ]
  for (const text of hiding) expect([text, check(path, text)]).toEqual([text, []])
  for (const text of notHiding) expect([text, check(path, text).length]).toEqual([text, 1])
  expect(check('apps/server/src/db/clinic-db.ts', notHiding[0] ?? '')).toEqual([])
})

test('a list in raw SQL is reported, except in the function for lists that may be empty', () => {
  const list = 'sql`${sql.ref(column)} not in (${sql.join(ids)})`'
  expect(check('apps/server/src/features/studies/studies.queries.ts', list)).toHaveLength(1)
  expect(check('apps/server/src/db/is-one-of.ts', list)).toEqual([])
  const others = 'sql`(${sql.join(tests, sql` and `)})`; sql`id in (${sql.join(ids)})`'
  expect(check('apps/web/src/features/studies/study-row.tsx', others)).toEqual([])
  expect(check('apps/server/src/db/find-words.ts', others)).toHaveLength(1)
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

test('a number of a checklist outside the repository is reported', () => {
  expect(check('e2e/capture/general.spec.ts', '// CAP-53: sent at Finish')).toHaveLength(1)
  expect(check('docs/architecture.md', 'the CT-scanner of 1971, UTF-16, VIEW-only')).toEqual([])
})

test('an icon that is not drawn by Icon is reported', () => {
  const path = 'apps/web/src/features/studies/study-row.tsx'
  expect(check(path, '<IconTrash size={18} />')).toHaveLength(1)
  expect(check(path, '<Icon icon={IconTrash} size="medium" /><IconFrame>')).toEqual([])
})
