import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ImageId, ImportLine, StudyDocument, StudyId, StudyReport } from '@talus/contract'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { createReportDocument } from './testing/records/reports.ts'
import { verifyData } from './testing/server/server-process.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** A server that is killed loses no acknowledged draft, and no version of a report is half there. */
const runs = setUpServerRuns('test', 'demo data')

async function start() {
  const server = await runs.start()
  const call = (method: string, path: string, body?: Buffer | object, authorization = '') =>
    fetch(`${server.address}/api/${path}`, {
      method,
      headers: {
        authorization,
        ...(body && {
          'content-type': Buffer.isBuffer(body) ? 'application/dicom' : 'application/json',
        }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
  const signedIn = await call('POST', 'auth/login', {
    username: 'admin.en',
    password: 'Talus-demo-1',
  })
  const authorization = signedIn.headers.get('authorization') ?? ''
  const request = (method: string, path: string, body?: Buffer | object) =>
    call(method, path, body, authorization)
  return { server, request }
}
type Request = Awaited<ReturnType<typeof start>>['request']

async function importImage(request: Request) {
  const reply = await request('POST', 'image/import', createRadiograph('durable report'))
  const { studyId, imageId } = ImportLine.parse(JSON.parse(await reply.text()))
  return { studyId: StudyId.parse(studyId), imageId: ImageId.parse(imageId) }
}

const Draft = z.object({
  draft: z.object({ version: z.int(), document: z.record(z.string(), z.unknown()) }),
})
const readDraft = async (request: Request, studyId: number) =>
  Draft.parse(await (await request('GET', `report/draft/${studyId}`)).json()).draft

test(
  'a server killed while drafts are saved has every acknowledged one',
  { timeout: 180_000 },
  async () => {
    let { server, request } = await start()
    const { studyId } = await importImage(request)
    let version = 0
    for (let round = 1; round <= 3; round += 1) {
      const killFrom = version + 4
      let killed: Promise<void> | undefined
      for (;;) {
        // While a save is on its way.
        if (version === killFrom) killed = sleep(3 * round).then(() => server.kill())
        const document = createReportDocument(`Text ${version + 1} ${'é'.repeat(3000)}`)
        const saved = await request('PUT', `report/draft/${studyId}`, { version, document }).catch(
          () => undefined,
        )
        if (!saved) break
        expect(saved.status).toBe(200)
        version += 1
      }
      await killed
      ;({ server, request } = await start())
      const draft = await readDraft(request, studyId)
      // The last save may be stored without its answer having arrived.
      expect([version, version + 1]).toContain(draft.version)
      expect(JSON.stringify(draft.document)).toContain(`Text ${draft.version} é`)
      version = draft.version
    }
    expect(version).toBeGreaterThanOrEqual(12)
  },
)

const toHash = (bytes: ArrayBuffer) =>
  createHash('sha256').update(new Uint8Array(bytes)).digest('hex')

/** The hashes of the versions by number, as recorded; each PDF that is served has its hash. */
async function readVersions(request: Request, studyId: number) {
  const versions = StudyReport.array().parse(
    await (await request('GET', `report/version/${studyId}`)).json(),
  )
  const documents = StudyDocument.array().parse(
    await (await request('GET', `document?studyId=${studyId}`)).json(),
  )
  expect(
    documents.flatMap(({ report }) => report?.version ?? []).toSorted((a, b) => a - b),
  ).toEqual(versions.map(({ version }) => version).toSorted((a, b) => a - b))
  for (const { imageId, sha256 } of versions) {
    const { ticket } = z
      .object({ ticket: z.string() })
      .parse(await (await request('POST', `document/${imageId}/ticket`, {})).json())
    const pdf = await request('GET', `document/ticket/${ticket}`)
    expect(toHash(await pdf.arrayBuffer())).toBe(sha256)
  }
  return new Map(versions.map(({ version, sha256 }) => [version, sha256]))
}

test(
  'a server killed while PDFs are made has each version whole or not at all',
  { timeout: 300_000 },
  async () => {
    let { server, request } = await start()
    const { studyId, imageId } = await importImage(request)
    const slots = [{ imageId, studyId }]
    const create = (key: string) =>
      request('POST', `report/create/${studyId}`, {
        key,
        document: createReportDocument('Durable', slots),
      })
    const began = performance.now()
    expect((await create(randomUUID())).status).toBe(200)
    // The workers were not running yet, as after each kill.
    const wholeMs = performance.now() - began
    let before = await readVersions(request, studyId)
    let interrupted = 0
    for (const afterMs of [10, 40, 80, ...[0.5, 0.7, 0.9].map((share) => share * wholeMs)]) {
      const key = randomUUID()
      const made = create(key).then(
        ({ status }) => status,
        () => undefined,
      )
      await sleep(afterMs)
      await server.kill()
      if ((await made) === undefined) interrupted += 1
      ;({ server, request } = await start())
      const after = await readVersions(request, studyId)
      for (const [version, hash] of before) expect(after.get(version)).toBe(hash)
      expect(after.size - before.size).toBeLessThanOrEqual(1)
      // The page repeats the request with its key.
      expect((await create(key)).status).toBe(200)
      before = await readVersions(request, studyId)
    }
    // To start the workers takes longer than the first three delays.
    expect(interrupted).toBeGreaterThan(2)
    expect([...before.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await server.stop()
    const verified = await verifyData({
      TALUS_DATA: runs.folder(),
      ...runs.database().environment,
    })
    expect(verified.output).not.toMatch(/missing|damaged/iu)
    expect(verified.isWell).toBe(true)
  },
)
