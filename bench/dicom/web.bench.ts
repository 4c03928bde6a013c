// DICOMweb beside Orthanc's, in one run: a frame of a radiograph, the metadata of 500 slices, a rendered
// picture, searches among many studies (BENCH_STUDIES, 50,000 by default: filling both takes minutes),
// and storing.
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kinds, radiograph } from '../radiograph.ts'
import { inPairs, measured, ratioText, untilIdle } from '../measure.ts'
import type { Measured, Pair } from '../measure.ts'
import { startOrthanc } from '../orthanc.ts'
import { startTalus } from './talus.ts'

const pairs = 7
const studies = Number(process.env['BENCH_STUDIES'] ?? 50_000)
const slices = 500
const tiny = { ...kinds.slice, rows: 4, columns: 4 }
const xrayStudy = '2.25.77001'
const ctStudy = '2.25.77002'
const agent = new Agent({ keepAlive: true, maxSockets: 8 })

interface Side {
  readonly name: string
  readonly pid: number
  readonly root: string
  readonly headers: Readonly<Record<string, string>>
  readonly store: (bytes: Buffer) => Promise<void>
}

function ask(
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

async function get(side: Side, path: string, accept: string) {
  const answer = await ask(`${side.root}${path}`, { ...side.headers, accept })
  if (answer.status !== 200) throw new Error(`${side.name} ${path} answered ${answer.status}`)
  return answer
}

async function eightAtOnce(count: number, work: (number: number) => Promise<void>) {
  let next = 0
  const one = async () => {
    while (next < count) {
      next += 1
      await work(next)
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

/** Each has been here five times. */
const patientOf = (study: number) => `P${Math.ceil(study / 5)}`

async function fill(side: Side): Promise<void> {
  const started = performance.now()
  await side.store(radiograph(xrayStudy, 1))
  await eightAtOnce(slices, (number) => side.store(radiograph(ctStudy, number, kinds.slice)))
  await eightAtOnce(studies, (number) =>
    side.store(radiograph(`2.25.88${String(number).padStart(8, '0')}`, 1, tiny, patientOf(number))),
  )
  console.log(`${side.name} filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

const jsonType = 'application/dicom+json'
const frame = `/studies/${xrayStudy}/series/${xrayStudy}.1/instances/${xrayStudy}.1.1`
const questions: readonly {
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
    name: 'studies by the beginning of a name',
    path: '/studies?PatientName=Owner^P77*&limit=10',
    accept: jsonType,
    times: 5,
  },
]

const stored = [
  { name: 'STOW-RS, a radiograph', kind: kinds.radiograph, count: 1, times: 8 },
  { name: 'STOW-RS, 20 slices', kind: kinds.slice, count: 20, times: 4 },
] as const
let storedStudies = 0

function multipart(files: readonly Buffer[]): Buffer {
  const head = Buffer.from('\r\n--edge\r\nContent-Type: application/dicom\r\n\r\n')
  return Buffer.concat([...files.flatMap((file) => [head, file]), Buffer.from('\r\n--edge--\r\n')])
}

/** The same bodies for both, in studies that neither has. */
async function compareStoring(ours: Side, theirs: Side): Promise<void> {
  for (const { name, kind, count, times } of stored) {
    const bodies = new Map<number, readonly Buffer[]>()
    const bodiesOf = (round: number) => {
      const known = bodies.get(round)
      if (known) return known
      bodies.clear()
      const made = Array.from({ length: times }, () => {
        storedStudies += 1
        const study = `2.25.99${storedStudies}`
        return multipart(
          Array.from({ length: count }, (_, place) => radiograph(study, place + 1, kind)),
        )
      })
      bodies.set(round, made)
      return made
    }
    const run = (side: Side) => async (round: number) => {
      const sent = bodiesOf(round)
      const result = await measured(side.pid, async () => {
        for (const body of sent) {
          const headers = {
            ...side.headers,
            accept: jsonType,
            'content-type': 'multipart/related; type="application/dicom"; boundary=edge',
            'content-length': String(body.length),
          }
          const { status, text } = await ask(`${side.root}/studies`, headers, body)
          if (status !== 200) throw new Error(`${side.name} answered ${status}: ${text()}`)
        }
      })
      await untilIdle(side.pid)
      return result
    }
    const results = await inPairs(pairs, run(ours), run(theirs))
    console.log(`${name}:`)
    tell(results, ours, theirs, times)
  }
}

const each = (pair: readonly Pair[], whose: keyof Pair, of: keyof Measured, times: number) => {
  const values = pair.map((one) => (one[whose][of] * 1000) / times).toSorted((a, b) => a - b)
  return (values[Math.floor(values.length / 2)] ?? 0).toFixed(1)
}

function tell(results: readonly Pair[], ours: Side, theirs: Side, times: number): void {
  for (const [whose, { name }] of [
    ['ours', ours],
    ['theirs', theirs],
  ] as const)
    console.log(
      `  ${name}: ${each(results, whose, 'seconds', times)} ms, processor ${each(results, whose, 'cpu', times)} ms`,
    )
  console.log(
    `  time ratio: ${ratioText(results, (pair) => pair.ours.seconds / pair.theirs.seconds)}`,
  )
  console.log(`  processor ratio: ${ratioText(results, (pair) => pair.ours.cpu / pair.theirs.cpu)}`)
}

async function compare(ours: Side, theirs: Side): Promise<void> {
  for (const { name, path, accept, times } of questions) {
    const run = (side: Side) => () =>
      measured(side.pid, async () => {
        for (let time = 0; time < times; time += 1) await get(side, path, accept)
      })
    const lengths = [await get(ours, path, accept), await get(theirs, path, accept)].map(
      ({ length }) => length,
    )
    const results = await inPairs(pairs, run(ours), run(theirs))
    console.log(`${name} (${lengths.join(' and ')} bytes):`)
    tell(results, ours, theirs, times)
  }
}

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
try {
  const talus = await startTalus(join(folder, 'talus'))
  const orthanc = await startOrthanc(folder)
  try {
    if (orthanc) {
      const ours: Side = {
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
          const { status, text } = await ask(`${talus.base}/image/import`, headers, bytes)
          if (status !== 200) throw new Error(`import answered ${status}: ${text()}`)
        },
      }
      const theirs: Side = {
        name: `Orthanc ${orthanc.version}`,
        pid: orthanc.pid,
        root: `${orthanc.url}/dicom-web`,
        headers: {},
        store: async (bytes) => {
          const headers = { 'content-length': String(bytes.length), expect: '' }
          const { status } = await ask(`${orthanc.url}/instances`, headers, bytes)
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
