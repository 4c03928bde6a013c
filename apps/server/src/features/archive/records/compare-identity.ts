import { foldText } from '@talus/contract'
import type { Day, TrayField } from '@talus/contract'
import { isUnnamed, mayBeSameName } from '../../images/index.ts'

/** A patient according to a file or a record; empty or null if it says nothing. */
export interface PatientIdentity {
  readonly number: string
  readonly issuer: string
  readonly name: string
  readonly owner: string
  readonly birthDate: Day | null
  readonly speciesId: number | null
}

/**
 * The fields in which a file contradicts a record. The patient ID decides; the other fields show
 * that the same ID was given to another animal. A field that one side lacks contradicts nothing.
 */
export function findContradictions(claim: PatientIdentity, record: PatientIdentity): TrayField[] {
  const recordName = isUnnamed(record.name, record.number) ? '' : record.name
  const fields: TrayField[] = []
  if (claim.number !== '' && claim.number !== record.number) fields.push('patientId')
  if (!isSameIssuer(claim, { ...record, name: recordName })) fields.push('issuer')
  const isSwapped = () => isSameSwapped(claim, record)
  if (!mayBeSameName(recordName, claim.name) && !isSwapped()) fields.push('name')
  if (!agree(record.birthDate, claim.birthDate)) fields.push('birthDate')
  if (!agree(record.speciesId, claim.speciesId)) fields.push('speciesId')
  // An animal can be sold, and names of owners are written in many ways. With the same birth date
  // it is the same animal, unless something else differs: then the user sees this as well.
  const isSameBirth = claim.birthDate !== null && claim.birthDate === record.birthDate
  const isOtherOwner = !shareWord(record.owner, claim.owner) && !isSwapped()
  if (isOtherOwner && (!isSameBirth || fields.length > 0)) fields.push('owner')
  return fields
}

const agree = <Value>(one: Value | null, other: Value | null) =>
  one === null || other === null || one === other

/**
 * A missing issuer means the clinic's own numbers, or a sender that leaves it out. The number of
 * another issuer is then the same only if the name confirms it, together with the birth date or the
 * owner: two clinics may each have a Bella with the number 123.
 */
function isSameIssuer(claim: PatientIdentity, record: PatientIdentity): boolean {
  if (claim.number === '' || claim.issuer === record.issuer) return true
  const [one, other] = [foldText(claim.issuer), foldText(record.issuer)]
  if (one === other) return true
  const isNamed = claim.name !== '' && record.name !== ''
  const isSameBirth = claim.birthDate !== null && claim.birthDate === record.birthDate
  const hasOwners = claim.owner !== '' && record.owner !== ''
  return (one === '' || other === '') && isNamed && (isSameBirth || hasOwners)
}

/** Some systems write the name of the animal before that of its owner. */
const isSameSwapped = (claim: PatientIdentity, record: PatientIdentity) =>
  claim.name !== '' &&
  claim.owner !== '' &&
  record.owner !== '' &&
  mayBeSameName(claim.name, record.owner) &&
  mayBeSameName(claim.owner, record.name)

/** "Anne Tremblay" and "Tremblay" may be the same owner, "Tremblay" and "Roy" are not. */
function shareWord(one: string, other: string): boolean {
  if (one === other) return true
  const words = new Set(foldText(one).split(' ').filter(Boolean))
  const others = foldText(other).split(' ').filter(Boolean)
  return words.size === 0 || others.length === 0 || others.some((word) => words.has(word))
}

/** Identifies what a file says about its patient, so that a decision holds for the next file too. */
export const toClaimKey = ({
  number,
  issuer,
  name,
  owner,
  birthDate,
  speciesId,
}: PatientIdentity) =>
  JSON.stringify([number, foldText(issuer), foldText(name), foldText(owner), birthDate, speciesId])

/** The patient ID and the name in a key that `toClaimKey` made. */
export function readClaimKey(key: string): { readonly number: string; readonly name: string } {
  const parts: unknown = JSON.parse(key)
  const [number, , name] = Array.isArray(parts) ? parts.map(String) : []
  return { number: number ?? '', name: name ?? '' }
}

/** Patient's Name, Patient ID, its issuer, Birth Date and Responsible Person, as PS3.18 F names them. */
const statedTags = ['00100010', '00100020', '00100021', '00100030', '00102297']

/** The attributes of a file that name its patient, from its stored DICOM JSON. */
export function readStatedPatient(json: string): string {
  const attributes: unknown = JSON.parse(json)
  if (typeof attributes !== 'object' || attributes === null) return ''
  const values = new Map<string, unknown>(Object.entries(attributes))
  return JSON.stringify(statedTags.map((tag) => values.get(tag) ?? null))
}
