import { breeds, speciesEntries } from '@talus/anatomy'
import type { Attributes } from '../write/attributes.ts'
import { nameOfParts } from '../write/text.ts'
import { snomed } from './codes.ts'
import type { AnimalPatient, ClinicInput, PatientInput } from './inputs.ts'
import { ageOn, dateOfDay } from './times.ts'

const sexes = { Male: 'M', Female: 'F' } as const
const unknownSpecies = 'Unknown'

function breedOf({ species, breed }: AnimalPatient): Attributes {
  const known = breeds.find(({ name, species: kind }) => name === breed && kind === species)
  const hasCode = known !== undefined && known.code !== null
  return {
    PatientBreedDescription: breed ?? '',
    PatientBreedCodeSequence: hasCode ? [snomed({ value: known.code, meaning: known.name })] : [],
    // Registered with a kennel club or stud book: nothing that we ask for.
    BreedRegistrationSequence: [],
  }
}

/** Present once the patient is no person (PS3.3 C.7.1.1), empty where nobody knows. */
function animalAttributes(patient: AnimalPatient, clinic: ClinicInput): Attributes {
  const { species, owner, microchip } = patient
  const entry = species && speciesEntries[species]
  const isOwned = owner !== undefined && owner !== null && owner.trim() !== ''
  return {
    PatientSpeciesDescription: entry ? entry.dicomDescription : unknownSpecies,
    // Unlike that of a breed it may not be empty.
    PatientSpeciesCodeSequence: entry ? [snomed(entry.code)] : undefined,
    ...breedOf(patient),
    ResponsiblePerson: isOwned ? nameOfParts(owner) : '',
    ResponsiblePersonRole: isOwned ? 'OWNER' : undefined,
    ResponsibleOrganization: clinic.isShelter ? clinic.name : '',
    OtherPatientIDsSequence: microchip
      ? [{ PatientID: microchip, TypeOfPatientID: 'RFID' }]
      : undefined,
  }
}

const neutered = (is: boolean | null | undefined) => {
  if (is === null || is === undefined) return ''
  return is ? 'ALTERED' : 'UNALTERED'
}

/** PS3.3 C.7.1.1.1.1: of an animal the responsible party, or the organization, and then its name. */
function nameOf(patient: PatientInput, clinic: ClinicInput): string {
  if (patient.kind === 'human') return nameOfParts(patient.name)
  const owner = patient.owner?.trim() ?? ''
  const responsible = owner === '' && clinic.isShelter ? clinic.name : owner
  return nameOfParts(responsible, patient.name)
}

/** The modules Patient and Patient Study. */
export function patientAttributes(
  patient: PatientInput,
  clinic: ClinicInput,
  studyDate: string,
): Attributes {
  const { sex, birthDate, weightKg, comments } = patient
  const isAnimal = patient.kind === 'animal'
  return {
    PatientName: nameOf(patient, clinic),
    PatientID: patient.patientId,
    PatientBirthDate: birthDate ? dateOfDay(birthDate) : '',
    PatientSex: sex ? sexes[sex] : '',
    PatientComments: comments || undefined,
    PatientAge: birthDate ? ageOn(birthDate, studyDate) : undefined,
    PatientWeight: weightKg ?? undefined,
    ...(isAnimal ? animalAttributes(patient, clinic) : {}),
    PatientSexNeutered: isAnimal ? neutered(patient.isNeutered) : undefined,
  }
}
