// Measures how a CT study of 500 slices opens, scrolls and is left, and compares OHIF in the same
// run: on our DICOMweb and, if it is installed, on Orthanc. Both run without a graphics card, with
// warm caches, one warm-up first. The viewers alternate. OHIF loads a few slices only, so its processor
// time until the first slice is compared with ours until the last one.
// ROUNDS (5) and SLICES (500) can be set.
// Needs a browser, and the npm registry for the package of OHIF.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchOhif, serveOhif } from '../../e2e/support/ohif.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { median, readCpuSeconds, waitUntilIdle } from '../support/measure.ts'
import { startOrthanc } from '../support/orthanc.ts'
import { startSlowProxy } from '../support/slow-proxy.ts'
import { signIn, storeFile } from '../support/talus-client.ts'
import { openBrowser, openOurs, openTheirs } from './open-study.ts'
import type { Opened, OurOpened } from './open-study.ts'
import { createSliceFile, isReal, loadSlices } from './series.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const count = Number(process.env.SLICES ?? 500)
const subject = { study: '2.25.70003', patient: 'CTBENCH' }

const executablePath = await findBrowser()
const ohif = fetchOhif()
if (executablePath === undefined) throw new Error('There is no browser')
if (ohif === undefined) throw new Error('OHIF cannot be fetched from the registry of npm')
await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const talus = await startServer()
const orthanc = await startOrthanc(folder)
const token = await signIn(talus.url)

const { getValues } = await loadSlices()
for (let index = 0; index < count; index += 1) {
  const body = createSliceFile(getValues(index), index, subject)
  await storeFile(talus.url, token, body)
  if (orthanc) await fetch(`${orthanc.url}/instances`, { method: 'POST', body })
}
const packing = await readCpuSeconds(talus.pid)
await waitUntilIdle(talus.pid)
console.log(
  `${count} slices of 512 × 512 × 16 bit, ${isReal ? 'a real chest' : 'simulated'}; packed in advance in ` +
    `${((await readCpuSeconds(talus.pid)) - packing).toFixed(1)} s of processor time`,
)

const onOurs = await serveOhif(ohif, token, `${talus.url}/api/`)
const onOrthanc = orthanc && (await serveOhif(ohif, '', `${orthanc.url}/`))
const ours: OurOpened[] = []
const theirs: Opened[] = []
const theirsOnOrthanc: Opened[] = []
const profile = (name: string) => openBrowser(join(folder, name), executablePath)
const show = (list: readonly number[], digits = 0) => median(list).toFixed(digits)
const of = <Key extends keyof Opened>(list: readonly Opened[], key: Key) =>
  list.map((one) => one[key])

async function measureOurs(url = talus.url) {
  const context = await profile(`ours-${new URL(url).port}`)
  try {
    return await openOurs(context, { url, token, serverPid: talus.pid, ...subject })
  } finally {
    await context.close()
  }
}
async function measureTheirs(name: string, url: string) {
  const context = await profile(name)
  try {
    return await openTheirs(context, { url, ...subject })
  } finally {
    await context.close()
  }
}

function printOne(name: string, list: readonly Opened[]) {
  console.log(
    `${name.padEnd(18)} first ${show(of(list, 'firstMs')).padStart(6)} ms   ` +
      `browser ${show(of(list, 'cpu'), 1).padStart(5)} s   memory ${show(of(list, 'mb')).padStart(5)} MB`,
  )
}
function printRatio(name: string, list: readonly Opened[]) {
  const ratio = (key: keyof Opened) =>
    show(
      ours.map((one, round) => one[key] / (list[round]?.[key] ?? Infinity)),
      3,
    )
  console.log(
    `Talus / ${name}: first ${ratio('firstMs')}, browser ${ratio('cpu')}, memory ${ratio('mb')}`,
  )
}

try {
  // The first round warms caches and compiled code, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const our = round % 2 === 0 ? await measureOurs() : undefined
    const their = await measureTheirs('ohif', onOurs.url)
    const theirOrthanc = onOrthanc && (await measureTheirs('ohif-orthanc', onOrthanc.url))
    const opened = our ?? (await measureOurs())
    if (round === 0) continue
    ours.push(opened)
    theirs.push(their)
    if (theirOrthanc) theirsOnOrthanc.push(theirOrthanc)
  }
  printOne('Talus', ours)
  printOne('OHIF on Talus', theirs)
  if (onOrthanc) printOne('OHIF on Orthanc', theirsOnOrthanc)
  printRatio('OHIF on Talus', theirs)
  if (onOrthanc) printRatio('OHIF on Orthanc', theirsOnOrthanc)
  const pick = (key: Exclude<keyof OurOpened, keyof Opened>) => ours.map((one) => one[key])
  console.log(
    `Talus: whole ${show(pick('wholeMs'))} ms; scroll p95 ${show(pick('scrollMs'), 1)} ms of script, while loading ${show(pick('scrollLoadingMs'), 1)} ms; ` +
      `server ${show(pick('serverCpu'), 2)} s; after leaving ${show(pick('leftMb'))} MB more`,
  )
  for (const megabits of [100, 20]) {
    const proxy = await startSlowProxy(talus.url, megabits * 1e6)
    await measureOurs(proxy.url)
    const slow = await measureOurs(proxy.url)
    console.log(
      `${megabits} Mbit/s: first ${slow.firstMs.toFixed(0)} ms, coarse planes ${slow.coarseMs.toFixed(0)} ms, whole ${slow.wholeMs.toFixed(0)} ms`,
    )
    proxy.stop()
  }
} finally {
  onOurs.stop()
  onOrthanc?.stop()
  await orthanc?.stop()
  await talus.stop()
  await rm(folder, { recursive: true, force: true })
}
