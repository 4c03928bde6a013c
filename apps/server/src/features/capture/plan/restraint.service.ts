import { foldText, limits, refuse } from '@talus/contract'
import type { ImageId, RestrainedExposure, Restraint, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import * as annotations from './annotations.queries.ts'
import * as restraints from './restraint.queries.ts'

const noRestraint: Restraint = { holders: '', isSedated: false }

const requireStudy = async (db: ClinicDb, id: StudyId) =>
  (await annotations.findStudy(db, id)) ?? refuse('record/not-found')

export async function find(db: ClinicDb, studyId: StudyId): Promise<Restraint> {
  const { id } = await requireStudy(db, studyId)
  return (await restraints.findLatest(db, id)) ?? noRestraint
}

const isSame = (one: Restraint, other: Restraint) =>
  one.holders === other.holders && one.isSedated === other.isSedated

/** Valid from now on: an exposure keeps the restraint of its own moment. */
export const set = (
  change: ChangeContext,
  studyId: StudyId,
  restraint: Restraint,
): Promise<Restraint> =>
  change.db.transaction(async (db) => {
    const { id, clinicId } = await requireStudy(db, studyId)
    const current = (await restraints.findLatest(db, id)) ?? noRestraint
    const createdOn = change.clock().toISOString()
    const entry = { studyId: id, clinicId, userId: change.actor.id, createdOn, ...restraint }
    if (!isSame(current, restraint)) await restraints.insert(db, entry)
    return restraint
  })

/** When the sensor was armed, and when it was exposed by the clock of the bridge. */
interface ExposureTimes {
  readonly armedOn: string | undefined
  readonly exposedAt: string
}

/**
 * The restraint at the time of an exposure. The clock of the bridge may be wrong, so its time counts
 * only between the arming of the sensor and now.
 */
export async function findAtExposure(
  db: ClinicDb,
  studyId: StudyId,
  { armedOn = '', exposedAt }: ExposureTimes,
  now: string,
): Promise<Restraint> {
  const notAfter = exposedAt < now ? exposedAt : now
  const instant = notAfter > armedOn ? notAfter : armedOn
  return (await restraints.findAt(db, studyId, instant)) ?? noRestraint
}

export async function listExposures(db: ClinicDb, studyId: StudyId): Promise<RestrainedExposure[]> {
  const { id } = await requireStudy(db, studyId)
  const corrections = Map.groupBy(
    await restraints.listCorrections(db, id),
    ({ imageId }) => imageId,
  )
  const exposures = await restraints.listExposures(db, id)
  return exposures.map(({ holders, isSedated, ...exposure }) => ({
    ...exposure,
    restraint: { holders, isSedated },
    corrections: (corrections.get(exposure.imageId) ?? []).map((row) => ({
      user: row.user,
      createdOn: row.createdOn,
      previous: { holders: row.previousHolders, isSedated: row.previousIsSedated },
      restraint: { holders: row.holders, isSedated: row.isSedated },
    })),
  }))
}

/** Changes earlier exposures; the log keeps the user, the time and the previous value. */
export const correct = (
  change: ChangeContext,
  studyId: StudyId,
  { imageIds, ...restraint }: Restraint & { readonly imageIds: readonly ImageId[] },
): Promise<RestrainedExposure[]> =>
  change.db.transaction(async (db) => {
    const { id, clinicId } = await requireStudy(db, studyId)
    const known = new Map(
      (await restraints.listExposures(db, id)).map((exposure) => [exposure.imageId, exposure]),
    )
    const asked = [...new Set(imageIds)].toSorted((one, other) => one - other)
    if (!asked.every((imageId) => known.has(imageId))) refuse('record/not-found')
    const changed = (await restraints.lockExposures(db, asked)).filter(
      (exposure) => !isSame(exposure, restraint),
    )
    const createdOn = change.clock().toISOString()
    for (const { imageId, ...previous } of changed) {
      await restraints.insertCorrection(db, {
        clinicId,
        imageId,
        userId: change.actor.id,
        previousHolders: previous.holders,
        previousIsSedated: previous.isSedated,
        ...restraint,
        createdOn,
      })
      const { bodyPart = '', bodyPartView = '' } = known.get(imageId) ?? {}
      await recordAuditEvent(
        { ...change, db },
        {
          action: 'image.correct-restraint',
          entityId: imageId,
          clinicId,
          subject: `${bodyPart} ${bodyPartView}`.trim(),
          before: previous,
          after: restraint,
        },
      )
    }
    const changedIds = changed.map(({ imageId }) => imageId)
    if (changedIds.length > 0) await restraints.setExposures(db, changedIds, restraint)
    return listExposures(db, id)
  })

/** Suggests names: recent holders first, then the staff of the clinic. */
export async function listHolderNames(db: ClinicDb, studyId: StudyId): Promise<string[]> {
  const { clinicId } = await requireStudy(db, studyId)
  const recent = await restraints.listRecentHolders(db, clinicId)
  const staff = await restraints.listStaff(db, clinicId)
  const names = [
    ...recent.flatMap(({ holders: text }) => text.split(/[,;]/u)),
    ...staff.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ]
  const byKey = new Map<string, string>()
  for (const name of names.map((one) => one.trim()).filter(Boolean))
    if (!byKey.has(foldText(name))) byKey.set(foldText(name), name)
  return [...byKey.values()].slice(0, limits.holderNames)
}
