import { noFlags } from '@talus/contract'
import type { Actor, Flags, ListedUser, PermissionFlag } from '@talus/contract'
import { expect, test } from 'vitest'
import { listUserActions, getDisabledReason } from './user-actions.ts'

const flags = (...on: readonly PermissionFlag[]): Flags => ({
  ...noFlags,
  ...Object.fromEntries(on.map((flag) => [flag, true])),
})
const actor = (granted: Flags, id = 1) => ({ id, flags: granted }) as unknown as Actor
const user = (granted: Flags, change: object = {}) =>
  ({ id: 2, isDeleted: false, permissionProfile: granted, ...change }) as unknown as ListedUser

const root = actor(flags('root'))
const superAdmin = actor(flags('superAdmin'))
const clinicAdmin = actor(flags('clinicAdmin'))
const contract = actor(flags('contractSuperAdmin'))

test('lists the actions that a user is permitted to use', () => {
  expect(listUserActions(superAdmin)).toEqual(['edit', 'permissions', 'status', 'assign', 'delete'])
  expect(listUserActions(clinicAdmin)).toEqual(['edit', 'permissions', 'delete'])
  expect(listUserActions(contract)).toEqual(['edit', 'permissions'])
})

test.each([
  ['no user selected', superAdmin, undefined, 'delete', 'noneSelected'],
  ['a deleted user', root, user(flags(), { isDeleted: true }), 'edit', 'deleted'],
  ['a root user, by another', superAdmin, user(flags('root')), 'permissions', 'root'],
  ['a different root, by root', root, user(flags('root')), 'edit', 'root'],
  ['a user with higher permissions', clinicAdmin, user(flags('superAdmin')), 'edit', 'above'],
  [
    'a user with higher permissions',
    clinicAdmin,
    user(flags('superAdmin')),
    'permissions',
    'above',
  ],
  ['the own account', superAdmin, user(flags('superAdmin'), { id: 1 }), 'status', 'yourself'],
  ['the own account', superAdmin, user(flags('superAdmin'), { id: 1 }), 'delete', 'yourself'],
  ['no contract super admin', root, user(flags('operator')), 'assign', 'notContract'],
  [
    'a doctor, by a clinic admin',
    clinicAdmin,
    user(flags('doctorCase')),
    'delete',
    'onlyOperators',
  ],
] as const)(
  '%s: the action is disabled with a reason',
  (_case, actingUser, target, action, reason) => {
    expect(getDisabledReason(action, actingUser, target)).toBe(reason)
  },
)

test.each([
  [superAdmin, user(flags('clinicAdmin')), 'delete'],
  [clinicAdmin, user(flags('operator')), 'delete'],
  [clinicAdmin, user(flags('operator')), 'edit'],
  [root, user(flags('contractSuperAdmin')), 'assign'],
  [root, user(flags('superAdmin')), 'status'],
] as const)('a permitted action is enabled', (actingUser, target, action) => {
  expect(getDisabledReason(action, actingUser, target)).toBeUndefined()
})
