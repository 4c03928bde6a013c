import { limits, routes } from '@talus/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertListedStudy } from '../../testing/records/listed-study.ts'
import { createListClinic } from '../../testing/server/list-clinic.ts'
import type { ListClinic } from '../../testing/server/list-clinic.ts'
import { startTestServer } from '../../testing/server/test-server.ts'
import type { TestServer } from '../../testing/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const at = (minute: number) => new Date(Date.UTC(2026, 1, 1, 12, minute)).toISOString()

describe('a study list beyond the counting limit', () => {
  let clinic: ListClinic
  const total = limits.countedRows + 500
  beforeAll(async () => {
    const { unscopedDb } = server
    clinic = await createListClinic(server, 'UTC', [
      { patient: 'Zorro', owner: 'Ann Able', createdOn: at(0) },
    ])
    const { patientId } = await insertListedStudy(
      unscopedDb,
      { clinicId: clinic.id, userId: clinic.userId },
      { patient: 'Many', owner: 'Bob', createdOn: at(1) },
    )
    const studies = Array.from({ length: total - 2 }, (_, number) => ({
      clinicId: clinic.id,
      userId: clinic.userId,
      patientId,
      createdOn: new Date(Date.UTC(2020, 0, 1, 0, number)).toISOString(),
      studyInstanceUID: `2.25.99.${number}`,
      sopInstanceUID: '2.25.99',
      modality: 'General' as const,
      patientNameKey: 'many',
      ownerKey: 'bob',
    }))
    for (let start = 0; start < studies.length; start += 1000)
      await unscopedDb
        .insertInto('study')
        .values(studies.slice(start, start + 1000))
        .execute()
  }, 180_000)

  test('a study list beyond the counting limit says that there are more, and ends there', async () => {
    for (const query of [
      {},
      { patientName: 'many' },
      { search: 'bob m' },
      { dateFrom: '2020-01-01' },
    ]) {
      const first = await clinic.page({ ...query, size: 10 })
      expect([query, first.total, first.isMore]).toEqual([query, limits.countedRows, true])
      expect(first.rows[0]?.patientName).toBe('Many')
      const last = await clinic.page({ ...query, size: 100, page: 99 })
      expect(last.rows).toHaveLength(100)
      expect((await clinic.page({ ...query, size: 100, page: 100 })).rows).toEqual([])
    }
  })

  test('a study list beyond the counting limit is sorted before it is cut', async () => {
    const names = async (query: object) => clinic.names({ size: 2, ...query })
    expect(await names({ sort: 'patientName', desc: '1' })).toEqual(['Zorro', 'Many'])
    expect(await names({ sort: 'owner', desc: '0' })).toEqual(['Zorro', 'Many'])
    expect(await names({ sort: 'patientName', desc: '1', dateTo: '2030-01-01' })).toEqual([
      'Zorro',
      'Many',
    ])
    expect(await names({ search: 'ann able' })).toEqual(['Zorro'])
    expect(await names({ search: 'many', sort: 'studyDate', desc: '0' })).toEqual(['Many', 'Many'])
  })

  test('the unpaged study list returns the newest studies up to the counting limit', async () => {
    const params = {
      clinicId: clinic.id,
      patientName: '!',
      patientId: '0',
      dateFrom: 'null',
      dateTo: 'null',
    }
    const { status, body } = await server.call(routes.study.byFilters, { params }, clinic.token)
    expect([status, body.length]).toEqual([200, limits.countedRows])
    expect(body[0]?.patientName).toBe('Many')
    expect(body[1]?.patientName).toBe('Zorro')
    const worklist = await server.call(routes.study.worklist, { params }, clinic.token)
    expect(worklist.body).toEqual(body.slice(0, 500))
  })
})
