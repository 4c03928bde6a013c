import { expect, test } from 'vitest'
import { auditActions, auditKinds } from './audit.ts'

test('every audit action belongs to an audit kind, by which the trail is filtered', () => {
  const kinds = new Set(auditActions.map((action) => action.split('.')[0]))
  expect(kinds).toEqual(new Set(auditKinds))
})

test('an audit action has the form kind.verb, as the filter of the server expects', () => {
  for (const action of auditActions) expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/u)
})
