import { getSpeciesName } from '@talus/contract'
import {
  createCorrectedAttributes,
  createPatientAttributes,
  toAttributes,
  toOtherPatientJson,
} from '@talus/dicom'
import type { Attributes, JsonDataSet } from '@talus/dicom'
import { isGeneratedNumber } from '../identity/person-names.ts'
import { applyRecordedIdentity } from '../identity/recorded-identity.ts'
import type { RecordedIdentity } from '../identity/recorded-identity.ts'

/** The values of the records that an object has to have when it leaves the clinic. */
export interface OutgoingRecord extends RecordedIdentity {
  readonly sopInstanceUID: string
  readonly sex: 'Male' | 'Female' | null
  readonly neutered: boolean
  readonly birthDate: string | null
  readonly breedName: string | null
  readonly issuer: string
  /** Whether the file was stored for another animal. */
  readonly isOther: boolean
  /** When the image last got another UID. */
  readonly replacedOn: string | null
}

const keywords = [
  'PatientName',
  'PatientID',
  'ResponsiblePerson',
  'PatientSpeciesDescription',
  'PatientBirthDate',
  'PatientSex',
  'PatientSexNeutered',
  'SOPInstanceUID',
  'StudyDate',
] as const

/**
 * A receiver may have given a generated ID to another animal, and most of them ignore the issuer of an
 * ID: the object leaves without one, as the first objects of the animal were received.
 */
const toOutgoingNumber = (number: string) => (isGeneratedNumber(number) ? '' : number)

/** The animal of an object, as the records describe it. */
export type RecordedPatient = Omit<OutgoingRecord, 'sopInstanceUID' | 'replacedOn' | 'isOther'>

/**
 * The attributes of the patient for an object that is given to another animal. Everything else that
 * the object says about the former one is removed from it (`isOtherPatient`).
 */
export function createOtherPatient(recorded: RecordedPatient, studyDate: string): Attributes {
  const { patientName: name, patientNumber: patientId, sex, birthDate, ownerName } = recorded
  const { ownerGroups } = recorded
  const nameGroups = recorded.patientGroups ?? ''
  const base = { patientId, name, nameGroups, sex, birthDate }
  const species = recorded.speciesId === null ? undefined : getSpeciesName(recorded.speciesId)
  const { neutered: isNeutered, breedName: breed, issuer } = recorded
  const patient =
    recorded.clinicType === 'Human'
      ? ({ kind: 'human', ...base } as const)
      : ({
          kind: 'animal',
          ...base,
          species,
          breed,
          isNeutered,
          owner: ownerName,
          ownerGroups,
        } as const)
  const clinic = { name: '', timeZone: 'UTC' }
  const attributes = createPatientAttributes(patient, clinic, isDate(studyDate) ? studyDate : '')
  return { ...attributes, IssuerOfPatientID: issuer === '' ? undefined : issuer }
}

const sexes = { Male: 'M', Female: 'F' } as const

/** Values of the same animal that the file contradicts. */
function createCorrectedValues(
  inFile: Readonly<Record<(typeof keywords)[number], string>>,
  { birthDate, sex, neutered, clinicType }: OutgoingRecord,
): Attributes {
  const birth = birthDate?.replaceAll('-', '')
  const isAltered = clinicType !== 'Human' && neutered && inFile.PatientSexNeutered !== 'ALTERED'
  return {
    ...(birth && birth !== inFile.PatientBirthDate && { PatientBirthDate: birth }),
    ...(sex && sexes[sex] !== inFile.PatientSex && { PatientSex: sexes[sex] }),
    ...(isAltered && { PatientSexNeutered: 'ALTERED' }),
  }
}

function readValues(header: JsonDataSet): Record<(typeof keywords)[number], string> {
  const found = toAttributes(header, keywords)
  const read = (keyword: (typeof keywords)[number]) => {
    const value = found[keyword]
    return typeof value === 'string' ? value : ''
  }
  return {
    PatientName: read('PatientName'),
    PatientID: read('PatientID'),
    ResponsiblePerson: read('ResponsiblePerson'),
    PatientSpeciesDescription: read('PatientSpeciesDescription'),
    PatientBirthDate: read('PatientBirthDate'),
    PatientSex: read('PatientSex'),
    PatientSexNeutered: read('PatientSexNeutered'),
    SOPInstanceUID: read('SOPInstanceUID'),
    StudyDate: read('StudyDate'),
  }
}

const isDate = (text: string) => /^\d{8}$/u.test(text)

/** The changes of a file before it leaves the clinic. */
export interface OutgoingChanges {
  readonly attributes: Attributes
  /** Every other attribute of the patient is removed. */
  readonly isOtherPatient: boolean
}

/**
 * The attributes that differ between a stored file and the records: animal, owner and SOP instance
 * UID. A study may have been moved to another animal since the file was stored, and the
 * recipient of the file must read the values that the product shows. Undefined if the file agrees.
 *
 * The former animal is not named in the object, because it may belong to another owner.
 */
export function findOutgoingChanges(
  header: JsonDataSet,
  recorded: OutgoingRecord,
): OutgoingChanges | undefined {
  const inFile = readValues(header)
  const { SOPInstanceUID: uid, StudyDate, ...identity } = inFile
  const { PatientName, ResponsiblePerson, PatientSpeciesDescription, ...inRecord } =
    applyRecordedIdentity(identity, recorded)
  const PatientID = toOutgoingNumber(inRecord.PatientID)
  const { isOther, sopInstanceUID: sopInstanceUid } = recorded
  const differing = Object.fromEntries(
    Object.entries({ PatientName, PatientID, ResponsiblePerson, PatientSpeciesDescription }).filter(
      ([name, value]) => new Map<string, string>(Object.entries(identity)).get(name) !== value,
    ),
  )
  const attributes: Attributes = isOther
    ? { ...createOtherPatient(recorded, StudyDate), PatientID }
    : {
        ...differing,
        ...createCorrectedValues(inFile, recorded),
        ...('ResponsiblePerson' in differing && removeContact(header)),
      }
  if (uid === '' || uid === sopInstanceUid)
    return Object.keys(attributes).length === 0
      ? undefined
      : { attributes, isOtherPatient: isOther }
  const at = recorded.replacedOn ?? new Date(0).toISOString()
  const before = isOther ? toOtherPatientJson(header, { patientId: '', patientName: '' }) : header
  return {
    attributes: {
      ...attributes,
      ...createCorrectedAttributes({ before, changes: {}, sopInstanceUid, at }),
    },
    isOtherPatient: isOther,
  }
}

const contactKeywords = [
  'PatientAddress',
  'PatientTelephoneNumbers',
  'PatientTelecomInformation',
] as const

/** The address in a file is that of the owner, who is another one now. */
const removeContact = (header: JsonDataSet): Attributes =>
  Object.fromEntries(
    Object.keys(toAttributes(header, contactKeywords)).map((keyword) => [keyword, undefined]),
  )
