import { can, getReach, routes } from '@talus/contract'
import type { Actor } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import * as cases from './cases.queries.ts'

export function caseRoutes(mount: Mount, { unscopedDb }: { readonly unscopedDb: UnscopedDb }) {
  /** Cases span clinics: radiologists see those of all clinics, other users those of their own. */
  const caseDb = (actor: Actor) =>
    new ClinicDb(
      unscopedDb,
      can(actor, 'case.read-every-clinic') ? 'every-clinic' : getReach(actor),
    )

  mount(routes.radCase.stat, ({ actor }) => cases.countByStatus(caseDb(actor)))
}
