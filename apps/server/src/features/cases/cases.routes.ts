import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as cases from './cases.queries.ts'

export function caseRoutes(mount: Mount) {
  mount(routes.radCase.stat, ({ db }) => cases.countByStatus(db))
}
