import { refuse, routes } from '@talus/contract'
import type { OwnerId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { Mount } from '../../http/mount.ts'
import * as queries from './owners.queries.ts'
import * as service from './owners.service.ts'
import * as suggestions from './suggestions.queries.ts'

/**
 * A missing phone or e-mail is stored as null, so that many owners may have none, and returned as
 * an empty text.
 */
const toRecord = <Row extends { readonly phone: string | null; readonly email: string | null }>(
  owner: Row,
) => ({ ...owner, phone: owner.phone ?? '', email: owner.email ?? '' })

export function ownerRoutes(mount: Mount, { clock }: { readonly clock: Clock }) {
  mount(routes.owner.list, async ({ db, clinicId }) =>
    (await queries.list(clinicId === null ? db : db.within(clinicId))).map(toRecord),
  )

  mount(routes.owner.suggest, async ({ db, clinicId, query }) =>
    suggestions.suggestOwners(db, {
      ...query,
      clinicId: clinicId ?? refuse('clinic/of-user-not-found'),
    }),
  )

  const loadOwner = async ({
    db,
    params,
  }: {
    readonly db: ClinicDb
    readonly params: { readonly id: OwnerId }
  }) => toRecord((await queries.find(db, params.id)) ?? refuse('record/not-found'))
  mount(routes.owner.one, loadOwner)
  mount(routes.owner.oneByOldPath, loadOwner)

  mount(routes.owner.create, async (call) =>
    toRecord(await service.create({ ...call, clock }, call.body, call.clinicId)),
  )
  mount(routes.owner.update, async (call) =>
    toRecord(await service.update({ ...call, clock }, call.body)),
  )
}
