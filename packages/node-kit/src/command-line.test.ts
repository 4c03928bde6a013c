import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

const usage = 'npm run verify [-- --repair]'
const read = (...args: readonly string[]) =>
  readCommandLine(args, { usage, options: { repair: { type: 'boolean' } }, words: 1 })

test('known options and words are read', () => {
  expect(read('--repair', 'root')).toMatchObject({
    values: { repair: true },
    positionals: ['root'],
  })
  expect(read().values.repair).toBeUndefined()
})

test.for([
  [['--foo'], "Unknown option '--foo'. Say it like this: npm run verify [-- --repair]"],
  [['a', 'b'], "Unknown argument 'b'. Say it like this: npm run verify [-- --repair]"],
  [['--repair=x'], /^Option '--repair' does not take an argument\. Say it like this/u],
] as const)('%j is refused with the usage', ([args, message]) => {
  expect(() => read(...args)).toThrow(message)
})
