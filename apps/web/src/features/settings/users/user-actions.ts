import {
  can,
  mayActOnUser,
  mayAssignClinics,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
} from '@talus/contract'
import type { Actor, ListedUser, TargetUser } from '@talus/contract'
import { offeredFlags } from './permission-values.ts'

export type UserAction = 'edit' | 'permissions' | 'status' | 'assign' | 'delete'

/** Why an action is disabled for the selected user; a key of settings:user.reason. */
export type UserReason =
  | 'noneSelected'
  | 'deleted'
  | 'root'
  | 'above'
  | 'yourself'
  | 'notContract'
  | 'onlyOperators'

export const toTarget = ({ id, isDeleted, permissionProfile }: ListedUser): TargetUser => ({
  id,
  isDeleted,
  flags: permissionProfile,
})

/** Lists the actions that the user is permitted to use; the others are not shown. */
export const listUserActions = (actor: Pick<Actor, 'flags'>): readonly UserAction[] => [
  'edit',
  'permissions',
  ...(can(actor, 'user.toggle-status') ? (['status'] as const) : []),
  ...(can(actor, 'user.assign-clinics') ? (['assign'] as const) : []),
  ...(can(actor, 'user.delete') ? (['delete'] as const) : []),
]

const checkRank = (actor: Actor, target: TargetUser): UserReason | undefined =>
  mayEditUser(actor, target) ? undefined : 'above'

const rules: Record<UserAction, (actor: Actor, target: TargetUser) => UserReason | undefined> = {
  edit: checkRank,
  permissions: (actor, target) =>
    offeredFlags.some((flag) => mayGrant(actor, flag)) ? checkRank(actor, target) : 'above',
  status: (actor, target) => (actor.id === target.id ? 'yourself' : checkRank(actor, target)),
  assign: (actor, target) => (mayAssignClinics(actor, target) ? undefined : 'notContract'),
  delete: (actor, target) => {
    if (actor.id === target.id) return 'yourself'
    if (mayDeleteUser(actor, target)) return undefined
    return target.flags.root ? 'root' : 'onlyOperators'
  },
}

/** Returns why the action is disabled; undefined if it is enabled. */
export function getDisabledReason(
  action: UserAction,
  actor: Actor,
  user: ListedUser | undefined,
): UserReason | undefined {
  if (!user) return 'noneSelected'
  const target = toTarget(user)
  if (target.isDeleted) return 'deleted'
  if (!mayActOnUser(actor, target)) return 'root'
  return rules[action](actor, target)
}
