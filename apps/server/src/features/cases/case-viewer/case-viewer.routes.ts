import { routes } from '@talus/contract'
import type { Mount } from '../../../http/mount.ts'
import { listImages, readCaseState } from './case-viewer.service.ts'

export function caseViewerRoutes(mount: Mount) {
  mount(routes.radCase.images, ({ db, params }) => listImages(db, params.id))
  mount(routes.viewerState.ofCase, ({ db, params }) => readCaseState(db, params.id))
}
