import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import * as studies from './studies.queries.ts'
import * as service from './studies.service.ts'
import * as lists from './study-lists.service.ts'

export interface StudyDeps {
  readonly clock: Clock
}

export function studyRoutes(mount: Mount, { clock }: StudyDeps) {
  mount(routes.study.worklist, ({ db }) => lists.listWorklist(db.named))
  mount(routes.study.page, ({ db, clinicId, query, language }) =>
    lists.findPage(db.named, clinicId, query, language),
  )
  for (const route of [routes.study.byFilters, routes.study.forXrayLog])
    mount(route, ({ db, params }) => lists.listByFilters(db, params.clinicId, params))

  mount(routes.study.one, ({ db, params }) => service.find(db, params.id))
  mount(routes.study.ofPatient, ({ db, query }) => studies.listOfPatient(db, query.patientId))

  mount(routes.study.create, ({ db, actor, address, body, clinicId }) =>
    service.create({ db, actor, address, clock }, body, clinicId),
  )
  mount(routes.study.remove, ({ db, actor, address, params }) =>
    service.remove({ db, actor, address, clock }, params.id),
  )
  mount(routes.study.restore, ({ db, actor, address, params }) =>
    service.restore({ db, actor, address, clock }, params.id),
  )
}
