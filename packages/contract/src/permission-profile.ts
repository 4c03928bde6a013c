import { z } from 'zod'
import { activeStates, permissionFlags } from './enumerations.ts'
import type { PermissionFlag } from './enumerations.ts'
import { PermissionProfileId } from './ids.ts'
import { defineRoute } from './route.ts'

const flagShape = Object.fromEntries(permissionFlags.map((flag) => [flag, z.boolean()])) as Record<
  PermissionFlag,
  z.ZodBoolean
>

export const PermissionFlags = z.object(flagShape)
export const PermissionProfile = z.object({
  id: PermissionProfileId,
  ...flagShape,
  status: z.enum(activeStates),
})
export type PermissionProfile = z.output<typeof PermissionProfile>

/** A change contains only the changed flags; `mayGrant` decides which flags a user may set. */
export const PermissionProfileChange = PermissionProfile.partial().required({ id: true })
/** The flags of a new user; missing flags are off. */
export const PermissionProfileDraft = PermissionProfile.omit({ id: true }).partial()

export const permissionProfileRoutes = {
  one: defineRoute({
    method: 'GET',
    path: '/permissionProfile/:id',
    summary: 'One permission profile',
    needs: 'user.read',
    clinic: 'reach',
    params: z.object({ id: PermissionProfileId }),
    response: PermissionProfile,
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/permissionProfile',
    summary: 'Change flags or the status of a user',
    needs: 'user.manage',
    clinic: 'reach',
    body: PermissionProfileChange,
    response: PermissionProfile,
  }),
}
