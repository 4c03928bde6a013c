import { routes } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as emailConfigs from './email-config.queries.ts'

export function emailRoutes(mount: Mount) {
  mount(routes.emailConfig.ofClinic, async ({ db, clinicId }) => {
    const configs = await emailConfigs.list(clinicId === null ? db : db.within(clinicId))
    return configs.map(({ password, ...config }) => ({ ...config, hasPassword: password !== null }))
  })
}
