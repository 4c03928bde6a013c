import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { createWriter, openReport, textEditor } from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'

/** At most this much typing is lost, besides the time that the server needs to save it. */
const lostMsMax = 3000
const typingMs = 7000

interface TypedWord {
  readonly word: string
  readonly typedAt: number
}

/** Types numbered words, and notes when each was complete. */
async function typeWords(page: Page, ms: number): Promise<TypedWord[]> {
  const words: TypedWord[] = []
  const end = performance.now() + ms
  while (performance.now() < end) {
    const word = `w${String(words.length)}.`
    await page.keyboard.type(`${word} `)
    words.push({ word, typedAt: performance.now() })
    await page.waitForTimeout(100)
  }
  return words
}

/** The durations of the saves of a page. */
function measureSaves(page: Page): number[] {
  const durations: number[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'PUT' && request.url().includes('report/draft'))
      durations.push(request.timing().responseEnd)
  })
  return durations
}

const readDraft = async (api: Api, studyId: number) =>
  JSON.stringify((await api('GET', `report/draft/${String(studyId)}`)).body)

/** The time between the first word that was lost and the kill. */
function measureLoss(words: readonly TypedWord[], saved: string, killedAt: number): number {
  const lost = words.find(({ word }) => !saved.includes(word))
  return lost ? killedAt - lost.typedAt : 0
}

/** The main process of the browser that uses a profile; its children have a type. */
function findBrowserProcess(profile: string): number {
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/u.test(entry)) continue
    let command = ''
    try {
      command = readFileSync(`/proc/${entry}/cmdline`, 'utf8')
    } catch {
      // The process has ended in the meantime.
    }
    if (command.includes(`--user-data-dir=${profile}`) && !command.includes('--type='))
      return Number(entry)
  }
  throw new Error('The browser has no process.')
}

test('a killed browser loses at most three seconds of typing, and the report is offered again', async ({
  page: _page,
  records,
  clinicFixture,
  t,
}) => {
  test.skip(process.platform !== 'linux', 'finds the process of the browser in /proc')
  test.slow()
  const { studyId } = await storeImage(records, 1)
  const writer = await createWriter(records, clinicFixture.createUser)
  const profile = await mkdtemp(join(tmpdir(), 'talus-profile-'))
  const { launchOptions } = test.info().project.use
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      baseURL: servers.local.base,
      viewport: { width: 1366, height: 768 },
    })
    return context.pages()[0] ?? (await context.newPage())
  }
  try {
    const page = await start()
    await signInAs(page, writer.username)
    await openReport(page, t)
    const saves = measureSaves(page)
    await textEditor(page).click()
    const words = await typeWords(page, typingMs)
    const killedAt = performance.now()
    process.kill(findBrowserProcess(profile), 'SIGKILL')
    await page.context().close()

    const saved = await readDraft(writer.api, studyId)
    const lostMs = measureLoss(words, saved, killedAt)
    const slowestMs = Math.max(...saves)
    console.log(
      `killed browser: ${lostMs.toFixed(0)} ms lost, slowest save ${slowestMs.toFixed(0)} ms`,
    )
    expect(lostMs).toBeLessThanOrEqual(lostMsMax + slowestMs + 500)

    const again = await start()
    await signInAs(again, writer.username)
    await openReport(again, t)
    await button(again, t('report:draft.continue')).click()
    const shown = await textEditor(again).innerText()
    for (const { word } of words) if (saved.includes(word)) expect(shown).toContain(word)
    await again.context().close()
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
})
