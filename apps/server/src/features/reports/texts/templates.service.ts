import { limits, refuse } from '@talus/contract'
import type { ClinicId, ReportTemplate, ReportTemplateId, RouteBody, routes } from '@talus/contract'
import { lockClinic } from '../../../db/listing/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as templates from './templates.queries.ts'

type Draft = RouteBody<typeof routes.report.addTemplate>
type Change = RouteBody<typeof routes.report.updateTemplate>

const toColumns = ({ species, bodyParts, ...draft }: Draft) => ({
  ...draft,
  species: JSON.stringify(species),
  bodyParts: JSON.stringify(bodyParts),
})

const about = ({ id, name, clinicId }: { id: number; name: string; clinicId: ClinicId }) => ({
  entityId: id,
  subject: name,
  clinicId,
})

interface OfClinic extends ChangeContext {
  readonly clinicId: ClinicId
}

export const listTemplates = ({ db, clinicId }: Pick<OfClinic, 'db' | 'clinicId'>) =>
  templates.list(db, clinicId)

export const addTemplate = (
  { clinicId, ...context }: OfClinic,
  draft: Draft,
): Promise<ReportTemplate> =>
  context.db.transaction(async (db) => {
    await lockClinic(db.unscopedDb, clinicId)
    if ((await templates.count(db, clinicId)) >= limits.reportTextsMax)
      refuse('report/too-many-texts', { values: { limit: limits.reportTextsMax } })
    const changedOn = context.clock().toISOString()
    const added = await templates.insert(db, {
      ...toColumns(draft),
      clinicId,
      version: 1,
      changedOn,
    })
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-template.create', ...about(added), after: { ...draft } },
    )
    return added
  })

export const updateTemplate = (
  context: ChangeContext,
  id: ReportTemplateId,
  { version, ...draft }: Change,
): Promise<ReportTemplate> =>
  context.db.transaction(async (db) => {
    const before = (await templates.find(db, id)) ?? refuse('record/not-found')
    const changedOn = context.clock().toISOString()
    const after =
      (await templates.update(db, { id, version }, { ...toColumns(draft), changedOn })) ??
      refuse('record/changed-meanwhile')
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-template.update', ...about(before), ...diffValues({ ...before }, draft) },
    )
    return after
  })

export const removeTemplate = (context: ChangeContext, id: ReportTemplateId): Promise<void> =>
  context.db.transaction(async (db) => {
    const before = (await templates.find(db, id)) ?? refuse('record/not-found')
    await templates.remove(db, id)
    const { name, language, text } = before
    await recordAuditEvent(
      { ...context, db },
      { action: 'report-template.delete', ...about(before), before: { name, language, text } },
    )
  })
