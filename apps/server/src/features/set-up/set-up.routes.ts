import { routes } from '@talus/contract'
import type { Call } from '../../http/admit.ts'
import type { Mount } from '../../http/mount.ts'
import { describeOwnAddresses } from './own-addresses.ts'
import type { OwnAddressDeps } from './own-addresses.ts'
import { isSetUpOpen } from './pending-set-up.ts'
import { describeProgress, skip } from './set-up-progress.ts'
import type { ProgressDeps } from './set-up-progress.ts'
import { checkAccess, completeSetUp, needsCode } from './set-up.service.ts'
import type { SetUpDeps } from './set-up.service.ts'

export function setUpRoutes(mount: Mount, deps: SetUpDeps & ProgressDeps & OwnAddressDeps) {
  mount(routes.setUp.state, async (call) => ({
    isOpen: await isSetUpOpen(deps.unscopedDb),
    needsCode: needsCode(deps, call),
  }))
  mount(routes.setUp.checkCode, (call) => checkAccess(deps, call.body.code, call))
  mount(routes.setUp.complete, (call) => completeSetUp(deps, call.body, call))

  type ClinicCall = Pick<Call<typeof routes.setUp.progress>, 'db' | 'actor' | 'params'>
  const ofClinic = ({ db, actor, params }: ClinicCall) => ({
    db,
    actor,
    clinicId: params.clinicId,
  })
  mount(routes.setUp.progress, (call) => describeProgress(deps, ofClinic(call)))
  mount(routes.setUp.skip, (call) => skip(deps, ofClinic(call), call.body))
  mount(routes.setUp.addresses, () => describeOwnAddresses(deps))
}
