import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../../db/open.ts'
import { openFileStore } from '../../../files/index.ts'
import { createClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import type { ClinicWithImages } from '../../../testing/images/clinic-with-images.ts'
import { startServer } from '../../../testing/server/server-process.ts'
import type { ServerProcess } from '../../../testing/server/server-process.ts'
import { createProcessDatabase } from '../../../testing/database/test-database.ts'
import type { ProcessDatabase } from '../../../testing/database/test-database.ts'
import { startSession } from '../../auth/sessions.service.ts'

const imageBytes = 5 * 1024 * 1024
const imageCount = 250
const canMeasure = existsSync('/proc/self/status')

let folder: string
let database: ProcessDatabase
let server: ServerProcess
let clinic: ClinicWithImages

/** A separate server with a clinic of 1.3 GB: all images have the same file. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talus-memory-'))
  database = await createProcessDatabase()
  const { unscopedDb, close } = await openDatabase({
    databaseUrl: database.environment['DATABASE_URL'],
    dataFolder: folder,
  })
  const files = await openFileStore({ kind: 'disk', folder: join(folder, 'files') })
  const clock = () => new Date()
  const createToken = (userId: Parameters<typeof startSession>[1]) =>
    startSession({ unscopedDb, clock }, userId, '127.0.0.1')
  clinic = await createClinicWithImages(
    { unscopedDb, files, createToken, passwordHash: '-' },
    'Huge',
  )
  const filePath = 'images/same.dcm'
  await files.put(filePath, Buffer.alloc(imageBytes, 'bone'))
  const studyId = await clinic.addStudy(await clinic.addPatient('Rex'))
  for (let count = 0; count < imageCount; count += 1) await clinic.addImage({ studyId, filePath })
  await close()
  server = await startServer({ TALUS_DATA: folder, TALUS_DEMO: '0', ...database.environment })
})
afterAll(async () => {
  await server.kill()
  await database.remove()
  await rm(folder, { recursive: true, force: true })
})

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) / 1024
}

async function download(): Promise<number> {
  const outgoing = request(`${server.address}/api/clinic/download`, {
    method: 'POST',
    headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/json' },
  })
  outgoing.end(JSON.stringify({ clinicId: clinic.id, type: 'DICOM' }))
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  let received = 0
  response.on('data', (chunk: Buffer) => (received += chunk.byteLength))
  await once(response, 'end')
  return received
}

test.runIf(canMeasure)(
  'a large download needs no more memory than a small one',
  { timeout: 180_000 },
  async () => {
    const before = await residentMb()
    let most = before
    const timer = setInterval(() => {
      void residentMb().then((now) => (most = Math.max(most, now)))
    }, 100)
    try {
      expect(await download()).toBeGreaterThan(imageBytes * imageCount)
    } finally {
      clearInterval(timer)
    }
    expect(most).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(64)
  },
)
