import { z } from 'zod'
import { findPasswordFault } from './password-rule.ts'

/** The same rules on the server, where there is no confirmation to compare with. */
export const NewPassword = z.string().superRefine((password, context) => {
  const fault = findPasswordFault(password, password)
  if (fault) context.addIssue({ code: 'custom', message: fault })
})
