import { routes } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { expect } from 'vitest'
import { insertClinic, insertUser } from '../records/clinics-and-users.ts'
import { insertListedStudy } from '../records/listed-study.ts'
import type { ListedStudy } from '../records/listed-study.ts'
import type { TestServer } from './test-server.ts'

/** A clinic with these studies, and the calls of its user. Groups of tests do not see each other's studies. */
export async function createListClinic(
  server: TestServer,
  timeZone: string,
  listed: readonly ListedStudy[],
) {
  const { unscopedDb } = server
  const id: ClinicId = await insertClinic(unscopedDb, `List ${timeZone} ${Math.random()}`)
  await unscopedDb.updateTable('clinic').set({ timeZone }).where('id', '=', id).execute()
  const user = { username: `lister.${id}`, clinicId: id, flags: {}, passwordHash: '' }
  const userId = await insertUser(unscopedDb, user)
  for (const study of listed) await insertListedStudy(unscopedDb, { clinicId: id, userId }, study)
  const token = await server.createToken(userId)
  const page = async (query: object) => {
    const answer = await server.call(
      routes.study.page,
      { query: { ClinicId: id, size: 100, ...query } },
      token,
    )
    expect([query, answer.status, answer.error]).toEqual([query, 200, expect.anything()])
    return answer.body
  }
  const names = async (query: object) => (await page(query)).rows.map((row) => row.patientName)
  return { id, userId, token, page, names }
}

export type ListClinic = Awaited<ReturnType<typeof createListClinic>>
