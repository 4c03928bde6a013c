import { studyTypes, studyTypeSeparator } from '@talus/anatomy'
import { caseStatus, foldText, getSpeciesId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import { day, hour, toInstant } from './calendar.ts'
import { getCaseTimes, getClockColumns, seedCaseFlow } from './case-flow.ts'
import { caseStories } from './case-stories.ts'
import type { CaseStory } from './case-stories.ts'
import { getId } from './clinics-and-users.ts'
import type { SeededClinics, SeededUsers } from './clinics-and-users.ts'
import type { ClinicKey } from './demo-clinics.ts'
import type { SeededStudy } from './records.ts'

interface Seeding {
  readonly unscopedDb: UnscopedDb
  readonly clinics: SeededClinics
  readonly users: SeededUsers
  readonly studies: Readonly<Record<ClinicKey, readonly SeededStudy[]>>
  readonly now: number
}

/** Inserts the cases in the order of their studies, so that a newer case has a higher id. */
export async function seedCases(seeding: Seeding): Promise<void> {
  const usedStudies = new Set<SeededStudy>()
  const pairs = caseStories.map((story) => {
    const study = findStudy(story, seeding, usedStudies)
    usedStudies.add(study)
    return { story, study }
  })
  for (const { story, study } of pairs.toSorted((a, b) => a.study.madeOn - b.study.madeOn))
    await seedCase(seeding, story, study)
}

/** The newest study that fits the story and leaves time to write and to answer the case. */
function findStudy(
  { clinic, species, daysAgo, atLeastKg = 0 }: CaseStory,
  { studies, now }: Seeding,
  usedStudies: ReadonlySet<SeededStudy>,
): SeededStudy {
  const latest = now - daysAgo * day - 3 * hour
  const study = studies[clinic].findLast(
    (candidate) =>
      candidate.madeOn <= latest &&
      candidate.modality === 'General' &&
      candidate.patient.species === species &&
      candidate.patient.weightKg >= atLeastKg &&
      !usedStudies.has(candidate),
  )
  if (!study) throw new Error(`The demo has no study for a case of a ${species} in ${clinic}`)
  return study
}

async function seedCase(
  { unscopedDb, clinics, users, now }: Seeding,
  story: CaseStory,
  { id: studyId, madeOn, patient }: SeededStudy,
) {
  const clinic = clinics[story.clinic]
  const [referringVeterinarianId = null] = clinic.doctorIds
  const { owner } = patient
  const times = getCaseTimes(story, madeOn, now)
  const requesterId = getId(users, `doctor.${story.clinic}`)
  const radiologistId = story.radiologist ? getId(users, story.radiologist) : null
  const { id: caseId } = await unscopedDb
    .insertInto('radCase')
    .values({
      status: story.status,
      studyId,
      patientId: patient.id,
      ownerId: owner?.id ?? null,
      clinicId: clinic.id,
      breedId: patient.breedId,
      referringVeterinarianId,
      requesterId,
      radiologistId,
      patientName: patient.name,
      ownerName: owner?.name ?? '',
      phone: owner?.phone ?? '',
      address: owner?.address ?? '',
      speciesId: getSpeciesId(story.species),
      sex: patient.isMale,
      neutered: patient.isNeutered,
      spayed: patient.isNeutered,
      weight: patient.weightKg,
      weightUnit: 'Kg',
      birthDate: patient.birthDate,
      clinicHistory: story.clinicHistory,
      additionalNotes: story.additionalNotes ?? '',
      studyTypes: joinStudyTypes(story),
      modality: 'XRay',
      priority: story.priority,
      findings: story.findings ?? '',
      interpretation: story.interpretation ?? '',
      internalMedicineRecommandations: story.internalMedicineRecommandations ?? '',
      signature: story.signature ?? '',
      notes: '',
      createdOn: toInstant(times.createdOn),
      ...getClockColumns(story, times),
      isDeleted: false,
      requestMoreInfoMessage: story.requestMoreInfoMessage ?? '',
      cancelReason: story.cancelReason ?? '',
      reportVersion: story.status === caseStatus.finalized ? (story.addendum ? 2 : 1) : 0,
      questionCount: story.requestMoreInfoMessage ? 1 : 0,
      searchText: foldText(patient.name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seeded = { ...times, caseId, clinicId: clinic.id, requesterId, radiologistId }
  await seedCaseFlow(unscopedDb, story, seeded)
}

function joinStudyTypes(story: CaseStory): string {
  const known = new Set(studyTypes.map(({ names }) => names.en))
  const unknown = story.studyTypes.find((name) => !known.has(name))
  if (unknown !== undefined) throw new Error(`There is no study type ${unknown}`)
  return story.studyTypes.join(studyTypeSeparator)
}
