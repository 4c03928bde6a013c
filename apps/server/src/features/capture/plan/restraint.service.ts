import { folded, limits, refuse } from '@talus/contract'
import type { Restraint, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import * as annotations from './annotations.queries.ts'
import * as restraints from './restraint.queries.ts'

const silent: Restraint = { holders: '', isSedated: false }

const studyOf = async (db: ClinicDb, id: StudyId) =>
  (await annotations.findStudy(db, id)) ?? refuse('record/not-found')

export async function find(db: ClinicDb, studyId: StudyId): Promise<Restraint> {
  const { id } = await studyOf(db, studyId)
  return (await restraints.find(db, id)) ?? silent
}

export const set = (reach: ClinicDb, studyId: StudyId, restraint: Restraint): Promise<Restraint> =>
  reach.transaction(async (db) => {
    const { id, clinicId } = await studyOf(db, studyId)
    await restraints.save(db, { studyId: id, clinicId }, restraint)
    await restraints.tellSilent(db, id, restraint)
    return restraint
  })

/** Names to choose from: whoever held an animal lately, then the people of the clinic. */
export async function holders(db: ClinicDb, studyId: StudyId): Promise<string[]> {
  const { clinicId } = await studyOf(db, studyId)
  const recent = await restraints.recentHolders(db, clinicId)
  const people = await restraints.people(db, clinicId)
  const names = [
    ...recent.flatMap(({ holders: text }) => text.split(/[,;]/u)),
    ...people.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  ]
  const byKey = new Map<string, string>()
  for (const name of names.map((one) => one.trim()).filter(Boolean))
    if (!byKey.has(folded(name))) byKey.set(folded(name), name)
  return [...byKey.values()].slice(0, limits.holderNames)
}
