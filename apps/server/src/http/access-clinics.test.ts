import { routes } from '@talus/contract'
import { expect, test } from 'vitest'
import { setUpAccess } from '../testing/server/access-fixture.ts'

const access = setUpAccess()
const { tokens } = access

test('a record of another clinic is answered exactly like one that does not exist', async () => {
  const token = tokens.get('staff')
  const foreign = await access.server.call(
    routes.study.one,
    { params: { id: access.server.second.records.studyId } },
    token,
  )
  const missing = await access.server.call(routes.study.one, { params: { id: 999_999 } }, token)
  expect(foreign.status).toBe(404)
  expect(foreign.body).toEqual(missing.body)
})

test('lists filtered by a record of another clinic are empty', async () => {
  const token = tokens.get('staff')
  const { ownerId, patientId } = access.server.second.records
  const patients = await access.server.call(routes.patient.list, { query: { ownerId } }, token)
  const studies = await access.server.call(routes.study.ofPatient, { query: { patientId } }, token)
  expect([patients.status, patients.body, studies.status, studies.body]).toEqual([200, [], 200, []])
})

test('a contract super admin reaches the clinics assigned to them and no others', async () => {
  const { contractSuperAdmin } = access.server.first.users
  const token = await access.server.createToken(contractSuperAdmin.id)
  const request = () =>
    access.server.call(
      routes.study.worklist,
      { params: { clinicId: access.server.second.id } },
      token,
    )
  expect((await request()).status).toBe(403)
  await access.server.unscopedDb
    .insertInto('userClinic')
    .values({ userId: contractSuperAdmin.id, clinicId: access.server.second.id })
    .execute()
  expect((await request()).body).toMatchObject([{ patientName: `Rex ${access.server.second.id}` }])
  await access.server.unscopedDb.deleteFrom('userClinic').execute()
  expect((await request()).status).toBe(403)
})

test('the same parameter twice is refused, in any letter case', async () => {
  const { config, app, first, second } = access.server
  for (const query of [
    `ClinicId=${first.id}&ClinicId=${second.id}`,
    `ClinicId=${first.id}&clinicid=${second.id}`,
  ]) {
    const response = await app.inject({
      url: `${config.apiBase}owner?${query}`,
      headers: { authorization: `Bearer ${tokens.get('staff')}` },
    })
    expect(response.statusCode).toBe(400)
  }
})

test('paths are matched without regard to case', async () => {
  const response = await access.server.app.inject({
    url: `${access.server.config.apiBase}STUDY/Worklist/${access.server.first.id}`,
    headers: { authorization: `Bearer ${tokens.get('staff')}` },
  })
  const rows = response.json<{ patientDatabaseId: number }[]>()
  expect(new Set(rows.map((row) => row.patientDatabaseId))).toEqual(
    new Set([access.server.first.records.patientId]),
  )
})
