// From opening a study to its pixels, beside OHIF in one run: OHIF reads the same instances from our
// DICOMweb and, where Orthanc is installed, from Orthanc. Each round has a fresh profile, and they take
// turns. Needs a browser, and the npm registry for the package of OHIF.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { ohifFolder, serveOhif } from '../../e2e/ohif.ts'
import { root } from '../../tools/child.ts'
import { findBrowser } from '../../tools/testing/browser.ts'
import { startServer } from '../../tools/testing/test-server.ts'
import { buildWeb } from '../../tools/build/web.ts'
import { median } from '../measure.ts'
import { startOrthanc } from '../orthanc.ts'
import { radiograph } from '../radiograph.ts'
import { framesWhile, freshPage, scriptsOf, watchPixels } from './watch.ts'

const rounds = Number(process.env.ROUNDS ?? 5)
const images = 4
const study = '2.25.70001'
const animal = 'VIEWERBENCH'

interface Opened {
  readonly first: number
  readonly full: number
  readonly scripts: readonly string[]
}

/** Our viewer is opened from the list; the list is part of a cold start. */
async function openOurs(browser: Browser, url: string, token: string) {
  const page = await freshPage(browser, token)
  const started = Date.now()
  await page.goto(`${url}/vue/studylist`)
  await page.locator('tbody tr').first().waitFor()
  const list = Date.now() - started
  await page.getByLabel('Search studies').fill(animal)
  await page.locator('tbody tr', { hasText: animal }).first().click()
  const open = page.getByRole('button', { name: 'View Images' })
  // Clickable first: what the test waits for is not the viewer's time.
  await open.click({ trial: true })
  const untilFirst = await watchPixels(page, 'canvas[data-stage]')
  const untilFull = await watchPixels(page, 'canvas[data-stage="full"]')
  await open.click()
  const first = await untilFirst()
  const full = await untilFull()
  const opened: Opened = {
    first: list + first,
    full: list + full,
    scripts: await scriptsOf(page),
  }
  return { page, opened, fromClick: { first, full } }
}

async function openTheirs(browser: Browser, url: string): Promise<Opened> {
  const page = await freshPage(browser)
  const started = Date.now()
  await page.goto(`${url}/viewer?StudyInstanceUIDs=${study}`, { waitUntil: 'commit' })
  await page.waitForLoadState('domcontentloaded')
  const first = await (await watchPixels(page, 'canvas.cornerstone-canvas', started))()
  const scripts = await scriptsOf(page)
  await page.context().close()
  // It shows nothing before the whole image is there.
  return { first, full: first, scripts }
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** The scripts of a page, as a server that compresses would send them. */
async function weightOf(folder: string, scripts: readonly string[], below = '/') {
  const sizes = await Promise.all(
    scripts.map(async (address) => {
      const path = new URL(address).pathname.slice(below.length)
      return readFile(join(folder, path)).then(
        (bytes) => gzipSync(bytes, { level: 9 }).length,
        () => 0,
      )
    }),
  )
  return sum(sizes)
}

const ms = (values: readonly number[]) => `${median(values).toFixed(0)} ms`.padStart(9)
const ratio = (ours: readonly number[], theirs: readonly number[]) =>
  median(ours.map((value, round) => value / (theirs[round] ?? Infinity))).toFixed(3)

const executablePath = await findBrowser()
const ohif = ohifFolder()
if (executablePath === undefined || ohif === undefined) throw new Error('no browser, or no OHIF')
await buildWeb()
const folder = await mkdtemp(join(tmpdir(), 'talus-bench-'))
const talus = await startServer()
const orthanc = await startOrthanc(folder)
const login = await fetch(`${talus.url}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'admin.en', password: 'Talus-demo-1' }),
})
const token = login.headers.get('authorization')?.replace('Bearer ', '') ?? ''
for (let number = 1; number <= images; number += 1) {
  const body = new Uint8Array(radiograph(study, number, undefined, animal))
  const stored = await fetch(`${talus.url}/api/dicom-web/studies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body,
  })
  if (!stored.ok) throw new Error(`not stored: ${stored.status}`)
  if (orthanc) await fetch(`${orthanc.url}/instances`, { method: 'POST', body })
}
const onOurs = await serveOhif(ohif, token, `${talus.url}/api/`)
const onOrthanc = orthanc && (await serveOhif(ohif, '', `${orthanc.url}/`))
const launch = () =>
  chromium.launch({ executablePath, args: ['--no-sandbox', '--no-first-run', '--disable-sync'] })

