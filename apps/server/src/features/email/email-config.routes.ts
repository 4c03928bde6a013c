import { emailDefaults, routes } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { EmailConfigTable } from '../../db/tables.ts'
import type { Mount } from '../../http/mount.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { test } from './email-config-test.service.ts'
import * as emailConfigs from './email-config.queries.ts'
import * as service from './email-config.service.ts'

export interface EmailRouteDeps {
  readonly clock: () => Date
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
  readonly smtpDefaultHost: string
}

/** The password stays here; a screen learns only whether one is set. */
const asRecord = ({ password, ...config }: Selectable<EmailConfigTable>) => ({
  ...config,
  hasPassword: password !== null,
})

export function emailRoutes(mount: Mount, deps: EmailRouteDeps) {
  mount(routes.emailConfig.ofClinic, async ({ db, clinicId }) =>
    (await emailConfigs.list(clinicId === null ? db : db.within(clinicId))).map(asRecord),
  )
  mount(routes.emailConfig.defaults, async () => ({
    hostName: deps.smtpDefaultHost,
    smtpPort: emailDefaults.port,
  }))
  mount(routes.emailConfig.create, async ({ db, actor, address, body, clinicId }) =>
    asRecord(await service.create({ ...deps, db, actor, address }, body, clinicId)),
  )
  mount(routes.emailConfig.update, async ({ db, actor, address, body }) =>
    asRecord(await service.update({ ...deps, db, actor, address }, body)),
  )
  mount(routes.emailConfig.test, ({ db, actor, address, params, language }) =>
    test({ ...deps, db, actor, address }, params.id, language),
  )
}
