import { routes } from '@talus/contract'
import type { CaseId, CaseStatus, PermissionFlag, UserId } from '@talus/contract'
import { insertUser } from '../records/clinics-and-users.ts'
import { startTestServer } from './test-server.ts'

export const caseUsers = [
  'doctor',
  'clinicAdmin',
  'otherDoctor',
  'owner',
  'colleague',
  'superAdmin',
] as const
export type CaseUser = (typeof caseUsers)[number]

export const caseTexts = {
  findings: 'A nodule of 4 mm.',
  interpretation: 'Likely benign.',
  internalMedicineRecommandations: '',
}

/**
 * Nothing listens there: mails stay in the job table, where a test reads them. The payload of a
 * delivered mail is deleted.
 */
const unreachableMailServer = 'smtp://127.0.0.1:1'

/** A server with users of every relation to the cases of its first clinic. */
export async function openCaseFixture() {
  const server = await startTestServer({ SMTP_URL: unreachableMailServer })
  const { first, second, unscopedDb, passwordHash } = server
  const addRadiologist = (username: string) => {
    const flags: Partial<Record<PermissionFlag, boolean>> = { radiologistCase: true }
    const email = `${username}@example.com`
    return insertUser(unscopedDb, { username, email, clinicId: null, flags, passwordHash })
  }
  const ids: Record<CaseUser, UserId> = {
    doctor: first.users.doctor.id,
    clinicAdmin: first.users.clinicAdmin.id,
    otherDoctor: second.users.doctor.id,
    owner: await addRadiologist('rad.owner'),
    colleague: await addRadiologist('rad.colleague'),
    superAdmin: first.users.superAdmin.id,
  }
  const tokens = new Map<CaseUser, string>()
  for (const name of caseUsers) tokens.set(name, await server.createToken(ids[name]))
  const token = (name: CaseUser) => tokens.get(name) ?? ''
  const { studyId, imageId, doctorId } = first.records

  const createForm = (change: object = {}, key?: string) => ({
    fields: {
      model: JSON.stringify({
        studyId,
        referringVeterinarianId: doctorId,
        patientName: 'Bella',
        speciesId: 1,
        modality: 'XRay',
        birthDate: '2020-05-01',
        ownerName: 'Secret Owner',
        phone: '514 555 0100',
        clinicHistory: 'Coughs since Monday',
        ...change,
      }),
      imageIds: JSON.stringify([imageId]),
      newBreed: 'Eurasier',
      ...(key === undefined ? {} : { key }),
    },
  })

  /** A case in a status, with `owner` as its radiologist from Assigned on. */
  async function createCase(status: CaseStatus = 1): Promise<CaseId> {
    const route = status === 0 ? routes.radCase.saveCase : routes.radCase.submitCase
    const { body } = await server.call(route, { form: createForm() }, token('doctor'))
    if (status >= 2) await setStatus(body.id, status)
    return body.id
  }

  async function setStatus(id: CaseId, status: CaseStatus): Promise<void> {
    const isFinal = status === 4
    await unscopedDb
      .updateTable('radCase')
      .set({
        status,
        radiologistId: ids.owner,
        reportVersion: isFinal ? 1 : 0,
        pausedSince: status === 3 ? server.clock().toISOString() : null,
      })
      .where('id', '=', id)
      .execute()
  }

  return {
    ...server,
    ids,
    token,
    createForm,
    createCase,
    findCase: (id: CaseId) =>
      unscopedDb.selectFrom('radCase').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    listEvents: (caseId: CaseId) =>
      unscopedDb.selectFrom('caseEvent').selectAll().where('caseId', '=', caseId).execute(),
    take: (id: CaseId, by: CaseUser, radiologist: CaseUser = by) =>
      server.call(
        routes.radCase.take,
        {
          form: {
            fields: {
              caseId: JSON.stringify(id),
              radiologistId: JSON.stringify(ids[radiologist]),
            },
          },
        },
        token(by),
      ),
    submit: (id: CaseId, by: CaseUser = 'owner', texts: object = caseTexts) =>
      server.call(
        routes.radCase.radiologistSubmit,
        { form: { fields: { caseId: String(id), ...caseTexts, ...texts } } },
        token(by),
      ),
  }
}
export type CaseFixture = Awaited<ReturnType<typeof openCaseFixture>>
