import { findAnnotationFault } from '@talus/anatomy'
import { refuse, getSpeciesName } from '@talus/contract'
import type {
  RouteBody,
  ClinicId,
  Language,
  Protocol,
  ProtocolDraft,
  routes,
} from '@talus/contract'
import type { StudyId } from '@talus/contract'
import type { z } from 'zod'
import { lockClinic } from '../../../db/listing/index.ts'
import { diffValues, recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as annotations from './annotations.queries.ts'
import { toStudyKind, list as listAnnotations } from './annotations.service.ts'
import { findBuiltIn, mergeProtocols, findRow, toProtocol } from './protocol-list.ts'
import * as protocols from './protocols.queries.ts'

/** The caller of a route. */
export interface ProtocolCaller extends Omit<ChangeContext, 'clock'> {
  readonly clinicId: ClinicId | null
  readonly language: Language
}
interface ProtocolContext extends ChangeContext {
  readonly clinicId: ClinicId
  readonly language: Language
}
type Draft = z.output<typeof ProtocolDraft>

export const list = async ({ db, clinicId, language }: ProtocolContext): Promise<Protocol[]> =>
  mergeProtocols(await protocols.list(db, clinicId), language)

const stepKey = ({ bodyPart, bodyPartView }: Draft['steps'][number]) =>
  `${bodyPart}\n${bodyPartView}`

/** Invalid steps are refused now, not when the protocol is applied beside the patient. */
function toColumns({ name, speciesId, modality, steps }: Draft) {
  const isDental = modality === 'Dental'
  const normalised = steps.map((step) => (isDental ? { ...step, bodyPartView: '' } : step))
  const keys = normalised.map(stepKey)
  const fields = normalised.flatMap((step, index): [string, string][] => {
    const fault = findAnnotationFault(toStudyKind({ speciesId, modality }), step)
    if (fault) return [[`steps.${index}.${fault.field}`, fault.fault]]
    const isAgain = keys.indexOf(stepKey(step)) < index
    return isAgain ? [[`steps.${index}.bodyPart`, 'field/invalid']] : []
  })
  if (fields.length > 0) refuse('request/invalid', { fields: Object.fromEntries(fields) })
  return { name, speciesId, modality, steps: JSON.stringify(normalised) }
}

const toAuditValues = ({ name, speciesId, modality, steps }: Draft) => ({
  name,
  species: getSpeciesName(speciesId),
  modality,
  steps: steps.map(({ bodyPart, bodyPartView }) => `${bodyPart} ${bodyPartView}`.trim()),
})

export const create = (context: ProtocolContext, draft: Draft): Promise<Protocol> =>
  context.db.transaction(async (db) => {
    const { clinicId } = context
    const createdOn = context.clock().toISOString()
    const row = await protocols.insert(db, {
      ...toColumns(draft),
      clinicId,
      createdOn,
      builtIn: null,
    })
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'protocol.create',
        entityId: row.id,
        clinicId,
        subject: row.name,
        after: toAuditValues(row),
      },
    )
    return toProtocol(row, context.language)
  })

/**
 * Changes of a clinic are serialised by a lock. If two users change the same protocol, the second
 * is refused, and so is the change of a protocol that was removed meanwhile.
 */
export const update = (
  context: ProtocolContext,
  key: string,
  { revision, ...draft }: Draft & { readonly revision?: number | undefined },
): Promise<Protocol> =>
  context.db.transaction(async (db) => {
    const { clinicId, language } = context
    await lockClinic(db.unscopedDb, clinicId)
    const row = findRow(await protocols.list(db, clinicId), key)
    const [before] = mergeProtocols(row ? [row] : [], language).filter((one) => one.key === key)
    if (!row && !findBuiltIn(key)) refuse('record/not-found')
    if (revision !== undefined && revision !== (before?.revision ?? -1))
      refuse('record/changed-meanwhile')
    const columns = toColumns(draft)
    const after = row
      ? await protocols.update(db, row.id, {
          ...columns,
          isRemoved: false,
          revision: row.revision + 1,
        })
      : await protocols.insert(db, {
          ...columns,
          clinicId,
          builtIn: key,
          createdOn: context.clock().toISOString(),
        })
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'protocol.update',
        entityId: after.id,
        clinicId,
        subject: before?.name ?? after.name,
        ...diffValues(before ? toAuditValues(before) : {}, toAuditValues(after)),
      },
    )
    return toProtocol(after, language)
  })

/** A built-in protocol is not deleted but marked as removed. */
export const remove = (context: ProtocolContext, key: string): Promise<void> =>
  context.db.transaction(async (db) => {
    const { clinicId, language } = context
    await lockClinic(db.unscopedDb, clinicId)
    const row = findRow(await protocols.list(db, clinicId), key)
    const before = mergeProtocols(row ? [row] : [], language).find((one) => one.key === key)
    if (!before) refuse('record/not-found')
    const { name, speciesId, modality, steps } = before
    if (row?.builtIn === null) await protocols.remove(db, row.id)
    else if (row)
      await protocols.update(db, row.id, { isRemoved: true, revision: row.revision + 1 })
    else
      await protocols.insert(db, {
        clinicId,
        name,
        speciesId,
        modality,
        steps: JSON.stringify(steps),
        builtIn: key,
        isRemoved: true,
        createdOn: context.clock().toISOString(),
      })
    await recordAuditEvent(
      { ...context, db },
      {
        action: 'protocol.delete',
        entityId: row?.id ?? null,
        clinicId,
        subject: name,
        before: toAuditValues(before),
      },
    )
  })

export const restore = (context: ProtocolContext): Promise<Protocol[]> =>
  context.db.transaction(async (db) => {
    const { clinicId, language } = context
    await lockClinic(db.unscopedDb, clinicId)
    const changed = (await protocols.list(db, clinicId)).filter(({ builtIn }) => builtIn !== null)
    if (changed.length > 0) {
      await protocols.removeBuiltInChanges(db, clinicId)
      const names = changed.map(({ name }) => name)
      await recordAuditEvent(
        { ...context, db },
        { action: 'protocol.restore', entityId: null, clinicId, subject: names.join(', ') },
      )
    }
    return mergeProtocols(await protocols.list(db, clinicId), language)
  })

/**
 * Annotations that are planned or captured already stay as they are; the others are added after
 * them.
 */
export async function apply(
  { db, language, clock }: Pick<ProtocolContext, 'db' | 'language' | 'clock'>,
  studyId: StudyId,
  { key, animalSize }: RouteBody<typeof routes.study.applyProtocol>,
) {
  await db.transaction(async (db) => {
    const study = (await annotations.findStudy(db, studyId)) ?? refuse('record/not-found')
    const rows = await protocols.list(db, study.clinicId)
    const protocol = mergeProtocols(rows, language).find((one) => one.key === key)
    const fits = protocol?.modality === study.modality && protocol.speciesId === study.speciesId
    if (!protocol || !fits) refuse('request/invalid', { fields: { key: 'field/invalid' } })
    const createdOn = clock().toISOString()
    const size = study.modality === 'Dental' ? null : animalSize
    for (const { bodyPart, bodyPartView } of protocol.steps)
      await protocols.planStep(db, {
        studyId,
        clinicId: study.clinicId,
        bodyPart,
        bodyPartView,
        animalSize: size,
        createdOn,
      })
  })
  return listAnnotations(db, studyId)
}
