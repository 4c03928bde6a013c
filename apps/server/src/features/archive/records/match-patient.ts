import { foldText, otherSpeciesId } from '@talus/contract'
import type { BreedId, Instant, OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { indexOwner, indexPatient } from '../../../db/listing/index.ts'
import {
  createNumberOfNamed,
  createUnnamedName,
  createUnnamedNumber,
  isGeneratedNumber,
  isSameName,
} from '../../images/index.ts'
import { findFreeNumber, findRemainingPatient } from '../../patients/index.ts'
import * as claims from './claims.queries.ts'
import { findContradictions, toClaimKey } from './compare-identity.ts'
import { findOwnerByName, findPatientsByNames } from './names.queries.ts'
import * as archive from './records.queries.ts'
import type { Creator } from './records.queries.ts'
import type { PatientValues } from './record-values.ts'

/** The animal of a new study: a record, a new one, or a question for a user. */
export type PatientMatch =
  | { readonly kind: 'found'; readonly patientId: PatientId }
  | { readonly kind: 'new' }
  | {
      readonly kind: 'uncertain'
      readonly reason: 'patient-differs' | 'several-patients'
      readonly patientId: PatientId
    }

/**
 * Finds the patient of a new study. The patient ID with its issuer decides: another ID is another
 * animal, whatever its name, and the same ID with another name is a question. Names are compared
 * only if the file has no ID. An image in the record of the wrong patient goes unnoticed, so that
 * nothing uncertain is filed. Only if no record agrees with the file, the decision of a user about an
 * earlier file with the same claims counts. A record whose number is confirmed gets the issuer of the file.
 */
export async function matchPatient(db: ClinicDb, values: PatientValues): Promise<PatientMatch> {
  const match = await matchRecords(db, values)
  // A record that agrees with the file decides, whatever was decided before: the animal may have been
  // registered, corrected or made active since.
  if (match.kind === 'found' || values.number === '') return match
  const assigned = await claims.findPatientByClaim(db, toClaimKey(values))
  return assigned === undefined ? match : { kind: 'found', patientId: assigned }
}

/** Finds the patient by the records alone, without the decisions of users about earlier files. */
export async function matchRecords(db: ClinicDb, values: PatientValues): Promise<PatientMatch> {
  // The claims of studies that earlier versions filed have such IDs.
  if (values.number === '' || isGeneratedNumber(values.number)) return matchByNames(db, values)
  const record = await archive.findPatientByNumber(db, values.number)
  if (!record) return matchFormerNumber(db, values)
  const contradictions = findContradictions(values, { ...record, owner: record.owner ?? '' })
  if (contradictions.length > 0)
    return { kind: 'uncertain', reason: 'patient-differs', patientId: record.id }
  // From now on, the number of another issuer is a question.
  if (record.issuer === '' && values.issuer !== '')
    await archive.setIssuer(db, record.id, values.issuer)
  await completeNames(db, record, values)
  return { kind: 'found', patientId: record.id }
}

/** A registered animal is found by the writings of a device too, if the name is the same. */
async function completeNames(
  db: ClinicDb,
  record: { readonly id: PatientId; readonly name: string; readonly nameGroups: string },
  { name, groups }: PatientValues,
): Promise<void> {
  if (groups.patient === '' || record.nameGroups !== '' || !isSameName(record.name, name)) return
  await archive.setNameGroups(db, record.id, groups.patient)
  await indexPatient(db.unscopedDb, record.id)
}

/** An animal whose patient ID was corrected still arrives from devices that have the former one. */
async function matchFormerNumber(db: ClinicDb, values: PatientValues): Promise<PatientMatch> {
  const { number } = values
  const holders = await claims.listFormerHolders(db, number)
  const [first] = holders
  if (!first) return { kind: 'new' }
  const agreeing = new Set<PatientId>()
  for (const holder of holders)
    if (findContradictions(values, { ...holder, number, owner: holder.owner ?? '' }).length === 0)
      agreeing.add(await findRemainingPatient(db, holder.id))
  const [patientId] = agreeing
  if (patientId === undefined)
    return { kind: 'uncertain', reason: 'patient-differs', patientId: first.id }
  return agreeing.size === 1
    ? { kind: 'found', patientId }
    : { kind: 'uncertain', reason: 'several-patients', patientId }
}

async function matchByNames(db: ClinicDb, values: PatientValues): Promise<PatientMatch> {
  if (values.name === '' || values.owner === '') return { kind: 'new' }
  const byName = await findPatientsByNames(db, values.name, values.owner)
  const [first, ...others] = byName.filter(
    ({ speciesId, birthDate }) =>
      agree(birthDate, values.birthDate) && agree(speciesId, values.speciesId),
  )
  if (!first) return { kind: 'new' }
  return others.length === 0
    ? { kind: 'found', patientId: first.id }
    : { kind: 'uncertain', reason: 'several-patients', patientId: first.id }
}

const agree = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other

/** Creates a patient whose ID no other patient has. */
export async function createPatient(
  db: ClinicDb,
  values: PatientValues,
  creator: Creator,
  now: Date,
): Promise<PatientId> {
  const createdOn = now.toISOString()
  const number = values.number || (await createNumber(db, values))
  const name = values.name || createUnnamedName(number)
  const id = await archive.insertPatient(db, {
    ...creator,
    createdOn,
    patientId: number,
    issuer: values.issuer,
    accessionCode: await findFreeNumber(db, 'accessionCode', now),
    name,
    search: foldText(name),
    nameGroups: values.name === '' ? '' : values.groups.patient,
    speciesId: values.speciesId === otherSpeciesId ? null : values.speciesId,
    sex: values.sex,
    birthDate: values.birthDate,
    neutered: values.neutered,
    breedId: await findBreed(db, values),
    description: '',
    ownerId: values.owner === '' ? null : await findOrCreateOwner(db, values, creator, createdOn),
  })
  await indexPatient(db.unscopedDb, id)
  return id
}

/** The number itself says that the sender gave none: a time would read like one of the sender. */
async function createNumber(db: ClinicDb, { name }: PatientValues): Promise<string> {
  const create = name === '' ? createUnnamedNumber : createNumberOfNamed
  const last = await archive.findLastUnnamed(db, create(''))
  for (let count = Number(/\d+$/u.exec(last ?? '')?.[0] ?? 0) + 1; ; count += 1) {
    const number = create(count)
    if (!(await archive.findPatientByNumber(db, number))) return number
  }
}

async function findOrCreateOwner(
  db: ClinicDb,
  { owner: name, groups }: PatientValues,
  creator: Creator,
  createdOn: Instant,
): Promise<OwnerId> {
  const known = await findOwnerByName(db, name)
  if (known) return known.id
  const names = { name, search: foldText(name), nameGroups: groups.owner }
  const owner = { ...creator, createdOn, ...names, address: '' }
  const { id } = await archive.insertOwner(db, { ...owner, phone: null, email: null })
  await indexOwner(db.unscopedDb, id)
  return id
}

async function findBreed(
  db: ClinicDb,
  { speciesId, breed }: PatientValues,
): Promise<BreedId | null> {
  if (speciesId === null || (breed.code === '' && breed.name === '')) return null
  const breeds = await archive.listBreeds(db.unscopedDb, speciesId)
  const found =
    breeds.find(({ code }) => code !== null && code === breed.code) ??
    breeds.find(({ name }) => isSameName(name, breed.name))
  return found?.id ?? null
}
