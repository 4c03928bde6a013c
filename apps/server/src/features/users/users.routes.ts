import { refuse, routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import { toRecord as toClinicRecord } from '../clinics/index.ts'
import * as listed from './listed-users.queries.ts'
import * as users from './users.queries.ts'
import * as service from './users.service.ts'
import type { UserDeps } from './users.service.ts'

export interface UserRouteDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly hashPassword: (password: string) => Promise<string>
  readonly serverAeTitle: string
}

export function userRoutes(
  mount: Mount,
  { unscopedDb, clock, hashPassword, serverAeTitle }: UserRouteDeps,
) {
  const deps = ({ db, actor, address }: Pick<UserDeps, 'db' | 'actor' | 'address'>): UserDeps => ({
    db,
    actor,
    address,
    clock,
    hashPassword,
    serverAeTitle,
  })

  mount(routes.user.create, (call) =>
    service.create(deps(call), call.body, {}, call.actor.clinicId),
  )
  mount(routes.user.createWithPermissions, (call) =>
    service.create(
      deps(call),
      call.body.userData,
      call.body.permissionProfileData,
      call.actor.clinicId,
    ),
  )
  mount(routes.clinic.createWithUser, async (call) => {
    const { clinicData, userData, permissionProfileData } = call.body
    return toClinicRecord(
      await service.createClinic(deps(call), clinicData, userData, permissionProfileData),
    )
  })
  mount(routes.user.update, (call) => service.update(deps(call), call.body))
  mount(routes.user.remove, (call) => service.remove(deps(call), call.params.id))
  mount(routes.user.assignClinics, (call) => service.assignClinics(deps(call), call.body))
  mount(routes.permissionProfile.update, (call) => service.changeProfile(deps(call), call.body))

  mount(routes.user.list, ({ db }) => users.list(db))

  mount(routes.user.page, ({ db, query }) => listed.page(db, query))

  mount(
    routes.user.one,
    async ({ db, params }) => (await users.find(db, params.id)) ?? refuse('record/not-found'),
  )

  mount(routes.user.clinics, async ({ db, params }) => {
    if (!(await users.find(db, params.id))) refuse('record/not-found')
    return (await users.listAssignedClinics(db, params.id)).map(({ id }) => id)
  })

  mount(routes.user.radiologists, () => users.listRadiologists(unscopedDb))

  mount(
    routes.permissionProfile.one,
    async ({ db, params }) =>
      (await users.findProfile(db, params.id)) ?? refuse('record/not-found'),
  )
}
