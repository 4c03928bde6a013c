import { refuse, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as service from './hanging-protocols.service.ts'

interface Caller extends Omit<ChangeContext, 'clock'> {
  readonly clinicId: ClinicId | null
}

export function hangingProtocolRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  /** Hanging protocols belong to one clinic, also for users who reach several. */
  const toContext = ({ db, actor, address, clinicId }: Caller) => {
    if (clinicId === null) refuse('clinic/of-user-not-found')
    return { db: db.within(clinicId), actor, address, clinicId, clock }
  }

  mount(routes.hangingProtocol.list, (call) => service.list(toContext(call)))
  mount(routes.hangingProtocol.save, (call) => service.save(toContext(call), call.body))
  mount(routes.hangingProtocol.reset, (call) => service.reset(toContext(call), call.body))
}
