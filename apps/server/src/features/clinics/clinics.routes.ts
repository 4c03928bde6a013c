import { refuse, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { ClinicTable } from '../../db/tables.ts'
import type { Mount } from '../../http/mount.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as clinics from './clinics.queries.ts'
import * as service from './clinics.service.ts'

export const toRecord = (clinic: Selectable<ClinicTable>) => ({
  ...clinic,
  clinicName: clinic.name,
})

export async function findById(unscopedDb: UnscopedDb, id: ClinicId) {
  const clinic = await clinics.findById(unscopedDb, id)
  return clinic ? toRecord(clinic) : refuse('clinic/of-user-not-found')
}

export function clinicRoutes(
  mount: Mount,
  { clock, serverAeTitle }: { readonly clock: Clock; readonly serverAeTitle: string },
) {
  const change = ({ db, actor, address }: Omit<ChangeContext, 'clock'>): service.ClinicDeps => ({
    db,
    actor,
    address,
    clock,
    serverAeTitle,
  })

  mount(routes.clinic.create, (call) =>
    call.db.transaction(async (db) =>
      toRecord(await service.create({ ...change(call), db }, call.body)),
    ),
  )
  mount(routes.clinic.update, async (call) =>
    toRecord(await service.update(change(call), call.body)),
  )
  mount(routes.clinic.remove, (call) => service.remove(change(call), call.params.id))
  mount(routes.doctor.create, (call) => service.addDoctor(change(call), call.body, call.clinicId))
  mount(routes.doctor.update, (call) => service.updateDoctor(change(call), call.body))
  mount(routes.doctor.remove, (call) => service.removeDoctor(change(call), call.params.id))

  mount(routes.clinic.list, async ({ db }) => (await clinics.list(db)).map(toRecord))

  mount(routes.clinic.page, async ({ db, query }) => {
    const { rows, total } = await clinics.page(db, query)
    return { rows: rows.map(toRecord), total }
  })

  mount(routes.clinic.one, async ({ db, params }) => {
    const clinic = await clinics.find(db, params.id)
    return clinic ? toRecord(clinic) : refuse('record/not-found')
  })

  mount(routes.doctor.listOfClinic, ({ db }) => clinics.listDoctors(db))
}
