// Compares DICOMweb with Orthanc's in one run: a frame of a radiograph, the metadata of 500 slices,
// a rendered JPEG, searches among many studies (BENCH_STUDIES, 50,000 by default: filling both
// takes minutes), and storing.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imageKinds, createRadiograph } from '../support/radiograph.ts'
import { runInPairs, measureWork, formatRatio, waitUntilIdle } from '../support/measure.ts'
import type { Measurement, Pair } from '../support/measure.ts'
import { startOrthanc } from '../support/orthanc.ts'
import { startTalus } from './talus.ts'

const pairs = 7
const studies = Number(process.env['BENCH_STUDIES'] ?? 50_000)
const slices = 500
const tiny = { ...imageKinds.slice, rows: 4, columns: 4 }
const xrayStudy = '2.25.77001'
const ctStudy = '2.25.77002'
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

interface Archive {
  readonly name: string
  readonly pid: number
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
  readonly store: (bytes: Buffer) => Promise<void>
}

function send(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: Buffer,
): Promise<{ readonly status: number; readonly length: number; readonly text: () => string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(url, { method: body ? 'POST' : 'GET', headers, agent }, resolve)
    .on('error', reject)
    .end(body)
  return promise.then(async (response) => {
    const chunks = (await response.toArray()) as Buffer[]
    const bytes = Buffer.concat(chunks)
    return {
      status: response.statusCode ?? 0,
      length: bytes.length,
      text: () => bytes.toString('utf8'),
    }
  })
}

async function get(archive: Archive, path: string, accept: string) {
  const response = await send(`${archive.root}${path}`, { ...archive.headers, accept })
  if (response.status !== 200)
    throw new Error(`${archive.name} ${path} answered ${response.status}`)
  return response
}

async function runEightAtOnce(count: number, work: (number: number) => Promise<void>) {
  let next = 0
  const runNext = async () => {
    while (next < count) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: 8 }, runNext))
}

/** Every patient has five studies. */
const getPatientId = (study: number) => `P${Math.ceil(study / 5)}`

