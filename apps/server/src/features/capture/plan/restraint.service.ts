import { foldText, limits, refuse } from '@talus/contract'
import type { Restraint, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import * as annotations from './annotations.queries.ts'
import * as restraints from './restraint.queries.ts'

const noRestraint: Restraint = { holders: '', isSedated: false }

const requireStudy = async (db: ClinicDb, id: StudyId) =>
  (await annotations.findStudy(db, id)) ?? refuse('record/not-found')

export async function find(db: ClinicDb, studyId: StudyId): Promise<Restraint> {
  const { id } = await requireStudy(db, studyId)
  return (await restraints.find(db, id)) ?? noRestraint
}

export const set = (db: ClinicDb, studyId: StudyId, restraint: Restraint): Promise<Restraint> =>
  db.transaction(async (db) => {
    const { id, clinicId } = await requireStudy(db, studyId)
    await restraints.save(db, { studyId: id, clinicId }, restraint)
    await restraints.fillEmptyExposures(db, id, restraint)
    return restraint
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
