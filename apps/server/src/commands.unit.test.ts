import { expect, test } from 'vitest'
import { findCommand } from './commands.ts'

test.for([
  [['verify', '--foo'], "Unknown option '--foo'. Say it like this: npm run verify [-- --repair]"],
  [['storage', '--x'], "Unknown option '--x'. Say it like this: npm run storage"],
  [['setup-link', 'x'], "Unknown argument 'x'. Say it like this: npm run setup-link"],
  [['reset-password', 'root', 'secret'], "Unknown argument 'secret'. Say it like this"],
  [['reset-password', '--second-factor', 'root'], "Unknown option '--second-factor'."],
] as const)('%j is refused before the command begins', ([args, message]) => {
  expect(() => findCommand(args)).toThrow(message)
})

test('known arguments are taken', () => {
  expect(findCommand(['verify', '--repair'])?.runsBesideServer).toBe(false)
  expect(findCommand(['verify'])?.runsBesideServer).toBe(true)
  for (const args of [['storage'], ['setup-link'], ['reset-password', 'root']])
    expect(findCommand(args)?.runsBesideServer).toBe(true)
  expect(findCommand(['--with-bridge'])).toBeUndefined()
})
