import { expect, test } from 'vitest'
import { listChanges } from './audit-changes.ts'

test('compares a change field by field', () => {
  expect(listChanges({ before: { port: 104 }, after: { port: 11_112 } })).toEqual({
    isComparison: true,
    fields: [{ field: 'port', before: 104, after: 11_112 }],
  })
})

test('lists the values of a created or removed record without a comparison', () => {
  const created = listChanges({
    before: null,
    after: { id: 7, name: 'First', permissionProfileId: 3 },
  })
  expect(created.isComparison).toBe(false)
  expect(created.fields).toEqual([{ field: 'name', before: undefined, after: 'First' }])
  expect(listChanges({ before: { name: 'First' }, after: null }).isComparison).toBe(false)
})

test('includes fields that exist only before or only after the change', () => {
  const { fields } = listChanges({ before: { a: 1 }, after: { b: 2 } })
  expect(fields.map(({ field }) => field)).toEqual(['a', 'b'])
})

test('returns no fields for an audit event without values', () => {
  expect(listChanges({ before: null, after: null })).toEqual({ isComparison: false, fields: [] })
})
