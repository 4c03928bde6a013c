import {
  can,
  mayActOnUser,
  mayAssignClinics,
  mayDeleteUser,
  mayEditUser,
  mayGrant,
} from '@talus/contract'
import type { Actor, ListedUser, Target } from '@talus/contract'
import { offeredFlags } from './permission-values.ts'

export type UserAction = 'edit' | 'permissions' | 'status' | 'assign' | 'delete'

/** Why an action is not open for the selected user; a key of settings:user.reason. */
export type UserReason =
  | 'noneSelected'
  | 'deleted'
  | 'root'
  | 'above'
  | 'yourself'
  | 'notContract'
  | 'onlyOperators'

export const targetOf = ({ id, isDeleted, permissionProfile }: ListedUser): Target => ({
  id,
  isDeleted,
  flags: permissionProfile,
})

/** The actions that a person has at all; the others are not shown. */
export const actionsOf = (actor: Pick<Actor, 'flags'>): readonly UserAction[] => [
  'edit',
  'permissions',
  ...(can(actor, 'user.toggle-status') ? (['status'] as const) : []),
  ...(can(actor, 'user.assign-clinics') ? (['assign'] as const) : []),
  ...(can(actor, 'user.delete') ? (['delete'] as const) : []),
]

const isAbove = (actor: Actor, target: Target): UserReason | undefined =>
  mayEditUser(actor, target) ? undefined : 'above'

const rules: Record<UserAction, (actor: Actor, target: Target) => UserReason | undefined> = {
  edit: isAbove,
  permissions: (actor, target) =>
    offeredFlags.some((flag) => mayGrant(actor, flag)) ? isAbove(actor, target) : 'above',
  status: (actor, target) => (actor.id === target.id ? 'yourself' : isAbove(actor, target)),
  assign: (actor, target) => (mayAssignClinics(actor, target) ? undefined : 'notContract'),
  delete: (actor, target) => {
    if (actor.id === target.id) return 'yourself'
    if (mayDeleteUser(actor, target)) return undefined
    return target.flags.root ? 'root' : 'onlyOperators'
  },
}

/** Undefined where the action is open. */
export function reasonAgainst(
  action: UserAction,
  actor: Actor,
  user: ListedUser | undefined,
): UserReason | undefined {
  if (!user) return 'noneSelected'
  const target = targetOf(user)
  if (target.isDeleted) return 'deleted'
  if (!mayActOnUser(actor, target)) return 'root'
  return rules[action](actor, target)
}
