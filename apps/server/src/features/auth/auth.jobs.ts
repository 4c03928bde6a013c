import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'
import { sendResetLink } from './password-reset.service.ts'
import type { ResetDeps } from './password-reset.service.ts'

export const createSendResetJob = (deps: ResetDeps) =>
  defineJob({
    kind: 'auth.send-reset',
    // Jobs of earlier versions have no address.
    payload: z.object({ usernameKey: z.string(), address: z.string().default('') }),
    maxAttempts: 5,
    retryDelaySeconds: (attempt) => 30 * attempt,
    run: ({ usernameKey, address }) => sendResetLink(deps, usernameKey, address),
  })
