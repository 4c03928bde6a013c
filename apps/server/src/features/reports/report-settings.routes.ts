import { refuse, routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { FileStore } from '../../files/index.ts'
import { refuseEmptyFiles } from '../../http/receive-form.ts'
import type { Mount, MountRaw } from '../../http/mount.ts'
import type { ReportPool } from '../../workers/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as settings from './settings/settings.service.ts'
import * as macros from './texts/macros.service.ts'
import * as templates from './texts/templates.service.ts'

interface Caller extends Omit<ChangeContext, 'clock'> {
  readonly clinicId: ClinicId | null
}

interface Deps {
  readonly clock: Clock
  readonly files: FileStore
  readonly reportPool: ReportPool
}

/** Letterhead, templates and macros belong to one clinic, also for users who reach several. */
export function reportSettingsRoutes(mount: Mount, mountRaw: MountRaw, deps: Deps) {
  const { clock, files } = deps
  const ofClinic = ({ db, actor, address, clinicId }: Caller) => {
    if (clinicId === null) refuse('clinic/of-user-not-found')
    return { db: db.within(clinicId), actor, address, clinicId, clock }
  }
  const change = ({ db, actor, address }: Caller) => ({ db, actor, address, clock })

  mount(routes.report.settings, (call) => {
    const { db, clinicId } = ofClinic(call)
    return settings.readSettings(db, clinicId)
  })
  mount(routes.report.saveSettings, (call) => settings.saveSettings(ofClinic(call), call.body))
  mount(routes.report.saveLogo, (call) => {
    refuseEmptyFiles(call.form.files)
    const [file] = call.form.files
    if (!file) refuse('request/malformed')
    return settings.saveLogo(deps, ofClinic(call), file)
  })
  mount(routes.report.removeLogo, (call) => settings.removeLogo(deps, ofClinic(call)))
  mountRaw(routes.report.logo, async (call, reply) => {
    const { db, clinicId } = ofClinic(call)
    const logo = (await settings.readLogo(files, db, clinicId)) ?? refuse('record/not-found')
    return reply
      .type('image/jpeg')
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(logo))
  })

  mount(routes.report.templates, (call) => templates.listTemplates(ofClinic(call)))
  mount(routes.report.addTemplate, (call) => templates.addTemplate(ofClinic(call), call.body))
  mount(routes.report.updateTemplate, (call) =>
    templates.updateTemplate(change(call), call.params.id, call.body),
  )
  mount(routes.report.removeTemplate, (call) =>
    templates.removeTemplate(change(call), call.params.id),
  )

  mount(routes.report.macros, (call) => macros.listMacros(ofClinic(call)))
  mount(routes.report.addMacro, (call) => macros.addMacro(ofClinic(call), 'own', call.body))
  mount(routes.report.addClinicMacro, (call) =>
    macros.addMacro(ofClinic(call), 'clinic', call.body),
  )
  mount(routes.report.updateMacro, (call) =>
    macros.updateMacro(change(call), 'own', call.params.id, call.body),
  )
  mount(routes.report.updateClinicMacro, (call) =>
    macros.updateMacro(change(call), 'clinic', call.params.id, call.body),
  )
  mount(routes.report.removeMacro, (call) =>
    macros.removeMacro(change(call), 'own', call.params.id),
  )
  mount(routes.report.removeClinicMacro, (call) =>
    macros.removeMacro(change(call), 'clinic', call.params.id),
  )
}
