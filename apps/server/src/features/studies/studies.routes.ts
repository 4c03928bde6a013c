import { refuse, routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as studies from './studies.queries.ts'

export function studyRoutes(mount: Mount) {
  mount(routes.study.worklist, ({ db }) => studies.worklist(db))

  mount(
    routes.study.one,
    async ({ db, params }) => (await studies.find(db, params.id)) ?? refuse('record/not-found'),
  )

  mount(routes.study.ofPatient, ({ db, query }) => studies.listOfPatient(db, query.patientId))
}
