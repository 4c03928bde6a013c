import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isWindowsPath, listRestoreCommands, quoteArgument } from './restore-commands.ts'

const awkward = [
  '/mnt/nas/talus',
  '/mnt/My Backup',
  '/mnt/$HOME/`id`/$(id)',
  `/mnt/Dr. O'Neil "new" disk`,
  '/mnt/a\\b!c*?[d]{e}~;&|<>#(f)',
  's3://clinic-backup/talus $1',
]

test.skipIf(process.platform === 'win32')('a POSIX shell passes every place on as it is', () => {
  for (const place of awkward) {
    const [only, ...others] = listRestoreCommands(place, { isWindows: false, into: '../new' })
    expect(others).toEqual([])
    const script = `npm() { printf '%s\\n' "$@"; }; ${only?.command ?? ''}`
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
    expect(stdout.split('\n')).toEqual(['run', 'restore', '--', place, '--into', '../new', ''])
  }
})

test('a simple place is written without quotes', () => {
  expect(listRestoreCommands('/mnt/nas/talus', { isWindows: false })).toEqual([
    { shell: undefined, command: 'npm run restore -- /mnt/nas/talus' },
  ])
})

test('on Windows a path has one command, unless its shells read it differently', () => {
  expect(listRestoreCommands(String.raw`E:\Dr. O'Neil`, { isWindows: true })).toEqual([
    { shell: undefined, command: String.raw`npm run restore -- "E:\Dr. O'Neil"` },
  ])
  const priced = String.raw`\\nas\Dr. O'Neil’s $100%`
  expect(listRestoreCommands(priced, { isWindows: true, into: '../new' })).toEqual([
    {
      shell: 'powershell',
      command: String.raw`npm run restore -- '\\nas\Dr. O''Neil’’s $100%' --into ../new`,
    },
    {
      shell: 'cmd',
      command: String.raw`npm run restore -- "\\nas\Dr. O'Neil’s $100%" --into ../new`,
    },
  ])
  expect(quoteArgument('cmd', 's3://a/"b"')).toBe(String.raw`"s3://a/\"b\""`)
})

test('paths of Windows are recognized', () => {
  expect([String.raw`C:\Talus`, 'd:/Talus', String.raw`\\nas\talus`].map(isWindowsPath)).toEqual([
    true,
    true,
    true,
  ])
  expect(['/srv/talus', '../talus'].map(isWindowsPath)).toEqual([false, false])
})
