import { z } from 'zod'
import { Clinic } from './clinic.ts'
import { languages } from './enumerations.ts'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { NewPassword } from './new-password.ts'
import { PermissionProfile } from './permission-profile.ts'
import { defineRoute } from './route.ts'
import { FactorCode } from './account.ts'
import { Instant, requiredText } from './fields.ts'
import { User } from './user.ts'

const username = requiredText(limits.usernameMax)
export const LoginRequest = z.object({
  username,
  password: z.string().min(1, 'field/required').max(limits.passwordMax, 'field/too-long'),
})
export const SendResetRequest = z.object({ username })
export const ResetRequest = z.object({
  password: NewPassword,
  token: z.string().min(1, 'field/required').max(limits.textMax, 'field/too-long'),
})

/** All data of the signed-in user that the screens need, in one call instead of four. */
export const Session = z.object({
  user: User,
  permissionProfile: PermissionProfile,
  clinic: Clinic.nullable(),
  assignedClinicIds: z.array(ClinicId),
  expiresOn: Instant,
  /** The server demands a second factor, which the user must set up before anything else. */
  mustSetUp: z.boolean().default(false),
  /** The recorded language of mails to the user, if there is one. */
  language: z.enum(languages).optional(),
  /** Stated at the sign-in: whether a sensor is registered for the user, and so perhaps a generator. */
  hasSensors: z.boolean().optional(),
})
export type Session = z.output<typeof Session>

/** Answers the right password of a user with a second factor, in place of a session. */
export const SignInChallenge = z.object({ challenge: z.string(), expiresOn: Instant })
export type SignInChallenge = z.output<typeof SignInChallenge>

export const authRoutes = {
  login: defineRoute({
    method: 'POST',
    path: '/auth/login',
    summary:
      'Sign in; the token comes back in the Authorization response header. A user with a second factor gets a challenge and no token',
    needs: 'nothing',
    clinic: 'none',
    body: LoginRequest,
    response: z.union([Session, SignInChallenge]),
    responseHeaders: { authorization: 'Bearer and the token of the new session' },
  }),
  answerChallenge: defineRoute({
    method: 'POST',
    path: '/auth/second-factor',
    summary: 'Complete a sign-in with a code of the authenticator, or with a recovery code',
    needs: 'nothing',
    clinic: 'none',
    body: z.object({ challenge: z.string().max(limits.textMax), code: FactorCode }),
    response: Session,
    responseHeaders: { authorization: 'Bearer and the token of the new session' },
  }),
  sendReset: defineRoute({
    method: 'POST',
    path: '/auth/sendreset',
    summary:
      'Request a link to set a new password; the response never reveals whether the user exists',
    needs: 'nothing',
    clinic: 'none',
    body: SendResetRequest,
  }),
  reset: defineRoute({
    changesAccess: true,
    method: 'POST',
    path: '/auth/reset',
    summary: 'Set a new password with the token of a reset link; it works once, for 30 minutes',
    needs: 'nothing',
    clinic: 'none',
    body: ResetRequest,
  }),
  session: defineRoute({
    method: 'GET',
    path: '/auth/session',
    summary: 'The signed-in user with permissions and clinic',
    worksBeforeSetUp: true,
    needs: 'sign-in',
    clinic: 'none',
    response: Session,
  }),
  logout: defineRoute({
    changesAccess: true,
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; its token is worthless afterwards',
    worksBeforeSetUp: true,
    needs: 'sign-in',
    clinic: 'none',
    body: z.object({ previousRoute: z.string().max(limits.textMax).optional() }).optional(),
  }),
}
