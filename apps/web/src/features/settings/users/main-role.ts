import type { PermissionFlag } from '@talus/contract'

/** The roles of users, the one with the most rights first. */
const roles = [
  'root',
  'superAdmin',
  'contractSuperAdmin',
  'clinicAdmin',
  'radiologistCase',
  'doctorCase',
  'operator',
] as const satisfies readonly PermissionFlag[]

type Role = (typeof roles)[number] | 'staff'

/** Names the role that says most about the rights of a user. */
export const findMainRole = (flags: Readonly<Record<PermissionFlag, boolean>>): Role =>
  roles.find((role) => flags[role]) ?? 'staff'
