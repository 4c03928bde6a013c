import { z } from 'zod'
import { defineJob } from '../../jobs/define-job.ts'
import { sendResetLink } from './password-reset.service.ts'
import type { ResetDeps } from './password-reset.service.ts'

export const createSendResetJob = (deps: ResetDeps) =>
  defineJob({
    kind: 'auth.send-reset',
    payload: z.object({ usernameKey: z.string() }),
    maxAttempts: 5,
    retryDelaySeconds: (attempt) => 30 * attempt,
    run: ({ usernameKey }) => sendResetLink(deps, usernameKey),
  })
