import { foldText, refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import { createSendResetJob } from './auth.jobs.ts'
import { resetPassword } from './password-reset.service.ts'
import { recordSessionEvent } from './session-audit.ts'
import * as sessions from './sessions.service.ts'
import { signIn } from './sign-in.service.ts'

export interface AuthDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly publicUrl: string
  readonly wakeJobs: () => void
}

export function authRoutes(mount: Mount, deps: AuthDeps) {
  const describe = async (token: string | undefined) =>
    (token === undefined ? undefined : await sessions.describe(deps, token)) ??
    refuse('access/sign-in-required')

  mount(routes.auth.login, async ({ body, address, setHeader }) => {
    const token = await signIn(deps, body, address)
    setHeader('authorization', `Bearer ${token}`)
    return describe(token)
  })

  mount(routes.auth.session, ({ token }) => describe(token))

  mount(routes.auth.logout, async ({ token, actor, address }) => {
    await recordSessionEvent(deps, 'session.sign-out', actor, address)
    if (token !== undefined) await sessions.end(deps, token)
  })

  const resetJob = createSendResetJob(deps)
  mount(routes.auth.sendReset, async ({ body }) => {
    await jobQueue.add(
      deps.unscopedDb,
      resetJob,
      { usernameKey: foldText(body.username) },
      { clock: deps.clock },
    )
    deps.wakeJobs()
  })

  mount(routes.auth.reset, ({ body, address }) => resetPassword(deps, body, address))
}
