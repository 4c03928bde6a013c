import { z } from 'zod'
import { Clinic } from './clinic.ts'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { NewPassword } from './password-rule.ts'
import { PermissionProfile } from './permission-profile.ts'
import { defineRoute } from './route.ts'
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
})
export type Session = z.output<typeof Session>

export const authRoutes = {
  login: defineRoute({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in; the token comes back in the Authorization response header',
    needs: 'nothing',
    clinic: 'none',
    body: LoginRequest,
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
    needs: 'sign-in',
    clinic: 'none',
    response: Session,
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End this session; its token is worthless afterwards',
    needs: 'sign-in',
    clinic: 'none',
    body: z.object({ previousRoute: z.string().max(limits.textMax).optional() }).optional(),
  }),
}
