import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as viewerState from './viewer-state.service.ts'

export function viewerStateRoutes(mount: Mount, { clock }: { readonly clock: () => Date }) {
  mount(routes.viewerState.ofStudy, ({ db, params }) => viewerState.ofStudy(db, params.studyId))

  mount(routes.viewerState.save, ({ db, params, body, actor }) =>
    viewerState.save({ db, actor, clock }, params.studyId, body),
  )

  mount(routes.viewerState.ofPatient, ({ db, params, query }) =>
    viewerState.ofPatient(db, params.patientId, query.tool),
  )
}
