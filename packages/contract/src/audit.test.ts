import { expect, test } from 'vitest'
import { auditActions, auditKinds } from './audit.ts'

test('every action belongs to a kind that the trail can be narrowed by', () => {
  const kinds = new Set(auditActions.map((action) => action.split('.')[0]))
  expect(kinds).toEqual(new Set(auditKinds))
})

test('an action names one thing and one deed, as the filter of the server expects', () => {
  for (const action of auditActions) expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/u)
})
