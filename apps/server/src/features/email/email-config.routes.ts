import { emailDefaults, routes } from '@talus/contract'
import type { Selectable } from 'kysely'
import type { Clock } from '@talus/node-kit/clock'
import type { EmailConfigTable } from '../../db/tables.ts'
import type { Mount } from '../../http/mount.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { testMailbox } from './email-config-test.service.ts'
import * as emailConfigs from './email-config.queries.ts'
import * as service from './email-config.service.ts'

export interface EmailRouteDeps {
  readonly clock: Clock
  readonly secrets: SecretBox
  readonly allowPrivateHosts: boolean
  readonly smtpDefaultHost: string
}

/** The password never leaves the server; the client only learns whether one is set. */
const toRecord = ({ password, ...config }: Selectable<EmailConfigTable>) => ({
  ...config,
  hasPassword: password !== null,
})

export function emailRoutes(mount: Mount, deps: EmailRouteDeps) {
  mount(routes.emailConfig.ofClinic, async ({ db, clinicId }) =>
    (await emailConfigs.list(clinicId === null ? db : db.within(clinicId))).map(toRecord),
  )
  mount(routes.emailConfig.defaults, async () => ({
    hostName: deps.smtpDefaultHost,
    smtpPort: emailDefaults.port,
  }))
  mount(routes.emailConfig.create, async ({ db, actor, address, body, clinicId }) =>
    toRecord(await service.create({ ...deps, db, actor, address }, body, clinicId)),
  )
  mount(routes.emailConfig.update, async ({ db, actor, address, body }) =>
    toRecord(await service.update({ ...deps, db, actor, address }, body)),
  )
  mount(routes.emailConfig.test, ({ db, actor, address, params, language }) =>
    testMailbox({ ...deps, db, actor, address }, params.id, language),
  )
}
