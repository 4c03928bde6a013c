import { refuse, routes } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import type { Mount } from '../../http/mount.ts'
import * as users from './users.queries.ts'

export function userRoutes(mount: Mount, { unscopedDb }: { readonly unscopedDb: UnscopedDb }) {
  mount(routes.user.list, ({ db }) => users.list(db))

  mount(
    routes.user.one,
    async ({ db, params }) => (await users.find(db, params.id)) ?? refuse('record/not-found'),
  )

  mount(routes.user.clinics, async ({ db, params }) => {
    if (!(await users.find(db, params.id))) refuse('record/not-found')
    return (await users.assignedClinics(db, params.id)).map(({ id }) => id)
  })

  mount(routes.user.radiologists, () => users.listRadiologists(unscopedDb))

  mount(
    routes.permissionProfile.one,
    async ({ db, params }) =>
      (await users.findProfile(db, params.id)) ?? refuse('record/not-found'),
  )
}
