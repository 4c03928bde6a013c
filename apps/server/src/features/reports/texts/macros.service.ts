import { limits, refuse } from '@talus/contract'
import type { ClinicId, ReportMacro, ReportMacroId, RouteBody, routes } from '@talus/contract'
import { lockClinic } from '../../../db/listing/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as macros from './macros.queries.ts'

type Draft = RouteBody<typeof routes.report.addMacro>
type Change = RouteBody<typeof routes.report.updateMacro>

/** The macros of the acting user, or those of the clinic. */
export type MacroScope = 'own' | 'clinic'

const toRecord = ({ holder, ...macro }: macros.MacroRow): ReportMacro => ({
  ...macro,
  isPersonal: holder !== macros.clinicHolder,
})

const getHolder = ({ actor }: ChangeContext, scope: MacroScope) =>
  scope === 'own' ? actor.id : macros.clinicHolder

const about = ({ id, shortcut, clinicId }: macros.MacroRow) => ({
  entityId: id,
  subject: shortcut,
  clinicId,
})

export const listMacros = async ({
  db,
  actor,
  clinicId,
}: Pick<ChangeContext, 'db' | 'actor'> & { readonly clinicId: ClinicId }) =>
  (await macros.list(db, clinicId, actor.id)).map(toRecord)

export const addMacro = (
  { clinicId, ...context }: ChangeContext & { readonly clinicId: ClinicId },
  scope: MacroScope,
  draft: Draft,
): Promise<ReportMacro> =>
  context.db.transaction(async (db) => {
    await lockClinic(db.unscopedDb, clinicId)
    const holder = getHolder(context, scope)
    if ((await macros.count(db, clinicId, holder)) >= limits.reportTextsMax)
      refuse('report/too-many-texts', { values: { limit: limits.reportTextsMax } })
    const added = await macros.insert(db, {
      ...draft,
      clinicId,
      holder,
      userId: scope === 'own' ? context.actor.id : null,
      version: 1,
      changedOn: context.clock().toISOString(),
    })
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-macro.create', ...about(added), after: { ...draft, scope } },
    )
    return toRecord(added)
  })

export const updateMacro = (
  context: ChangeContext,
  scope: MacroScope,
  id: ReportMacroId,
  { version, ...draft }: Change,
): Promise<ReportMacro> =>
  context.db.transaction(async (db) => {
    const before =
      (await macros.find(db, id, getHolder(context, scope))) ?? refuse('record/not-found')
    const changedOn = context.clock().toISOString()
    const after =
      (await macros.update(db, { id, version }, { ...draft, changedOn })) ??
      refuse('record/changed-meanwhile')
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-macro.update', ...about(before), ...diffValues({ ...before }, draft) },
    )
    return toRecord(after)
  })

export const removeMacro = (
  context: ChangeContext,
  scope: MacroScope,
  id: ReportMacroId,
): Promise<void> =>
  context.db.transaction(async (db) => {
    const before =
      (await macros.find(db, id, getHolder(context, scope))) ?? refuse('record/not-found')
    await macros.remove(db, id)
    const { shortcut, text } = before
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-macro.delete', ...about(before), before: { shortcut, text } },
    )
  })
