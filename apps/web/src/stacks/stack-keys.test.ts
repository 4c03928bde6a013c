import { expect, test } from 'vitest'
import { presetKeys, stackKeys, stackToolKeys } from './stack-keys.ts'

test('no key of the stack viewer is used twice', () => {
  const keys = [...Object.keys(stackToolKeys), ...Object.values(stackKeys), ...presetKeys]
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toStrictEqual([])
})
