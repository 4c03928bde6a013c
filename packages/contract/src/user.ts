import { z } from 'zod'
import { ClinicId, PermissionProfileId, UserId } from './ids.ts'
import { ignoreRestOf } from './ignored-fields.ts'
import { limits } from './limits.ts'
import { NewPassword } from './new-password.ts'
import { createPageSchema, createPageQuery } from './paging.ts'
import { PermissionProfile, PermissionProfileDraft } from './permission-profile.ts'
import { defineRoute } from './route.ts'
import { Username } from './username.ts'
import { Day, email, Instant, requiredText, SentInstant } from './fields.ts'

/** Passwords, including tempPassword, are write-only and never part of a response. */
export const User = z.object({
  id: UserId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The recipient of a reset link; if empty, the e-mail address of the clinic is used. */
  email: z.string(),
  /** The last day of access; null means no limit. */
  validUntil: Day.nullable(),
  createdOn: Instant,
  clinicId: ClinicId.nullable(),
  permissionProfileId: PermissionProfileId,
  maxClinicCount: z.int().nonnegative().nullable(),
  isDeleted: z.boolean(),
})
export type User = z.output<typeof User>

/** A row of the list of users, with the permissions that determine the available actions. */
export const ListedUser = User.extend({
  clinicName: z.string().nullable(),
  permissionProfile: PermissionProfile,
  hasSecondFactor: z.boolean(),
  /** Null if the user has not signed in for a long time, or never. */
  lastSignIn: Instant.nullable(),
})
export type ListedUser = z.output<typeof ListedUser>

const personal = {
  username: Username,
  firstName: requiredText(limits.personNameMax),
  lastName: requiredText(limits.personNameMax),
  email: email.default(''),
  validUntil: Day.nullable().default(null),
  maxClinicCount: z.int().nonnegative().max(10_000).nullable().default(null),
}

/** Fields of the specification's user record that the API never returns. */
const unreturned = ['clinicIds', 'tempPassword']
const matching = { message: 'password/mismatch', path: ['confirmPassword'] }
const draft = z.object({
  ...personal,
  password: NewPassword,
  confirmPassword: z.string().optional(),
  /** Missing for a clinic admin, who creates users in their own clinic. */
  clinicId: ClinicId.optional(),
  /** The specified client sends -1 and the current time; both are ignored. */
  permissionProfileId: z.int().optional(),
  createdOn: SentInstant.optional(),
})
export const UserDraft = ignoreRestOf(
  User,
  draft.refine((user) => (user.confirmPassword ?? user.password) === user.password, matching),
  unreturned,
)

const change = z.object({
  ...personal,
  id: UserId,
  password: NewPassword.optional(),
  confirmPassword: z.string().optional(),
  clinicId: ClinicId.optional(),
})
export const UserChange = ignoreRestOf(
  User,
  change.refine((user) => (user.confirmPassword ?? user.password) === user.password, matching),
  unreturned,
)

export const userRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/user',
    summary: 'Users in reach, or of one clinic',
    needs: 'user.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(User),
  }),
  page: defineRoute({
    method: 'GET',
    path: '/user/page',
    summary: 'Users in reach or of one clinic, with their permissions, page by page',
    needs: 'user.manage',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ClinicId: ClinicId.optional(),
      ...createPageQuery(['username', 'firstName', 'lastName', 'createdOn', 'clinic', 'deleted']),
    }),
    response: createPageSchema(ListedUser),
  }),
  radiologists: defineRoute({
    method: 'GET',
    path: '/user/radiologists',
    summary: 'Users to whom a case can be assigned, and whom a clinic can ask for',
    needs: 'case.create',
    clinic: 'none',
    response: z.array(User.pick({ id: true, username: true, firstName: true, lastName: true })),
  }),
  one: defineRoute({
    method: 'GET',
    path: '/user/:id',
    summary: 'One user',
    needs: 'user.read',
    clinic: 'reach',
    params: z.object({ id: UserId }),
    response: User,
  }),
  clinics: defineRoute({
    method: 'GET',
    path: '/user/fetchAllUserCLinics/:id',
    summary: 'The clinics assigned to a user',
    needs: 'user.read',
    clinic: 'reach',
    params: z.object({ id: UserId }),
    response: z.array(ClinicId),
  }),
  create: defineRoute({
    method: 'POST',
    path: '/user',
    summary: 'Create a user without any permission',
    needs: 'user.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: UserDraft,
    response: User,
  }),
  createWithPermissions: defineRoute({
    method: 'POST',
    path: '/user/adduserpermission',
    summary: 'Create a user with permissions',
    needs: 'user.manage',
    clinic: { in: 'body', name: 'userData.clinicId' },
    body: z.object({ userData: UserDraft, permissionProfileData: PermissionProfileDraft }),
    response: User,
  }),
  assignClinics: defineRoute({
    changesAccess: true,
    method: 'POST',
    path: '/user/adduserclinics',
    summary: 'Set the clinics of a contract super admin',
    needs: 'user.assign-clinics',
    clinic: 'reach',
    body: z.object({ userId: UserId, clinicIds: z.array(ClinicId).max(10_000) }),
    response: z.array(ClinicId),
  }),
  update: defineRoute({
    changesAccess: true,
    method: 'PUT',
    path: '/user',
    summary: 'Change a user',
    needs: 'user.manage',
    clinic: 'reach',
    body: UserChange,
    response: User,
  }),
  remove: defineRoute({
    changesAccess: true,
    method: 'DELETE',
    path: '/user/deleteuser/:id',
    summary: 'Delete a user (softly)',
    needs: 'user.delete',
    clinic: 'reach',
    params: z.object({ id: UserId }),
  }),
}
