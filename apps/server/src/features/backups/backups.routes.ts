import { routes } from '@talus/contract'
import type { OldImages } from '@talus/contract'
import type { Mount } from '../../http/mount.ts'
import * as queries from './backups.queries.ts'
import type { BackupRunner } from './backup-runner.ts'
import { checkTarget, listStored, saveSettings, toSettings } from './settings.service.ts'
import type { SettingsDeps } from './settings.service.ts'
import { readStatus, toRun } from './status.service.ts'
import type { StatusDeps } from './status.service.ts'

const shownRuns = 10

interface BackupRouteDeps extends SettingsDeps, StatusDeps {
  readonly runner: BackupRunner
  readonly readOldImages: () => Promise<OldImages>
}

export function backupRoutes(mount: Mount, { runner, readOldImages, ...deps }: BackupRouteDeps) {
  mount(routes.backup.status, ({ actor }) => readStatus(deps, runner, actor))
  mount(routes.backup.settings, async () => {
    const plan = await queries.findPlan(deps.unscopedDb)
    return { settings: plan ? toSettings(plan) : null, dataFolder: deps.source.dataFolder }
  })
  mount(routes.backup.save, ({ db, actor, address, body }) =>
    saveSettings({ ...deps, db, actor, address }, body),
  )
  mount(routes.backup.check, ({ body }) => checkTarget(deps, body))
  mount(routes.backup.run, async ({ actor, address, body }) =>
    toRun(await runner.start(body.work, { actor, address })),
  )
  mount(routes.backup.runs, async () =>
    (await queries.listRuns(deps.unscopedDb, shownRuns)).map(toRun),
  )
  mount(routes.backup.list, () => listStored(deps))
  mount(routes.backup.oldImages, () => readOldImages())
  mount(routes.backup.stop, () => runner.stopRun())
}
