import { z } from 'zod'
import { languages } from './enumerations.ts'
import { Instant } from './fields.ts'
import { UserId } from './ids.ts'
import { limits } from './limits.ts'
import { NewPassword } from './new-password.ts'
import { defineRoute } from './route.ts'

/** The password that the user has now, to prove that they are the one who changes their account. */
export const CurrentPassword = z
  .string()
  .min(1, 'field/required')
  .max(limits.passwordMax, 'field/too-long')

/** Six digits of an authenticator, perhaps in two groups, or a recovery code. */
export const FactorCode = z
  .string()
  .transform((text) => text.replaceAll(/[\s-]/gu, '').toLowerCase())
  .pipe(z.string().regex(/^(?:\d{6}|[a-z0-9]{12})$/u, 'field/code'))

/** An open session of the user: where and since when they are signed in. */
export const AccountSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  createdOn: Instant,
  lastUsedOn: Instant,
  address: z.string(),
  /** Names of the browser and of the operating system; empty if they are not known. */
  browser: z.string(),
  system: z.string(),
})
export type AccountSession = z.output<typeof AccountSession>

export const SecondFactor = z.object({
  isOn: z.boolean(),
  /** This server demands a second factor of the user. */
  isDemanded: z.boolean(),
  enabledOn: Instant.nullable(),
  recoveryCodesLeft: z.int().nonnegative(),
})
export type SecondFactor = z.output<typeof SecondFactor>

/** The key of a new authenticator, as text and as the address for a QR code. */
export const NewSecondFactor = z.object({ secret: z.string(), uri: z.string() })
export type NewSecondFactor = z.output<typeof NewSecondFactor>

/** Shown once: the server stores only their hashes. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { needs: 'sign-in', clinic: 'none' } as const
/** Works also in a session in which the user must set up their second factor first. */
const forSetUp = { ...own, worksBeforeSetUp: true } as const

export const accountRoutes = {
  alive: defineRoute({
    ...forSetUp,
    keepsExpiry: true,
    method: 'GET',
    path: '/account/alive',
    summary: 'Whether the session still exists; it does not extend the session',
  }),
  changePassword: defineRoute({
    changesAccess: true,
    ...own,
    method: 'POST',
    path: '/account/password',
    summary: 'Change one’s own password; all other sessions of the user end',
    body: z.object({ currentPassword: CurrentPassword, password: NewPassword }),
  }),
  saveLanguage: defineRoute({
    ...forSetUp,
    method: 'PUT',
    path: '/account/language',
    summary: 'Record the language in which the user reads; mails to them are written in it',
    body: z.object({ language: z.enum(languages) }),
  }),
  sessions: defineRoute({
    ...own,
    method: 'GET',
    path: '/account/sessions',
    summary: 'The open sessions of the user, the last used first',
    response: z.array(AccountSession),
  }),
  endSession: defineRoute({
    changesAccess: true,
    ...own,
    method: 'DELETE',
    path: '/account/sessions/:id',
    summary: 'End a session of the user',
    params: z.object({ id: z.string().max(64) }),
  }),
  endOtherSessions: defineRoute({
    changesAccess: true,
    ...own,
    method: 'POST',
    path: '/account/sessions/end-others',
    summary: 'End all sessions of the user except this one',
    response: z.object({ ended: z.int().nonnegative() }),
  }),
  secondFactor: defineRoute({
    ...forSetUp,
    method: 'GET',
    path: '/account/second-factor',
    summary: 'Whether the user signs in with a second factor',
    response: SecondFactor,
  }),
  startSecondFactor: defineRoute({
    ...forSetUp,
    method: 'POST',
    path: '/account/second-factor',
    summary: 'Create the key of an authenticator; it is used after `confirm`',
    body: z.object({ currentPassword: CurrentPassword }),
    response: NewSecondFactor,
  }),
  confirmSecondFactor: defineRoute({
    ...forSetUp,
    method: 'POST',
    path: '/account/second-factor/confirm',
    summary: 'Turn the second factor on with a code of the authenticator',
    body: z.object({ code: FactorCode }),
    response: RecoveryCodes,
  }),
  renewRecoveryCodes: defineRoute({
    ...own,
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    summary: 'Replace the recovery codes',
    body: z.object({ currentPassword: CurrentPassword }),
    response: RecoveryCodes,
  }),
  removeSecondFactor: defineRoute({
    ...own,
    method: 'POST',
    path: '/account/second-factor/remove',
    summary: 'Turn the second factor off',
    body: z.object({ currentPassword: CurrentPassword }),
  }),
  resetSecondFactor: defineRoute({
    changesAccess: true,
    method: 'DELETE',
    path: '/user/:id/second-factor',
    summary: 'Turn off the second factor of a user who has lost it, and sign them out',
    needs: 'user.manage',
    clinic: 'reach',
    params: z.object({ id: UserId }),
  }),
}
