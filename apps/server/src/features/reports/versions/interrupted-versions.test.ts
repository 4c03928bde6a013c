import { randomUUID } from 'node:crypto'
import { routes } from '@talus/contract'
import type { StudyId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StorageUnavailable } from '../../../files/index.ts'
import {
  createReport,
  createReportDocument,
  createReporter,
  importStudy,
} from '../../../testing/records/reports.ts'
import { startTestServer } from '../../../testing/server/test-server.ts'
import type { TestServer } from '../../../testing/server/test-server.ts'
import { WorkerFault } from '../../../workers/index.ts'

let server: TestServer
let token: string
let admin: string
let isDiskFull = false
let isCrashing = false

beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      wrapFiles: (files) => ({
        ...files,
        put: async (key, ...rest) => {
          if (isDiskFull && key.startsWith('images/'))
            throw new StorageUnavailable('disk full', undefined)
          return files.put(key, ...rest)
        },
      }),
      wrapRenderPool: (pool) => ({
        ...pool,
        renderStored: async (...args) => {
          if (isCrashing) throw new WorkerFault('crashed')
          return pool.renderStored(...args)
        },
      }),
    },
  )
  admin = await server.createToken(server.first.users.clinicAdmin.id)
  token = await createReporter(server, server.first.id, 'interrupted.reports')
})
afterAll(() => server.close())

const importOne = () => importStudy(server, server.first.id, admin)
const create = (studyId: StudyId, document = createReportDocument(), key?: string) =>
  createReport(server, token, studyId, document, key)

const listVersions = async (studyId: StudyId) =>
  (await server.call(routes.report.versions, { params: { studyId } }, token)).body

test('a full disk loses nothing: the next attempt gets the same version', async () => {
  const { studyId } = await importOne()
  const key = randomUUID()
  isDiskFull = true
  const failed = await create(studyId, createReportDocument(), key)
  isDiskFull = false
  expect(failed).toRefuse('storage/full')
  expect(await listVersions(studyId)).toEqual([])
  const made = await create(studyId, createReportDocument(), key)
  expect(made.body.report).toMatchObject({ version: 1 })
  expect(await listVersions(studyId)).toHaveLength(1)
})

test('a version whose request was interrupted is completed by a job', async () => {
  const { studyId } = await importOne()
  isDiskFull = true
  await create(studyId)
  isDiskFull = false
  server.advanceClock(2 * 60_000)
  await expect.poll(() => listVersions(studyId), { timeout: 30_000 }).toHaveLength(1)
})

test('a crash of a worker is said, and the next attempt works', async () => {
  const { studyId, imageId } = await importOne()
  const document = createReportDocument('x', [{ imageId, studyId }])
  isCrashing = true
  const refused = await create(studyId, document)
  isCrashing = false
  expect(refused).toRefuse('report/not-made')
  expect((await create(studyId, document)).body.report.version).toBe(1)
})
