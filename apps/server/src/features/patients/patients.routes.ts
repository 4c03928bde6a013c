import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import type { UnscopedDb } from '../../db/open.ts'
import * as queries from './patients.queries.ts'
import * as service from './patients.service.ts'
import * as suggestions from './suggestions.queries.ts'

export function patientRoutes(
  mount: Mount,
  { unscopedDb, clock }: { readonly unscopedDb: UnscopedDb; readonly clock: Clock },
) {
  mount(routes.breed.list, () => queries.listBreeds(unscopedDb))

  mount(routes.patient.list, ({ db, clinicId, query }) =>
    // An owner determines the clinic; without an owner the list is of one clinic.
    queries.list(
      query.ownerId === undefined && clinicId !== null ? db.within(clinicId) : db,
      query.ownerId,
    ),
  )

  mount(routes.patient.suggest, async ({ db, clinicId, query }) =>
    suggestions.suggestPatients(db, {
      ...query,
      clinicId: clinicId ?? refuse('clinic/of-user-not-found'),
    }),
  )

  mount(
    routes.patient.one,
    async ({ db, params }) => (await queries.find(db, params.id)) ?? refuse('record/not-found'),
  )

  mount(routes.patient.create, (call) =>
    service.create({ ...call, clock }, call.body, call.clinicId),
  )
  mount(routes.patient.update, (call) => service.update({ ...call, clock }, call.body))
}
