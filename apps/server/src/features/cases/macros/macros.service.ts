import { limits, refuse } from '@talus/contract'
import type { CaseMacro, CaseMacroId, RouteBody, routes } from '@talus/contract'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as macros from './macros.queries.ts'

type Draft = RouteBody<typeof routes.radCase.addMacro>
type Change = RouteBody<typeof routes.radCase.updateMacro>

export const listMacros = ({
  db,
  actor,
}: Pick<ChangeContext, 'db' | 'actor'>): Promise<CaseMacro[]> =>
  macros.list(db.unscopedDb, actor.id)

const about = ({ actor }: ChangeContext, { id, shortcut }: Pick<CaseMacro, 'id' | 'shortcut'>) => ({
  entityId: id,
  subject: shortcut,
  clinicId: actor.clinicId,
})

export const addMacro = (context: ChangeContext, draft: Draft): Promise<CaseMacro> =>
  context.db.transaction(async (db) => {
    const userId = context.actor.id
    if ((await macros.list(db.unscopedDb, userId)).length >= limits.reportTextsMax)
      refuse('report/too-many-texts', { values: { limit: limits.reportTextsMax } })
    const changedOn = context.clock().toISOString()
    const added = await macros.insert(db.unscopedDb, { ...draft, userId, version: 1, changedOn })
    await recordAuditEvent(
      { ...context, db },
      { action: 'case-macro.create', ...about(context, added), after: { ...draft } },
    )
    return added
  })

const requireOwn = async ({ db, actor }: ChangeContext, id: CaseMacroId) =>
  (await macros.find(db.unscopedDb, actor.id, id)) ?? refuse('record/not-found')

export const updateMacro = (
  context: ChangeContext,
  id: CaseMacroId,
  { version, ...draft }: Change,
): Promise<CaseMacro> =>
  context.db.transaction(async (db) => {
    const before = await requireOwn({ ...context, db }, id)
    const change = {
      ...draft,
      userId: context.actor.id,
      changedOn: context.clock().toISOString(),
    }
    const after =
      (await macros.update(db.unscopedDb, { id, version }, change)) ??
      refuse('record/changed-meanwhile')
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'case-macro.update',
        ...about(context, before),
        ...diffValues({ ...before }, { ...draft }),
      },
    )
    return after
  })

export const removeMacro = (context: ChangeContext, id: CaseMacroId): Promise<void> =>
  context.db.transaction(async (db) => {
    const before = await requireOwn({ ...context, db }, id)
    await macros.remove(db.unscopedDb, context.actor.id, id)
    const { shortcut, text } = before
    await recordAuditEvent(
      { ...context, db },
      { action: 'case-macro.delete', ...about(context, before), before: { shortcut, text } },
    )
  })
