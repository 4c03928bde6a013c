import { noFlags } from '@talus/contract'
import type { Actor, Flags, ListedUser, PermissionFlag } from '@talus/contract'
import { expect, test } from 'vitest'
import { actionsOf, reasonAgainst } from './user-actions.ts'

const flags = (...on: readonly PermissionFlag[]): Flags => ({
  ...noFlags,
  ...Object.fromEntries(on.map((flag) => [flag, true])),
})
const actor = (given: Flags, id = 1) => ({ id, flags: given }) as unknown as Actor
const user = (given: Flags, change: object = {}) =>
  ({ id: 2, isDeleted: false, permissionProfile: given, ...change }) as unknown as ListedUser

const root = actor(flags('root'))
const superAdmin = actor(flags('superAdmin'))
const clinicAdmin = actor(flags('clinicAdmin'))
const contract = actor(flags('contractSuperAdmin'))

test('each sees the actions that he has', () => {
  expect(actionsOf(superAdmin)).toEqual(['edit', 'permissions', 'status', 'assign', 'delete'])
  expect(actionsOf(clinicAdmin)).toEqual(['edit', 'permissions', 'delete'])
  expect(actionsOf(contract)).toEqual(['edit', 'permissions'])
})

test.each([
  ['nobody selected', superAdmin, undefined, 'delete', 'noneSelected'],
  ['a deleted user', root, user(flags(), { isDeleted: true }), 'edit', 'deleted'],
  ['a root user, by another', superAdmin, user(flags('root')), 'permissions', 'root'],
  ['a different root, by root', root, user(flags('root')), 'edit', 'root'],
  ['one above', clinicAdmin, user(flags('superAdmin')), 'edit', 'above'],
  ['one above', clinicAdmin, user(flags('superAdmin')), 'permissions', 'above'],
  ['oneself', superAdmin, user(flags('superAdmin'), { id: 1 }), 'status', 'yourself'],
  ['oneself', superAdmin, user(flags('superAdmin'), { id: 1 }), 'delete', 'yourself'],
  ['no contract super admin', root, user(flags('operator')), 'assign', 'notContract'],
  [
    'a doctor, by a clinic admin',
    clinicAdmin,
    user(flags('doctorCase')),
    'delete',
    'onlyOperators',
  ],
] as const)('%s: the action says why not', (_what, who, whom, action, reason) => {
  expect(reasonAgainst(action, who, whom)).toBe(reason)
})

test.each([
  [superAdmin, user(flags('clinicAdmin')), 'delete'],
  [clinicAdmin, user(flags('operator')), 'delete'],
  [clinicAdmin, user(flags('operator')), 'edit'],
  [root, user(flags('contractSuperAdmin')), 'assign'],
  [root, user(flags('superAdmin')), 'status'],
] as const)('what may be done is open', (who, whom, action) => {
  expect(reasonAgainst(action, who, whom)).toBeUndefined()
})
