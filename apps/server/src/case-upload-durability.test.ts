import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CaseFile, ImageId, ImportLine, RadCase, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { openDatabase } from './db/open.ts'
import { sweepCaseFiles } from './features/cases/index.ts'
import { openFileStore } from './files/index.ts'
import { sweepPendingFiles } from './http/receive-form.ts'
import { uploadFiles } from './testing/cases/upload-files.ts'
import { createRadiograph } from './testing/dicom/dicom-objects.ts'
import { testEngine } from './testing/database/test-database.ts'
import { setUpServerRuns } from './testing/server/server-runs.ts'

/** A server that is killed during an upload has each attachment whole or not at all. */
const runs = setUpServerRuns('test', 'demo data')
const fileBytes = 8 * 1024 * 1024
/**
 * The moments of the kills. The order of file and row is the same on both engines, so that two
 * moments show on PostgreSQL that its transaction is all or nothing, too.
 */
const killsAtAllMoments = testEngine === 'sqlite' || process.env['TEST_ALL'] === '1'
const killedAfterMs = killsAtAllMoments ? [20, 60, 120, 200, 300] : [20, 120]

async function start() {
  const server = await runs.start()
  const base = `${server.address}/api`
  const signedIn = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
  })
  const authorization = signedIn.headers.get('authorization') ?? ''
  const call = (path: string, options: RequestInit = {}) => {
    const headers = new Headers(options.headers)
    headers.set('authorization', authorization)
    return fetch(`${base}/${path}`, { ...options, headers })
  }
  const upload = (caseId: number, names: readonly string[]) =>
    uploadFiles(
      `${base}/radcase/${caseId}/files`,
      authorization,
      names.map((name) => ({ name, byteLength: fileBytes })),
    ).catch(() => undefined)
  return { server, call, upload }
}
type Running = Awaited<ReturnType<typeof start>>

async function createDraft({ call }: Running, studyId: number, imageId: number) {
  const form = new FormData()
  form.set('model', JSON.stringify({ studyId }))
  form.set('imageIds', JSON.stringify([imageId]))
  const reply = await call('radcase/saveCase', { method: 'POST', body: form })
  return RadCase.parse(await reply.json()).id
}

async function listAttachments({ call }: Running, caseId: number) {
  const files = CaseFile.array().parse(await (await call(`radcase/fileIds/${caseId}`)).json())
  const attachments = files.filter(({ imageId }) => imageId === null)
  for (const { id, byteLength } of attachments) {
    expect(byteLength).toBe(fileBytes)
    const content = await (await call(`radcase/file/${id}`)).arrayBuffer()
    expect(content.byteLength).toBe(fileBytes)
  }
  return attachments.map(({ fileName }) => fileName)
}

test(
  'a server killed during uploads keeps what it acknowledged, and a sweep removes the rest',
  { timeout: 300_000 },
  async () => {
    let running = await start()
    const imported = await running.call('image/import', {
      method: 'POST',
      headers: { 'content-type': 'application/dicom' },
      body: new Uint8Array(createRadiograph('durable upload')),
    })
    const line = ImportLine.parse(JSON.parse(await imported.text()))
    const [studyId, imageId] = [StudyId.parse(line.studyId), ImageId.parse(line.imageId)]
    let interrupted = 0
    for (const afterMs of killedAfterMs) {
      const caseId = await createDraft(running, studyId, imageId)
      expect(await running.upload(caseId, ['kept.txt'])).toBe(200)
      const sent = running.upload(caseId, ['one.txt', 'two.txt'])
      await sleep(afterMs)
      await running.server.kill()
      const status = await sent
      if (status === undefined) interrupted += 1
      running = await start()
      const found = await listAttachments(running, caseId)
      // Without an answer both may be there, but never one of them.
      expect([['kept.txt'], ['kept.txt', 'one.txt', 'two.txt']]).toContainEqual(found)
      if (status === 200) expect(found).toHaveLength(3)
    }
    expect(interrupted).toBeGreaterThan(0)
    await running.server.stop()
    const database = await openDatabase({
      databaseUrl: runs.database().environment['DATABASE_URL'],
      dataFolder: runs.folder(),
    })
    const files = await openFileStore({ kind: 'disk', folder: join(runs.folder(), 'files') })
    try {
      const later = new Date(Date.now() + 2 * 86_400_000)
      await files.sweep(later)
      await sweepPendingFiles(files, later)
      await sweepCaseFiles({ ...database, files, clock: () => later })
      const known = await database.unscopedDb.selectFrom('caseFile').select('filePath').execute()
      const paths = new Set(known.map(({ filePath }) => filePath))
      const left: string[] = []
      for (const folder of ['case-files', 'pending'])
        for await (const { key } of files.list(folder)) if (!paths.has(key)) left.push(key)
      expect(left).toEqual([])
    } finally {
      await files.close()
      await database.close()
    }
  },
)
