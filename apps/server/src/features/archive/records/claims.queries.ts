import type { PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { prepareClinicQuery } from '../../../db/prepared-clinic-query.ts'
import { readClaimKey } from './compare-identity.ts'
import type { Row } from './records.queries.ts'

/** The animal to which a user has assigned a file with the same claims. */
export const findPatientByClaim = async (db: ClinicDb, claimKey: string) =>
  (await selectAlias(db, { claimKey }))[0]?.patientDatabaseId

const selectAlias = prepareClinicQuery((db, { claimKey }: { readonly claimKey: string }) =>
  db
    .selectFrom('patientAlias')
    .select('patientAlias.patientDatabaseId')
    .where('patientAlias.claimKey', '=', claimKey),
)

export const insertAlias = (db: ClinicDb, alias: Row<'patientAlias'>) =>
  db
    .insertInto('patientAlias', alias)
    .onConflict((conflict) =>
      conflict
        .columns(['clinicId', 'claimKey'])
        .doUpdateSet({ patientDatabaseId: alias.patientDatabaseId }),
    )
    .execute()

/** The remembered decisions that give files to a patient, with the claims of these files. */
export async function listAliases(db: ClinicDb, patientId: PatientId) {
  const aliases = await db
    .selectFrom('patientAlias')
    .select('patientAlias.claimKey')
    .where('patientAlias.patientDatabaseId', '=', patientId)
    .orderBy('patientAlias.claimKey')
    .execute()
  return aliases.map(({ claimKey }) => ({ claimKey, ...readClaimKey(claimKey) }))
}

/**
 * Removes remembered decisions that gave files with this patient ID to the patient, or to studies of
 * the patient, so that the next such file is a question again. Returns how many there were.
 */
export async function forgetClaims(
  db: ClinicDb,
  patientId: PatientId,
  wanted: string,
): Promise<number> {
  const aliases = await listAliases(db, patientId)
  const forgotten = aliases.filter(({ number }) => number === wanted)
  for (const { claimKey } of forgotten) await forgetAlias(db, patientId, claimKey)
  return forgotten.length + (await forgetStudyClaims(db, patientId, wanted))
}

/** Returns whether the claims were remembered for other studies of this patient. */
export async function forgetAlias(
  db: ClinicDb,
  patientId: PatientId,
  claimKey: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('patientAlias')
    .where('patientAlias.patientDatabaseId', '=', patientId)
    .where('patientAlias.claimKey', '=', claimKey)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const forgetStudyClaim = (db: ClinicDb, studyId: StudyId, claimKey: string) =>
  db
    .deleteFrom('studyClaim')
    .where('studyClaim.studyId', '=', studyId)
    .where('studyClaim.claimKey', '=', claimKey)
    .execute()

/** The remembered decisions that give files to single studies of a patient. */
export async function listStudyClaims(db: ClinicDb, patientId: PatientId) {
  const found = await db
    .selectFrom('studyClaim')
    .innerJoin('study', 'study.id', 'studyClaim.studyId')
    .select(['studyClaim.studyId', 'studyClaim.claimKey', 'study.createdOn'])
    .where('study.patientId', '=', patientId)
    .where('study.isDeleted', '=', false)
    .orderBy('study.createdOn')
    .orderBy('studyClaim.claimKey')
    .execute()
  return found.map((claim) => ({ ...claim, ...readClaimKey(claim.claimKey) }))
}

async function forgetStudyClaims(
  db: ClinicDb,
  patientId: PatientId,
  wanted: string,
): Promise<number> {
  const found = await db
    .selectFrom('studyClaim')
    .innerJoin('study', 'study.id', 'studyClaim.studyId')
    .select(['studyClaim.studyId', 'studyClaim.claimKey'])
    .where('study.patientId', '=', patientId)
    .execute()
  const forgotten = found.filter(({ claimKey }) => readClaimKey(claimKey).number === wanted)
  for (const { studyId, claimKey } of forgotten) await forgetStudyClaim(db, studyId, claimKey)
  return forgotten.length
}

/** Remembers the claims of a file that a user has filed in a study, for that study alone. */
export const insertStudyClaim = (db: ClinicDb, claim: Row<'studyClaim'>) =>
  db
    .insertInto('studyClaim', claim)
    .onConflict((conflict) => conflict.columns(['clinicId', 'studyId', 'claimKey']).doNothing())
    .execute()

/** Whether a user has filed a file with the same claims in this study. */
export const hasStudyClaim = async (db: ClinicDb, studyId: StudyId, claimKey: string) =>
  (await db
    .selectFrom('studyClaim')
    .select('studyClaim.studyId')
    .where('studyClaim.studyId', '=', studyId)
    .where('studyClaim.claimKey', '=', claimKey)
    .executeTakeFirst()) !== undefined

/** The animals that had this patient ID before it was corrected, the latest first. */
export const listFormerHolders = (db: ClinicDb, number: string) => selectHolders(db, { number })

const selectHolders = prepareClinicQuery((db, { number }: { readonly number: string }) =>
  db
    .selectFrom('formerNumber')
    .innerJoin('patient', 'patient.id', 'formerNumber.patientDatabaseId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select(['patient.id', 'patient.issuer', 'patient.name', 'patient.birthDate'])
    .select(['patient.speciesId', 'owner.name as owner'])
    .where('formerNumber.number', '=', number)
    .orderBy('formerNumber.changedOn', 'desc')
    .orderBy('patient.id', 'desc'),
)
