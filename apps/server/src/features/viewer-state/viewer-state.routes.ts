import { routes } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Mount } from '../../http/mount.ts'
import type { Archive } from '../archive/index.ts'
import type { PresentationFileDeps } from './presentation-files.ts'
import { savePresentation } from './presentation.service.ts'
import { listReports } from './report/report.service.ts'
import type { MeasurementReports } from './report/report.service.ts'
import { listPresentations, readPresentationState } from './received-presentations.service.ts'
import * as viewerState from './viewer-state.service.ts'

interface ViewerStateDeps extends PresentationFileDeps {
  readonly clock: Clock
  readonly archive: Archive
  readonly reports: MeasurementReports
}

export function viewerStateRoutes(mount: Mount, deps: ViewerStateDeps) {
  const { clock, reports } = deps
  mount(routes.viewerState.ofStudy, ({ db, params }) => viewerState.ofStudy(db, params.studyId))

  mount(routes.viewerState.save, ({ db, params, body, actor, address }) =>
    viewerState.save({ db, actor, address, clock }, params.studyId, body),
  )

  mount(routes.viewerState.report, async ({ db, params, actor, address }) => ({
    report: (await reports.update({ db, actor, address, clock }, params.studyId)) ?? null,
  }))

  mount(routes.viewerState.reports, ({ db, params }) => listReports(db, params.studyId))

  mount(routes.viewerState.ofPatient, ({ db, actor, params, query }) =>
    viewerState.ofPatient({ db, actor }, params.patientId, query.tool),
  )

  mount(routes.image.presentation, ({ db, actor, address, params, body }) =>
    savePresentation(deps, { db, actor, address, clock }, params.id, body),
  )

  mount(routes.image.presentations, ({ db, query }) => listPresentations(db, query.studyId))

  mount(routes.image.presentationState, ({ db, params }) => readPresentationState(deps, db, params))
}
