import { annotationFault } from '@talus/anatomy'
import { refuse, speciesName } from '@talus/contract'
import type { BodyOf, ClinicId, Language, Protocol, ProtocolDraft, routes } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import type { z } from 'zod'
import { lockClinic } from '../../../db/listing/index.ts'
import { difference, record } from '../../audit/index.ts'
import type { Change } from '../../audit/index.ts'
import * as annotations from './annotations.queries.ts'
import { kindOf, list as listAnnotations } from './annotations.service.ts'
import { builtInOf, protocolsOf, rowOf, told } from './protocol-list.ts'
import * as protocols from './protocols.queries.ts'

/** What a route knows of whoever calls. */
export interface Caller extends Omit<Change, 'clock'> {
  readonly clinicId: ClinicId | null
  readonly language: Language
}
interface Place extends Change {
  readonly clinicId: ClinicId
  readonly language: Language
}
type Draft = z.output<typeof ProtocolDraft>

export const list = async ({ db, clinicId, language }: Place): Promise<Protocol[]> =>
  protocolsOf(await protocols.list(db, clinicId), language)

const stepKey = ({ bodyPart, bodyPartView }: Draft['steps'][number]) =>
  `${bodyPart}\n${bodyPartView}`

/** A step that no study would take must not be found out beside the animal. */
function columnsOf({ name, speciesId, modality, steps }: Draft) {
  const isDental = modality === 'Dental'
  const asked = steps.map((step) => (isDental ? { ...step, bodyPartView: '' } : step))
  const keys = asked.map(stepKey)
  const fields = asked.flatMap((step, place): [string, string][] => {
    const fault = annotationFault(kindOf({ speciesId, modality }), step)
    if (fault) return [[`steps.${place}.${fault.field}`, fault.fault]]
    const isAgain = keys.indexOf(stepKey(step)) < place
    return isAgain ? [[`steps.${place}.bodyPart`, 'field/invalid']] : []
  })
  if (fields.length > 0) refuse('request/invalid', { fields: Object.fromEntries(fields) })
  return { name, speciesId, modality, steps: JSON.stringify(asked) }
}

const valuesOf = ({ name, speciesId, modality, steps }: Draft) => ({
  name,
  species: speciesName(speciesId),
  modality,
  steps: steps.map(({ bodyPart, bodyPartView }) => `${bodyPart} ${bodyPartView}`.trim()),
})

export const create = (place: Place, draft: Draft): Promise<Protocol> =>
  place.db.transaction(async (db) => {
    const { clinicId } = place
    const createdOn = place.clock().toISOString()
    const row = await protocols.insert(db, {
      ...columnsOf(draft),
      clinicId,
      createdOn,
      builtIn: null,
    })
    await record(
      { ...place, db },
      {
        action: 'protocol.create',
        entityId: row.id,
        clinicId,
        subject: row.name,
        after: valuesOf(row),
      },
    )
    return told(row, place.language)
  })

/**
 * Changes of a clinic wait for each other. Of two people who change the same protocol the second is
 * told, and so is who changes one that was removed meanwhile.
 */
export const update = (
  place: Place,
  key: string,
  { revision, ...draft }: Draft & { readonly revision?: number | undefined },
): Promise<Protocol> =>
  place.db.transaction(async (db) => {
    const { clinicId, language } = place
    await lockClinic(db.unscopedDb, clinicId)
    const row = rowOf(await protocols.list(db, clinicId), key)
    const [before] = protocolsOf(row ? [row] : [], language).filter((one) => one.key === key)
    if (!row && !builtInOf(key)) refuse('record/not-found')
    if (revision !== undefined && revision !== (before?.revision ?? -1))
      refuse('record/changed-meanwhile')
    const columns = columnsOf(draft)
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
          createdOn: place.clock().toISOString(),
        })
    await record(
      { ...place, db },
      {
        action: 'protocol.update',
        entityId: after.id,
        clinicId,
        subject: before?.name ?? after.name,
        ...difference(before ? valuesOf(before) : {}, valuesOf(after)),
      },
    )
    return told(after, language)
  })

/** One of the product leaves a mark, so that it stays away. */
export const remove = (place: Place, key: string): Promise<void> =>
  place.db.transaction(async (db) => {
    const { clinicId, language } = place
    await lockClinic(db.unscopedDb, clinicId)
    const row = rowOf(await protocols.list(db, clinicId), key)
    const before = protocolsOf(row ? [row] : [], language).find((one) => one.key === key)
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
        createdOn: place.clock().toISOString(),
      })
    await record(
      { ...place, db },
      {
        action: 'protocol.delete',
        entityId: row?.id ?? null,
        clinicId,
        subject: name,
        before: valuesOf(before),
      },
    )
  })

export const restore = (place: Place): Promise<Protocol[]> =>
  place.db.transaction(async (db) => {
    const { clinicId, language } = place
    await lockClinic(db.unscopedDb, clinicId)
    const touched = (await protocols.list(db, clinicId)).filter(({ builtIn }) => builtIn !== null)
    if (touched.length > 0) {
      await protocols.removeChanges(db, clinicId)
      const names = touched.map(({ name }) => name)
      await record(
        { ...place, db },
        { action: 'protocol.restore', entityId: null, clinicId, subject: names.join(', ') },
      )
    }
    return protocolsOf(await protocols.list(db, clinicId), language)
  })

/** What is planned already, or taken, stays as it is; the rest comes after it. */
export async function apply(
  { db: reach, language, clock }: Pick<Place, 'db' | 'language' | 'clock'>,
  studyId: StudyId,
  { key, animalSize }: BodyOf<typeof routes.study.applyProtocol>,
) {
  await reach.transaction(async (db) => {
    const study = (await annotations.findStudy(db, studyId)) ?? refuse('record/not-found')
    const rows = await protocols.list(db, study.clinicId)
    const protocol = protocolsOf(rows, language).find((one) => one.key === key)
    const fits = protocol?.modality === study.modality && protocol.speciesId === study.speciesId
    if (!protocol || !fits) refuse('request/invalid', { fields: { key: 'field/invalid' } })
    const createdOn = clock().toISOString()
    const size = study.modality === 'Dental' ? null : animalSize
    for (const { bodyPart, bodyPartView } of protocol.steps)
      await protocols.plan(db, {
        studyId,
        clinicId: study.clinicId,
        bodyPart,
        bodyPartView,
        animalSize: size,
        createdOn,
      })
  })
  return listAnnotations(reach, studyId)
}
