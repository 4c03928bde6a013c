// Measures speed, first byte and memory of the zip of a clinic's images, and of the archive of
// Orthanc if it is installed. Needs 4 GB in the folder for temporary files.
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { startSession } from '../apps/server/src/features/auth/sessions.service.ts'
import { openFileStore } from '../apps/server/src/files/index.ts'
import { createClinicWithImages } from '../apps/server/src/testing/images/clinic-with-images.ts'
import { startServer } from '../apps/server/src/testing/server/server-process.ts'
import { median, readResidentMb } from './support/measure.ts'
import { startOrthanc } from './support/orthanc.ts'
import type { Orthanc } from './support/orthanc.ts'
import { createRadiograph } from './support/radiograph.ts'

const imageCount = 140
/** Orthanc compresses; its speed does not depend on the number of images. */
const orthancImages = 20
const rounds = 3
const parallel = 10

interface DownloadRequest {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

interface DownloadResult {
  readonly megabytes: number
  readonly ms: number
  readonly firstByteMs: number
}

/** Reads a response as fast as possible and discards it. */
async function download({
  url,
  method,
  headers = {},
  body,
}: DownloadRequest): Promise<DownloadResult> {
  const started = performance.now()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { method, headers, agent: false }, resolve).on('error', reject).end(body)
  })
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
  let firstByteMs = 0
  let received = 0
  response.on('data', (chunk: Buffer) => {
    firstByteMs ||= performance.now() - started
    received += chunk.length
  })
  await new Promise((resolve, reject) => response.on('end', resolve).on('error', reject))
  return { megabytes: received / 1e6, ms: performance.now() - started, firstByteMs }
}

/** Measures the growth of a process's memory during the work, with 10 samples a second. */
async function measureGrowth<Result>(pid: number, work: () => Promise<Result>) {
  const before = await readResidentMb(pid)
  let most = before
  const sampling = setInterval(() => {
    void readResidentMb(pid).then((now) => (most = Math.max(most, now)))
  }, 100)
  try {
    const result = await work()
    return { result, growthMb: Math.max(most, await readResidentMb(pid)) - before }
  } finally {
    clearInterval(sampling)
  }
}

/** The 99th percentile of the latency of other calls during the work. */
async function measureOtherCalls(url: string, work: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  let isOver = false
  void work.finally(() => (isOver = true)).catch(() => undefined)
  while (!isOver) {
    waits.push((await download({ url, method: 'GET' })).ms)
    await wait(20)
  }
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0
}

const computeSpeed = (results: readonly DownloadResult[]) =>
  median(results.map(({ megabytes, ms }) => megabytes / (ms / 1000)))

function* generateRadiographs(count: number) {
  for (let number = 1; number <= count; number += 1) yield createRadiograph('2.25.20260302', number)
}

async function measureTalus(folder: string): Promise<number> {
  const { unscopedDb, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder })
  const files = await openFileStore({ kind: 'disk', folder: join(folder, 'files') })
  const clock = () => new Date()
  const store = {
    unscopedDb,
    files,
    passwordHash: '-',
    createToken: (userId: Parameters<typeof startSession>[1]) =>
      startSession({ unscopedDb, clock }, userId, ''),
  }
  const clinics = []
  for (let number = 0; number <= parallel / 2; number += 1) {
    const clinic = await createClinicWithImages(store, `Bench ${number}`)
    const studyId = await clinic.addStudy(await clinic.addPatient('Bench'))
    for (const bytes of generateRadiographs(number === 0 ? imageCount : 14))
      await clinic.addImage({ studyId, bytes })
    clinics.push(clinic)
  }
  await close()
  const server = await startServer({ TALUS_DATA: folder, TALUS_DEMO: '0' })
  const pid = server.child.pid ?? 0
  const createRequest = ({
    id,
    token,
  }: {
    readonly id: number
    readonly token: string
  }): DownloadRequest => ({
    url: `${server.address}/api/clinic/download`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clinicId: id, type: 'DICOM' }),
  })
  try {
    const [large, ...small] = clinics
    if (!large) throw new Error('no clinic')
    const results: DownloadResult[] = []
    const growths: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { result, growthMb } = await measureGrowth(pid, () => download(createRequest(large)))
      results.push(result)
      growths.push(growthMb)
    }
    const firstByte = median(results.map(({ firstByteMs }) => firstByteMs))
    console.log(
      `Talus, zip of ${((results[0]?.megabytes ?? 0) / 1000).toFixed(2)} GB     ${computeSpeed(results).toFixed(0).padStart(5)} MB/s   first byte ${firstByte.toFixed(0).padStart(4)} ms   memory +${Math.max(...growths).toFixed(0)} MB`,
    )
    const others = await measureOtherCalls(
      `${server.address}/api/health`,
      download(createRequest(large)),
    )
    console.log(`Talus, other calls meanwhile: 99 of 100 within ${others.toFixed(0)} ms`)
    const both = [...small, ...small]
    const { growthMb } = await measureGrowth(pid, () =>
      Promise.all(both.map((one) => download(createRequest(one)))),
    )
    console.log(`Talus, ${both.length} at once: memory +${growthMb.toFixed(0)} MB`)
    return computeSpeed(results)
  } finally {
    await server.kill()
  }
}

async function measureOrthanc({ url, pid }: Orthanc) {
  let megabytes = 0
  for (const body of generateRadiographs(orthancImages)) {
    await download({ url: `${url}/instances`, method: 'POST', body })
    megabytes += body.length / 1e6
  }
  const [study] = (await (await fetch(`${url}/studies`)).json()) as readonly string[]
  const archive: DownloadRequest = { url: `${url}/studies/${study}/archive`, method: 'GET' }
  const { result, growthMb } = await measureGrowth(pid, () => download(archive))
  // The rate counts the uncompressed bytes; the response is compressed.
  const rate = megabytes / (result.ms / 1000)
  console.log(
    `Orthanc, archive of ${(megabytes / 1000).toFixed(2)} GB ${rate.toFixed(0).padStart(5)} MB/s   first byte ${result.firstByteMs.toFixed(0).padStart(4)} ms   memory +${growthMb.toFixed(0)} MB`,
  )
  return rate
}

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const ours = await measureTalus(join(folder, 'talus'))
  const peer = await startOrthanc(folder)
  if (peer) {
    try {
      console.log(`speed, Talus / Orthanc: ${(ours / (await measureOrthanc(peer))).toFixed(1)}`)
    } finally {
      await peer.stop()
    }
  } else console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
