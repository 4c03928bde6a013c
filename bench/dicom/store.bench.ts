// Measures C-STORE of tiny objects, slices and radiographs with dcmtk's storescu, into Talus and
// into Orthanc, which both flush files before they acknowledge them; and into dcmtk's storescp,
// which keeps no records and flushes nothing, as the cost of sending alone on this computer. The
// three sizes are measured apart: a tiny object costs its records and its flush, a radiograph its
// bytes. BENCH_SETS=slices,tiny chooses some of them. Needs 3 GB in the folder for temporary files.
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findOnPath } from '../../tools/testing/programs.ts'
import { imageKinds, createRadiograph } from '../support/radiograph.ts'
import {
  runInPairs,
  measureWork,
  median,
  formatRatio,
  readResidentMb,
  waitUntilIdle,
} from '../support/measure.ts'
import type { Pair } from '../support/measure.ts'
import { startOrthanc } from '../support/orthanc.ts'
import { startStorescp } from './storescp.ts'
import { startTalus } from './talus.ts'

const rounds = 5
const sets = {
  tiny: { kind: { ...imageKinds.slice, rows: 64, columns: 64 }, count: 300 },
  slices: { kind: imageKinds.slice, count: 200 },
  radiographs: { kind: imageKinds.radiograph, count: 16 },
} as const
type SetName = keyof typeof sets
const chosen = process.env['BENCH_SETS']?.split(',')

const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
let studies = 0

/** Writes a new study each time, because a server does not store a known one again. */
async function writeStudy(name: SetName, folders: number): Promise<readonly string[]> {
  const { kind, count } = sets[name]
  studies += 1
  const paths: string[] = []
  for (let part = 0; part < folders; part += 1) {
    const path = join(folder, `${name}-${studies}-${part}`)
    await mkdir(path)
    paths.push(path)
  }
  for (let number = 1; number <= count; number += 1)
    await writeFile(
      join(paths[number % folders] ?? '', `${number}.dcm`),
      createRadiograph(`2.25.2026030${studies}`, number, kind),
    )
  // Otherwise the first flush of a server would also write these files to the disk.
  await promisify(execFile)('sync')
  return paths
}

function sendWithStorescu(path: string, port: number, called: string): Promise<void> {
  const options = ['-aec', called, '-pdu', '131072', '+sd', '127.0.0.1', String(port), path]
  const child = spawn('storescu', options, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TCP_NODELAY: '1' },
  })
  return new Promise((resolve, reject) =>
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`storescu ended with ${code}`)),
    ),
  )
}

const formatRate = (pairs: readonly Pair[], count: number, whose: keyof Pair) => {
  const best = pairs.map((pair) => count / pair[whose].seconds).toSorted((a, b) => a - b)
  const cpu = pairs.map((pair) => (pair[whose].cpu * 1000) / count).toSorted((a, b) => a - b)
  const middle = Math.floor(pairs.length / 2)
  return `${(best[middle] ?? 0).toFixed(1)} objects/s, ${(cpu[middle] ?? 0).toFixed(1)} ms of processor each`
}

async function main() {
  if (!(await findOnPath(['storescu']))) {
    console.log('dcmtk is not installed (Debian: dcmtk).')
    return
  }
  const talus = await startTalus(join(folder, 'talus'))
  const orthanc = await startOrthanc(folder)
  const storescp = await startStorescp(folder)
  try {
    console.log(`Talus idle: ${(await readResidentMb(talus.pid)).toFixed(0)} MB`)
    const names = (Object.keys(sets) as SetName[]).filter((name) => chosen?.includes(name) ?? true)
    for (const name of names)
      for (const associations of [1, 4]) {
        const { count } = sets[name]
        let most = 0
        const sampling = setInterval(() => {
          void readResidentMb(talus.pid).then((now) => (most = Math.max(most, now)))
        }, 100)
        const before = await readResidentMb(talus.pid)
        const sendAll = (paths: readonly string[], port: number, called: string) =>
          Promise.all(paths.map((path) => sendWithStorescu(path, port, called)))
        const toStorescp = (paths: readonly string[]) => sendAll(paths, storescp.port, 'STORESCP')
        let paths: readonly string[] = []
        const prepared = new Map<number, readonly string[]>()
        const preparePaths = async (round: number) => {
          paths = prepared.get(round) ?? (await writeStudy(name, associations))
          prepared.set(round, paths)
          return paths
        }
        const plain: number[] = []
        const ours = async (round: number) => {
          const sent = await preparePaths(round)
          // storescp runs between the two servers in both orders, so that the disk is equally busy
          // for all.
          if (round % 2 === 1) plain.push(await storescp.measureSeconds(() => toStorescp(sent)))
          const result = await measureWork(talus.pid, () => sendAll(sent, talus.dicomPort, 'TALUS'))
          await waitUntilIdle(talus.pid)
          if (round % 2 === 0) plain.push(await storescp.measureSeconds(() => toStorescp(sent)))
          return result
        }
        const theirs = async (round: number) => {
          const sent = await preparePaths(round)
          if (!orthanc) return { seconds: Number.NaN, cpu: Number.NaN }
          const result = await measureWork(orthanc.pid, () =>
            sendAll(sent, orthanc.dicomPort, 'ORTHANC'),
          )
          await waitUntilIdle(orthanc.pid)
          return result
        }
        // The first round is not counted: V8 compiles in it, and both servers open their files.
        const pairs = (await runInPairs(1 + rounds, ours, theirs)).slice(1)
        clearInterval(sampling)
        console.log(`${name}, ${associations} association(s):`)
        console.log(
          `  Talus    ${formatRate(pairs, count, 'ours')}, memory +${(most - before).toFixed(0)} MB`,
        )
        if (orthanc) {
          console.log(`  Orthanc ${orthanc.version} ${formatRate(pairs, count, 'theirs')}`)
          console.log(
            `  rate, Talus / Orthanc: ${formatRatio(pairs, ({ ours: a, theirs: b }) => b.seconds / a.seconds)}`,
          )
          console.log(
            `  processor, Talus / Orthanc: ${formatRatio(pairs, ({ ours: a, theirs: b }) => a.cpu / b.cpu)}`,
          )
        }
        const talusSeconds = median(pairs.map((pair) => pair.ours.seconds))
        console.log(
          `  storescp ${(count / median(plain.slice(1))).toFixed(1)} objects/s; rate, Talus / storescp: ${(median(plain.slice(1)) / talusSeconds).toFixed(3)}`,
        )
        for (const sent of prepared.values())
          for (const path of sent) await rm(path, { recursive: true })
      }
    if (!orthanc)
      console.log('Orthanc is not installed (Debian: orthanc); nothing to compare with.')
  } finally {
    await talus.stop()
    await orthanc?.stop()
    storescp.stop()
  }
}

try {
  await main()
} finally {
  await rm(folder, { recursive: true, force: true })
}
