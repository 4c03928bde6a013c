import { getSpeciesName } from '@talus/contract'
import type { ClinicId, HangingProtocol } from '@talus/contract'
import { lockClinic } from '../../db/listing/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import * as protocols from './hanging-protocols.queries.ts'
import type { HangingProtocolRow } from './hanging-protocols.queries.ts'

export interface HangingContext extends ChangeContext {
  readonly clinicId: ClinicId
}

type Subject = Pick<HangingProtocol, 'speciesId' | 'bodyPart'>

const toRecord = ({ speciesId, bodyPart, stages }: HangingProtocolRow): HangingProtocol => ({
  speciesId,
  bodyPart,
  stages,
})

const getName = ({ speciesId, bodyPart }: Subject) =>
  `${getSpeciesName(speciesId) ?? ''} ${bodyPart}`.trim()

/** The layouts as short texts for the audit trail, such as `1 × 2: RLAT, LLAT`. */
const describeStages = (stages: HangingProtocol['stages']) =>
  stages.map(({ rows, columns, cells }) => {
    const names = cells.map((cell) =>
      cell === null
        ? '–'
        : [cell.isPrior ? 'prior' : '', cell.side ?? '', cell.views.join('/') || '*']
            .filter(Boolean)
            .join(' '),
    )
    return `${rows} × ${columns}: ${names.join(', ')}`
  })

export const list = async ({ db, clinicId }: Pick<HangingContext, 'db' | 'clinicId'>) =>
  (await protocols.list(db, clinicId)).map(toRecord)

const findRow = async ({ db, clinicId }: HangingContext, subject: Subject) =>
  (await protocols.list(db, clinicId)).find(
    (one) => one.speciesId === subject.speciesId && one.bodyPart === subject.bodyPart,
  )

/** If two users save at the same time, the later one wins; both changes are recorded. */
export const save = (context: HangingContext, draft: HangingProtocol): Promise<HangingProtocol> =>
  context.db.transaction(async (db) => {
    const { clinicId } = context
    await lockClinic(db.unscopedDb, clinicId)
    const before = await findRow({ ...context, db }, draft)
    const stages = JSON.stringify(draft.stages)
    const changedOn = context.clock().toISOString()
    const { speciesId, bodyPart } = draft
    const after = before
      ? await protocols.update(db, before.id, stages, changedOn)
      : await protocols.insert(db, { clinicId, speciesId, bodyPart, stages, changedOn })
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'hanging-protocol.save',
        entityId: after.id,
        clinicId,
        subject: getName(draft),
        ...(before && { before: { stages: describeStages(before.stages) } }),
        after: { stages: describeStages(after.stages) },
      },
    )
    return toRecord(after)
  })

export const reset = (context: HangingContext, subject: Subject): Promise<void> =>
  context.db.transaction(async (db) => {
    const { clinicId } = context
    await lockClinic(db.unscopedDb, clinicId)
    const before = await findRow({ ...context, db }, subject)
    if (!before) return
    await protocols.remove(db, before.id)
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'hanging-protocol.reset',
        entityId: before.id,
        clinicId,
        subject: getName(subject),
        before: { stages: describeStages(before.stages) },
      },
    )
  })
