// The zip of a clinic's images: speed, first byte and memory, beside the archive of Orthanc where it is
// installed. Takes 4 GB in the folder for temporary files.
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../apps/server/src/db/open.ts'
import { begin } from '../apps/server/src/features/auth/sessions.service.ts'
import { openFiles } from '../apps/server/src/files/index.ts'
import { clinicWithImages } from '../apps/server/src/testing/clinic-with-images.ts'
import { startServer } from '../apps/server/src/testing/server-process.ts'
import { median, residentMb } from './measure.ts'
import { startOrthanc } from './orthanc.ts'
import type { Orthanc } from './orthanc.ts'
import { radiograph } from './radiograph.ts'

const imageCount = 140
/** Orthanc compresses, at a speed that does not depend on how many there are. */
const orthancImages = 20
const rounds = 3
const parallel = 10

interface Ask {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

interface Taken {
  readonly megabytes: number
  readonly ms: number
  readonly firstByteMs: number
}

/** Reads an answer as fast as it comes and throws it away. */
async function take({ url, method, headers = {}, body }: Ask): Promise<Taken> {
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

/** How much more memory a process takes while something is done than before, looked at 10 times a second. */
async function growthDuring<Result>(pid: number, work: () => Promise<Result>) {
  const before = await residentMb(pid)
  let most = before
  const looking = setInterval(() => {
    void residentMb(pid).then((now) => (most = Math.max(most, now)))
  }, 100)
  try {
    const result = await work()
    return { result, growthMb: Math.max(most, await residentMb(pid)) - before }
  } finally {
    clearInterval(looking)
  }
}

/** The longest that others waited while it ran, but for one in a hundred. */
async function otherCallsDuring(url: string, work: Promise<unknown>): Promise<number> {
  const waits: number[] = []
  let isOver = false
  void work.finally(() => (isOver = true)).catch(() => undefined)
  while (!isOver) {
    waits.push((await take({ url, method: 'GET' })).ms)
    await wait(20)
  }
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * 0.99)] ?? 0
}

const speed = (taken: readonly Taken[]) =>
  median(taken.map(({ megabytes, ms }) => megabytes / (ms / 1000)))

function* radiographs(count: number) {
  for (let number = 1; number <= count; number += 1) yield radiograph('2.25.20260302', number)
}

async function talus(folder: string): Promise<number> {
  const { unscopedDb, close } = await openDatabase({ databaseUrl: undefined, dataFolder: folder })
  const files = await openFiles({ kind: 'disk', folder: join(folder, 'files') })
  const clock = () => new Date()
  const store = {
    unscopedDb,
    files,
    passwordHash: '-',
    tokenOf: (userId: Parameters<typeof begin>[1]) => begin({ unscopedDb, clock }, userId, ''),
  }
  const clinics = []
  for (let number = 0; number <= parallel / 2; number += 1) {
    const clinic = await clinicWithImages(store, `Bench ${number}`)
    const studyId = await clinic.addStudy(await clinic.addPatient('Bench'))
    for (const bytes of radiographs(number === 0 ? imageCount : 14))
      await clinic.addImage({ studyId, bytes })
    clinics.push(clinic)
  }
  await close()
  const server = await startServer({ TALUS_DATA: folder, TALUS_DEMO: '0' })
  const pid = server.child.pid ?? 0
  const ask = ({ id, token }: { readonly id: number; readonly token: string }): Ask => ({
    url: `${server.address}/api/clinic/download`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ clinicId: id, type: 'DICOM' }),
  })
  try {
    const [large, ...small] = clinics
    if (!large) throw new Error('no clinic')
    const taken: Taken[] = []
    const growths: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const { result, growthMb } = await growthDuring(pid, () => take(ask(large)))
      taken.push(result)
      growths.push(growthMb)
    }
    const firstByte = median(taken.map(({ firstByteMs }) => firstByteMs))
    console.log(
      `Talus, zip of ${((taken[0]?.megabytes ?? 0) / 1000).toFixed(2)} GB     ${speed(taken).toFixed(0).padStart(5)} MB/s   first byte ${firstByte.toFixed(0).padStart(4)} ms   memory +${Math.max(...growths).toFixed(0)} MB`,
    )
    const others = await otherCallsDuring(`${server.address}/api/health`, take(ask(large)))
    console.log(`Talus, other calls meanwhile: 99 of 100 within ${others.toFixed(0)} ms`)
    const both = [...small, ...small]
    const { growthMb } = await growthDuring(pid, () =>
      Promise.all(both.map((one) => take(ask(one)))),
    )
    console.log(`Talus, ${both.length} at once: memory +${growthMb.toFixed(0)} MB`)
    return speed(taken)
  } finally {
    await server.kill()
  }
}

async function orthanc({ url, pid }: Orthanc) {
  let megabytes = 0
  for (const body of radiographs(orthancImages)) {
    await take({ url: `${url}/instances`, method: 'POST', body })
    megabytes += body.length / 1e6
  }
  const [study] = (await (await fetch(`${url}/studies`)).json()) as readonly string[]
  const archive: Ask = { url: `${url}/studies/${study}/archive`, method: 'GET' }
  const { result, growthMb } = await growthDuring(pid, () => take(archive))
  // By the bytes that went in: those that came out were compressed.
  const rate = megabytes / (result.ms / 1000)
  console.log(
    `Orthanc, archive of ${(megabytes / 1000).toFixed(2)} GB ${rate.toFixed(0).padStart(5)} MB/s   first byte ${result.firstByteMs.toFixed(0).padStart(4)} ms   memory +${growthMb.toFixed(0)} MB`,
  )
  return rate
}

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const ours = await talus(join(folder, 'talus'))
  const peer = await startOrthanc(folder)
  if (peer) {
    try {
      console.log(`speed, Talus / Orthanc: ${(ours / (await orthanc(peer))).toFixed(1)}`)
    } finally {
      await peer.stop()
    }
  } else console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
} finally {
  await rm(folder, { recursive: true, force: true })
}
