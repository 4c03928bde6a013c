import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Call } from '../../http/admit.ts'
import type { Mount } from '../../http/mount.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import * as users from '../users/index.ts'
import * as account from './account.service.ts'
import * as factor from './second-factor/second-factor.service.ts'

export interface AccountRouteDeps {
  readonly clock: Clock
  readonly publicUrl: string
  readonly secrets: SecretBox
  readonly secondFactorRule: factor.SecondFactorRule
  readonly issuer: string
  readonly wakeJobs: () => void
}

type OwnCall = Pick<Call<typeof routes.account.sessions>, 'db' | 'actor' | 'address' | 'token'>

/** The signed-in user's own account. */
export function accountRoutes(mount: Mount, deps: AccountRouteDeps) {
  const own = ({ db, actor, address, token }: OwnCall) => ({ ...deps, db, actor, address, token })

  mount(routes.account.alive, async () => undefined)
  mount(routes.account.changePassword, async (call) => {
    await account.changePassword(own(call), call.body)
    deps.wakeJobs()
  })
  mount(routes.account.saveLanguage, async ({ db, actor, body }) => {
    await users.saveLanguage(db.unscopedDb, actor.id, body.language)
  })
  mount(routes.account.sessions, (call) => account.listSessions(own(call)))
  mount(routes.account.endSession, (call) => account.endSession(own(call), call.params.id))
  mount(routes.account.endOtherSessions, (call) => account.endOtherSessions(own(call)))

  mount(routes.account.secondFactor, (call) => factor.describe(own(call)))
  mount(routes.account.startSecondFactor, (call) =>
    factor.start(own(call), call.body.currentPassword),
  )
  mount(routes.account.confirmSecondFactor, (call) => factor.confirm(own(call), call.body.code))
  mount(routes.account.renewRecoveryCodes, (call) =>
    factor.renewRecoveryCodes(own(call), call.body.currentPassword),
  )
  mount(routes.account.removeSecondFactor, (call) =>
    factor.remove(own(call), call.body.currentPassword),
  )
  mount(routes.account.resetSecondFactor, (call) => factor.resetOf(own(call), call.params.id))
}
