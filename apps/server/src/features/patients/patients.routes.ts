import { refuse, routes } from '@talus/contract'
import type { OwnerId } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { OwnerTable } from '../../db/tables.ts'
import type { Mount } from '../../http/mount.ts'
import * as patients from './patients.queries.ts'

/** Stored as null, so that many owners may have none; shown as nothing. */
const asRecord = (owner: Selectable<OwnerTable>) => ({
  ...owner,
  phone: owner.phone ?? '',
  email: owner.email ?? '',
})

export function patientRoutes(mount: Mount, { unscopedDb }: { readonly unscopedDb: UnscopedDb }) {
  mount(routes.breed.list, () => patients.listBreeds(unscopedDb))

  mount(routes.owner.list, async ({ db, clinicId }) =>
    (await patients.listOwners(clinicId === null ? db : db.within(clinicId))).map(asRecord),
  )

  const oneOwner = async ({
    db,
    params,
  }: {
    readonly db: ClinicDb
    readonly params: { readonly id: OwnerId }
  }) => {
    const owner = await patients.findOwner(db, params.id)
    return owner ? asRecord(owner) : refuse('record/not-found')
  }
  mount(routes.owner.one, oneOwner)
  mount(routes.owner.oneByOldPath, oneOwner)

  mount(routes.patient.list, ({ db, clinicId, query }) =>
    // An owner names his clinic himself; without one the list is of one clinic.
    patients.listPatients(
      query.ownerId === undefined && clinicId !== null ? db.within(clinicId) : db,
      query.ownerId,
    ),
  )

  mount(
    routes.patient.one,
    async ({ db, params }) =>
      (await patients.findPatient(db, params.id)) ?? refuse('record/not-found'),
  )
}
