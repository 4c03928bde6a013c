import { routes } from '@talus/contract'
import type { CaseId, ClinicId } from '@talus/contract'
import { insertUser } from '../records/clinics-and-users.ts'
import { importStudy } from '../records/reports.ts'
import type { TestServer } from '../server/test-server.ts'

/** A radiologist with the token of a session. */
export async function createRadiologist(server: TestServer, username: string) {
  const id = await insertUser(server.unscopedDb, {
    username,
    clinicId: null,
    flags: { radiologistCase: true },
    passwordHash: server.passwordHash,
  })
  return { id, token: await server.createToken(id) }
}

/** A case of a new study with one radiograph, sent to the radiologists with files. */
export async function submitConsultCase(
  server: TestServer,
  { clinicId, token, doctorId }: { clinicId: ClinicId; token: string; doctorId: number },
  files: readonly File[] = [],
) {
  const { studyId, imageId } = await importStudy(server, clinicId, token)
  const model = {
    studyId,
    referringVeterinarianId: doctorId,
    patientName: 'Étoile',
    speciesId: 1,
    modality: 'XRay',
    birthDate: '2020-05-01',
    ownerName: 'Élodie Dvořák',
    clinicHistory: 'Toux depuis 3 semaines.',
    studyTypes: 'Thorax',
  }
  const fields = {
    model: JSON.stringify(model),
    imageIds: JSON.stringify([imageId]),
    newBreed: 'Eurasier',
  }
  const submitted = await server.call(
    routes.radCase.submitCase,
    { form: { fields, files: { files: [...files] } } },
    token,
  )
  return { submitted, studyId, imageId, caseId: submitted.body.id }
}

export const takeConsultCase = (
  server: TestServer,
  caseId: CaseId,
  radiologist: Awaited<ReturnType<typeof createRadiologist>>,
) =>
  server.call(
    routes.radCase.take,
    {
      form: {
        fields: { caseId: JSON.stringify(caseId), radiologistId: JSON.stringify(radiologist.id) },
      },
    },
    radiologist.token,
  )