const ours: Opened[] = []
const clicks: { first: number; full: number }[] = []
const theirs: Opened[] = []
const theirsOnOrthanc: Opened[] = []
const nexts: number[] = []
const drags: number[] = []
const zooms: number[] = []

async function ourRound() {
  const browser = await launch()
  const { page, opened, fromClick } = await openOurs(browser, talus.url, token)
  ours.push(opened)
  clicks.push(fromClick)
  const canvas = page.locator('canvas[data-stage="full"]').first()
  const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  const drag = await framesWhile(page, async () => {
    for (let at = 0; at < 120; at += 1) await page.mouse.move(x + at, y + at / 2)
  })
  await page.mouse.up()
  const zoom = await framesWhile(page, async () => {
    for (let at = 0; at < 40; at += 1) await page.mouse.wheel(0, at < 20 ? -60 : 60)
  })
  drags.push(drag.p95)
  zooms.push(zoom.p95)
  // The neighbours have been loaded meanwhile.
  await page.waitForFunction(
    () =>
      performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/pixels'))
        .length >= 2,
  )
  await canvas.evaluate((element) => Object.assign(element.dataset, { old: '' }))
  const untilNext = await watchPixels(page, 'canvas[data-stage="full"]:not([data-old])')
  await page.locator('[data-viewer] [data-hint-side="right"]').nth(1).click()
  nexts.push(await untilNext())
  await browser.close()
}
async function theirRound(url: string, into: Opened[]) {
  const browser = await launch()
  into.push(await openTheirs(browser, url))
  await browser.close()
}

try {
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) await ourRound()
    await theirRound(onOurs.url, theirs)
    if (onOrthanc) await theirRound(onOrthanc.url, theirsOnOrthanc)
    if (round % 2 !== 0) await ourRound()
  }
  const first = (opened: readonly Opened[]) => opened.map((one) => one.first)
  const full = (opened: readonly Opened[]) => opened.map((one) => one.full)
  console.log(`${rounds} rounds, 3000 × 2400 × 16 bit, medians`)
  console.log(`Talus, cold, list and viewer    first ${ms(first(ours))}   full ${ms(full(ours))}`)
  console.log(
    `Talus, from the click           first ${ms(clicks.map((one) => one.first))}   full ${ms(clicks.map((one) => one.full))}`,
  )
  console.log(`OHIF on Talus, cold             first ${ms(first(theirs))}`)
  if (onOrthanc) console.log(`OHIF on Orthanc, cold           first ${ms(first(theirsOnOrthanc))}`)
  const best = onOrthanc
    ? theirs.map((one, round) => Math.min(one.first, theirsOnOrthanc[round]?.first ?? Infinity))
    : first(theirs)
  console.log(
    `Talus / the faster OHIF: first ${ratio(first(ours), best)}, full ${ratio(full(ours), best)}; ` +
      `from the click first ${ratio(
        clicks.map((one) => one.first),
        best,
      )}, full ${ratio(
        clicks.map((one) => one.full),
        best,
      )}`,
  )
  console.log(`Talus, next image ${ms(nexts)}, frames p95: window ${ms(drags)}, zoom ${ms(zooms)}`)
  const weights = [
    await weightOf(join(root, 'apps/web/dist'), ours[0]?.scripts ?? [], '/vue/'),
    await weightOf(ohif, theirs[0]?.scripts ?? []),
  ].map((bytes) => `${(bytes / 1000).toFixed(0)} kB`)
  console.log(`script, compressed: Talus ${weights[0]}, OHIF ${weights[1]}`)
} finally {
  onOurs.stop()
  onOrthanc?.stop()
  await orthanc?.stop()
  await talus.stop()
  await rm(folder, { recursive: true, force: true })
}