async function fill(archive: Archive): Promise<void> {
  const started = performance.now()
  await archive.store(createRadiograph(xrayStudy, 1))
  await runEightAtOnce(slices, (number) =>
    archive.store(createRadiograph(ctStudy, number, imageKinds.slice)),
  )
  await runEightAtOnce(studies, (number) =>
    archive.store(
      createRadiograph(`2.25.88${String(number).padStart(8, '0')}`, 1, tiny, getPatientId(number)),
    ),
  )
  console.log(`${archive.name} filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

const jsonType = 'application/dicom+json'
const frame = `/studies/${xrayStudy}/series/${xrayStudy}.1/instances/${xrayStudy}.1.1`
const queries: readonly {
  readonly name: string
  readonly path: string
  readonly accept: string
  readonly times: number
}[] = [
  {
    name: 'frame of 3000×2400, 16 bit',
    path: `${frame}/frames/1`,
    accept:
      'multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1',
    times: 10,
  },
  {
    name: 'frame of a slice, 512×512',
    path: `/studies/${ctStudy}/series/${ctStudy}.1/instances/${ctStudy}.1.1/frames/1`,
    accept:
      'multipart/related; type="application/octet-stream"; transfer-syntax=1.2.840.10008.1.2.1',
    times: 50,
  },
  { name: 'rendered JPEG', path: `${frame}/rendered`, accept: 'image/jpeg', times: 5 },
  {
    name: `metadata of ${slices} slices`,
    path: `/studies/${ctStudy}/series/${ctStudy}.1/metadata`,
    accept: jsonType,
    times: 5,
  },
  { name: 'newest 10 studies', path: '/studies?limit=10', accept: jsonType, times: 10 },
  {
    name: 'one study by its UID',
    path: `/studies?StudyInstanceUID=${xrayStudy}`,
    accept: jsonType,
    times: 10,
  },
  {
    name: 'studies by patient',
    path: '/studies?PatientID=P77&limit=10',
    accept: jsonType,
    times: 5,
  },
  {
    name: 'studies by the prefix of a name',
    path: '/studies?PatientName=Owner^P77*&limit=10',
    accept: jsonType,
    times: 5,
  },
]

const storeCases = [
  { name: 'STOW-RS, a radiograph', kind: imageKinds.radiograph, count: 1, times: 8 },
  { name: 'STOW-RS, 20 slices', kind: imageKinds.slice, count: 20, times: 4 },
] as const
let storedStudies = 0

function encodeMultipart(files: readonly Buffer[]): Buffer {
  const head = Buffer.from('\r\n--edge\r\nContent-Type: application/dicom\r\n\r\n')
  return Buffer.concat([...files.flatMap((file) => [head, file]), Buffer.from('\r\n--edge--\r\n')])
}

/** Stores the same bodies in both archives, in studies that are new to them. */
async function compareStoring(ours: Archive, theirs: Archive): Promise<void> {
  for (const { name, kind, count, times } of storeCases) {
    const bodies = new Map<number, readonly Buffer[]>()
    const createBodies = (round: number) => {
      const known = bodies.get(round)
      if (known) return known
      bodies.clear()
      const created = Array.from({ length: times }, () => {
        storedStudies += 1
        const study = `2.25.99${storedStudies}`
        return encodeMultipart(
          Array.from({ length: count }, (_, place) => createRadiograph(study, place + 1, kind)),
        )
      })
      bodies.set(round, created)
      return created
    }
    const run = (archive: Archive) => async (round: number) => {
      const sent = createBodies(round)
      const result = await measureWork(archive.pid, async () => {
        for (const body of sent) {
          const headers = {
            ...archive.headers,
            accept: jsonType,
            'content-type': 'multipart/related; type="application/dicom"; boundary=edge',
            'content-length': String(body.length),
          }
          const { status, text } = await send(`${archive.root}/studies`, headers, body)
          if (status !== 200) throw new Error(`${archive.name} answered ${status}: ${text()}`)
        }
      })
      await waitUntilIdle(archive.pid)
      return result
    }
    const results = await runInPairs(pairs, run(ours), run(theirs))
    console.log(`${name}:`)
    printResults(results, ours, theirs, times)
  }
}

const formatMedian = (
  pairs: readonly Pair[],
  whose: keyof Pair,
  figure: keyof Measurement,
  times: number,
) => {
  const values = pairs.map((pair) => (pair[whose][figure] * 1000) / times).toSorted((a, b) => a - b)
  return (values[Math.floor(values.length / 2)] ?? 0).toFixed(1)
}

function printResults(
  results: readonly Pair[],
  ours: Archive,
  theirs: Archive,
  times: number,
): void {
  for (const [whose, { name }] of [
    ['ours', ours],
    ['theirs', theirs],
  ] as const)
    console.log(
      `  ${name}: ${formatMedian(results, whose, 'seconds', times)} ms, processor ${formatMedian(results, whose, 'cpu', times)} ms`,
    )
  console.log(
    `  time ratio: ${formatRatio(results, (pair) => pair.ours.seconds / pair.theirs.seconds)}`,
  )
  console.log(
    `  processor ratio: ${formatRatio(results, (pair) => pair.ours.cpu / pair.theirs.cpu)}`,
  )
}

async function compare(ours: Archive, theirs: Archive): Promise<void> {
  for (const { name, path, accept, times } of queries) {
    const run = (archive: Archive) => () =>
      measureWork(archive.pid, async () => {
        for (let time = 0; time < times; time += 1) await get(archive, path, accept)
      })
    const lengths = [await get(ours, path, accept), await get(theirs, path, accept)].map(
      ({ length }) => length,
    )
    const results = await runInPairs(pairs, run(ours), run(theirs))
    console.log(`${name} (${lengths.join(' and ')} bytes):`)
    printResults(results, ours, theirs, times)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const talus = await startTalus(join(folder, 'talus'))
  const orthanc = await startOrthanc(folder)
  try {
    if (orthanc) {
      const ours: Archive = {
        name: 'Talus',
        pid: talus.pid,
        root: `${talus.base}/dicom-web`,
        headers: { authorization: talus.authorization },
        store: async (bytes) => {
          const headers = {
            authorization: talus.authorization,
            'content-type': 'application/dicom',
            'content-length': String(bytes.length),
          }
          const { status, text } = await send(`${talus.base}/image/import`, headers, bytes)
          if (status !== 200) throw new Error(`import answered ${status}: ${text()}`)
        },
      }
      const theirs: Archive = {
        name: `Orthanc ${orthanc.version}`,
        pid: orthanc.pid,
        root: `${orthanc.url}/dicom-web`,
        headers: {},
        store: async (bytes) => {
          const headers = { 'content-length': String(bytes.length), expect: '' }
          const { status } = await send(`${orthanc.url}/instances`, headers, bytes)
          if (status !== 200) throw new Error(`Orthanc answered ${status}`)
        },
      }
      await fill(ours)
      await fill(theirs)
      await compare(ours, theirs)
      await compareStoring(ours, theirs)
    } else console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
  } finally {
    await talus.stop()
    await orthanc?.stop()
  }
} finally {
  agent.destroy()
  await rm(folder, { recursive: true, force: true })
}
