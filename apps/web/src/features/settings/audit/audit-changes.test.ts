import { expect, test } from 'vitest'
import { changesOf } from './audit-changes.ts'

test('a change is compared field by field', () => {
  expect(changesOf({ before: { port: 104 }, after: { port: 11_112 } })).toEqual({
    isComparison: true,
    fields: [{ field: 'port', before: 104, after: 11_112 }],
  })
})

test('what was made or removed has one side', () => {
  const made = changesOf({ before: null, after: { id: 7, name: 'First', permissionProfileId: 3 } })
  expect(made.isComparison).toBe(false)
  expect(made.fields).toEqual([{ field: 'name', before: undefined, after: 'First' }])
  expect(changesOf({ before: { name: 'First' }, after: null }).isComparison).toBe(false)
})

test('a field that only one side has is not forgotten', () => {
  const { fields } = changesOf({ before: { a: 1 }, after: { b: 2 } })
  expect(fields.map(({ field }) => field)).toEqual(['a', 'b'])
})

test('an entry without values has no fields', () => {
  expect(changesOf({ before: null, after: null })).toEqual({ isComparison: false, fields: [] })
})
