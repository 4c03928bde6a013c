import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as audit from './audit.queries.ts'

export function auditRoutes(mount: Mount) {
  mount(routes.audit.list, ({ db, query }) => audit.list(db, query))
}
