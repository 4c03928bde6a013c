import { z } from 'zod'
import { passwordFault } from './password-rule.ts'

/** The same rules where there is no second field to compare with: on the server. */
export const NewPassword = z.string().superRefine((password, context) => {
  const fault = passwordFault(password, password)
  if (fault) context.addIssue({ code: 'custom', message: fault })
})
