import { foldText, normalizeUsername, refuse, routes } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import * as jobQueue from '../../jobs/job-queue.ts'
import { createSendResetJob } from './auth.jobs.ts'
import { openSession } from './open-session.ts'
import { resetPassword } from './password-reset.service.ts'
import { recordSessionEvent } from './session-audit.ts'
import * as sessions from './sessions.service.ts'
import { accountRoutes } from './account.routes.ts'
import type { AccountRouteDeps } from './account.routes.ts'
import { answerChallenge } from './second-factor/challenge.service.ts'
import { checkPassword } from './sign-in.service.ts'

export interface AuthDeps extends AccountRouteDeps {
  readonly unscopedDb: UnscopedDb
}

export function authRoutes(mount: Mount, deps: AuthDeps) {
  const describe = async (token: string | undefined) =>
    (token === undefined ? undefined : await sessions.describe(deps, token)) ??
    refuse('access/sign-in-required')

  mount(routes.auth.login, async (call) => {
    const result = await checkPassword(deps, call.body, call.address)
    return 'userId' in result ? openSession(deps, result.userId, call) : result
  })

  mount(routes.auth.answerChallenge, async (call) =>
    openSession(deps, await answerChallenge(deps, call.body, call.address), call),
  )

  accountRoutes(mount, deps)

  mount(routes.auth.session, ({ token }) => describe(token))

  mount(routes.auth.logout, async ({ token, actor, address }) => {
    await recordSessionEvent(deps, 'session.sign-out', actor, address)
    if (token !== undefined) await sessions.end(deps, token)
  })

  const resetJob = createSendResetJob(deps)
  mount(routes.auth.sendReset, async ({ body, address }) => {
    await jobQueue.add(
      deps.unscopedDb,
      resetJob,
      { usernameKey: foldText(normalizeUsername(body.username)), address },
      { clock: deps.clock },
    )
    deps.wakeJobs()
  })

  mount(routes.auth.reset, ({ body, address }) => resetPassword(deps, body, address))
}
