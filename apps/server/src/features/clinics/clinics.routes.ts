import { refuse, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { UnscopedDb } from '../../db/open.ts'
import type { ClinicTable } from '../../db/tables.ts'
import type { Mount } from '../../http/mount.ts'
import * as clinics from './clinics.queries.ts'

const asRecord = (clinic: Selectable<ClinicTable>) => ({ ...clinic, clinicName: clinic.name })

export async function findById(unscopedDb: UnscopedDb, id: ClinicId) {
  const clinic = await clinics.findById(unscopedDb, id)
  return clinic ? asRecord(clinic) : refuse('clinic/of-user-not-found')
}

export function clinicRoutes(mount: Mount) {
  mount(routes.clinic.list, async ({ db }) => (await clinics.list(db)).map(asRecord))

  mount(routes.clinic.one, async ({ db, params }) => {
    const clinic = await clinics.find(db, params.id)
    return clinic ? asRecord(clinic) : refuse('record/not-found')
  })

  mount(routes.doctor.listOfClinic, ({ db }) => clinics.listDoctors(db))
}
