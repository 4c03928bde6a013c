import { z } from 'zod'
import { ClinicId, PermissionProfileId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { NewPassword } from './password.ts'
import { pageOf, pageQuery } from './paging.ts'
import { PermissionProfile, PermissionProfileDraft } from './permission-profile.ts'
import { route } from './route.ts'
import { Day, email, Instant, requiredText } from './fields.ts'

/** Passwords, tempPassword included, go in and never come out. */
export const User = z.object({
  id: UserId,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Where a reset link goes; without it the clinic's address is used. */
  email: z.string(),
  /** The last day of access; nothing means no end. */
  validUntil: Day.nullable(),
  createdOn: Instant,
  clinicId: ClinicId.nullable(),
  permissionProfileId: PermissionProfileId,
  maxClinicCount: z.int().nonnegative().nullable(),
  isDeleted: z.boolean(),
})
export type User = z.output<typeof User>

/** A line of the list of users: with what decides on the actions that it offers. */
export const ListedUser = User.extend({
  clinicName: z.string().nullable(),
  permissionProfile: PermissionProfile,
})
export type ListedUser = z.output<typeof ListedUser>

const personal = {
  username: requiredText(limits.usernameMax),
  firstName: requiredText(limits.personNameMax),
  lastName: requiredText(limits.personNameMax),
  email: email.default(''),
  validUntil: Day.nullable().default(null),
  maxClinicCount: z.int().nonnegative().max(10_000).nullable().default(null),
}

const matching = { message: 'password/mismatch', path: ['confirmPassword'] }
export const UserDraft = z
  .object({
    ...personal,
    password: NewPassword,
    confirmPassword: z.string().optional(),
    /** Left out by a clinic admin, who creates in his own clinic. */
    clinicId: ClinicId.optional(),
    /** Sent as -1 and now by the specified client, and never believed. */
    permissionProfileId: z.int().optional(),
    createdOn: Instant.optional(),
  })
  .refine((user) => (user.confirmPassword ?? user.password) === user.password, matching)

export const UserChange = z
  .object({
    ...personal,
    id: UserId,
    password: NewPassword.optional(),
    confirmPassword: z.string().optional(),
    clinicId: ClinicId.optional(),
  })
  .refine((user) => (user.confirmPassword ?? user.password) === user.password, matching)

export const userRoutes = {
  list: route({
    method: 'GET',
    path: '/user',
    summary: 'Users in reach, or of one clinic',
    needs: 'user.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(User),
  }),
  page: route({
    method: 'GET',
    path: '/user/page',
    summary: 'Users in reach or of one clinic, with their permissions, page by page',
    needs: 'user.manage',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({
      ClinicId: ClinicId.optional(),
      ...pageQuery(['username', 'firstName', 'lastName', 'createdOn', 'clinic', 'deleted']),
    }),
    response: pageOf(ListedUser),
  }),
  radiologists: route({
    method: 'GET',
    path: '/user/radiologists',
    summary: 'Users who may be given a case',
    needs: 'case.answer',
    clinic: 'none',
    response: z.array(User.pick({ id: true, username: true, firstName: true, lastName: true })),
  }),
  one: route({
    method: 'GET',
    path: '/user/:id',
    summary: 'One user',
    needs: 'user.read',
    clinic: 'reach',
    params: z.object({ id: UserId }),
    response: User,
  }),
  clinics: route({
    method: 'GET',
    path: '/user/fetchAllUserCLinics/:id',
    summary: 'The clinics assigned to a user',
    needs: 'user.read',
    clinic: 'reach',
    params: z.object({ id: UserId }),
    response: z.array(ClinicId),
  }),
  create: route({
    method: 'POST',
    path: '/user',
    summary: 'Create a user without any permission',
    needs: 'user.manage',
    clinic: { in: 'body', name: 'clinicId' },
    body: UserDraft,
    response: User,
  }),
  createWithPermissions: route({
    method: 'POST',
    path: '/user/adduserpermission',
    summary: 'Create a user with permissions',
    needs: 'user.manage',
    clinic: { in: 'body', name: 'userData.clinicId' },
    body: z.object({ userData: UserDraft, permissionProfileData: PermissionProfileDraft }),
    response: User,
  }),
  assignClinics: route({
    method: 'POST',
    path: '/user/adduserclinics',
    summary: 'Set the clinics that a contract super admin looks after',
    needs: 'user.assign-clinics',
    clinic: 'reach',
    body: z.object({ userId: UserId, clinicIds: z.array(ClinicId).max(10_000) }),
    response: z.array(ClinicId),
  }),
  update: route({
    method: 'PUT',
    path: '/user',
    summary: 'Change a user',
    needs: 'user.manage',
    clinic: 'reach',
    body: UserChange,
    response: User,
  }),
  remove: route({
    method: 'DELETE',
    path: '/user/deleteuser/:id',
    summary: 'Delete a user (softly)',
    needs: 'user.delete',
    clinic: 'reach',
    params: z.object({ id: UserId }),
  }),
}
