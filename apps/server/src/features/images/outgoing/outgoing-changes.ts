import { getSpeciesName } from '@talus/contract'
import { createCorrectedAttributes, createPatientAttributes, toAttributes } from '@talus/dicom'
import type { Attributes, JsonDataSet } from '@talus/dicom'
import { applyRecordedIdentity } from '../identity/recorded-identity.ts'
import type { RecordedIdentity } from '../identity/recorded-identity.ts'

/** The values of the records that an object has to have when it leaves the clinic. */
export interface OutgoingRecord extends RecordedIdentity {
  readonly sopInstanceUID: string
  readonly sex: 'Male' | 'Female' | null
  readonly neutered: boolean
  readonly birthDate: string | null
  readonly breedName: string | null
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

/** Attributes of the Patient module that another animal must not inherit. */
const removed: Attributes = {
  IssuerOfPatientID: undefined,
  IssuerOfPatientIDQualifiersSequence: undefined,
  OtherPatientIDs: undefined,
  OtherPatientIDsSequence: undefined,
  OtherPatientNames: undefined,
  PatientBirthTime: undefined,
  PatientAddress: undefined,
  PatientTelephoneNumbers: undefined,
  PatientComments: undefined,
}

/** The whole Patient module of another animal. Weight and size were measured for this study. */
function createOtherPatient(recorded: OutgoingRecord, studyDate: string): Attributes {
  const { patientName: name, patientNumber: patientId, sex, birthDate, ownerName } = recorded
  const { ownerGroups } = recorded
  const nameGroups = recorded.patientGroups ?? ''
  const base = { patientId, name, nameGroups, sex, birthDate }
  const species = recorded.speciesId === null ? undefined : getSpeciesName(recorded.speciesId)
  const { neutered: isNeutered, breedName: breed } = recorded
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
  const { PatientWeight: _weight, ...attributes } = createPatientAttributes(
    patient,
    clinic,
    studyDate,
  )
  return { ...attributes, ...removed }
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
): Attributes | undefined {
  const inFile = readValues(header)
  const { SOPInstanceUID: uid, StudyDate, ...identity } = inFile
  const { PatientName, PatientID, ResponsiblePerson, PatientSpeciesDescription } =
    applyRecordedIdentity(identity, recorded)
  const isOther = identity.PatientID !== '' && PatientID !== identity.PatientID
  const differing = Object.fromEntries(
    Object.entries({ PatientName, PatientID, ResponsiblePerson, PatientSpeciesDescription }).filter(
      ([name, value]) => new Map<string, string>(Object.entries(identity)).get(name) !== value,
    ),
  )
  const changes: Attributes = isOther
    ? createOtherPatient(recorded, isDate(StudyDate) ? StudyDate : '')
    : { ...differing, ...createCorrectedValues(inFile, recorded) }
  if (uid === '' || uid === recorded.sopInstanceUID)
    return Object.keys(changes).length === 0 ? undefined : changes
  const at = recorded.replacedOn ?? new Date(0).toISOString()
  const { sopInstanceUID: sopInstanceUid } = recorded
  return {
    ...changes,
    ...createCorrectedAttributes({ before: header, changes: {}, sopInstanceUid, at }),
  }
}
