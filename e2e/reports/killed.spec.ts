import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startServer } from '../../tools/testing/test-server.ts'
import type { TestServer } from '../../tools/testing/test-server.ts'
import { createWriter, openReport, textEditor } from '../pages/report-page.ts'
import { storeImage } from '../pages/viewer-page.ts'
import { button, createApi, signInAs } from '../support/clinic-fixture.ts'
import type { Api } from '../support/clinic-fixture.ts'
import { test as base } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { servers, setLocalServer } from '../support/servers.ts'
import { users } from '../support/users.ts'

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

base(
  'a killed browser loses at most three seconds of typing, and the report is offered again',
  async ({ page: _page, records, clinicFixture, t }) => {
    base.skip(process.platform !== 'linux', 'finds the process of the browser in /proc')
    base.slow()
    const { studyId } = await storeImage(records, 1)
    const writer = await createWriter(records, clinicFixture.createUser)
    const profile = await mkdtemp(join(tmpdir(), 'talus-profile-'))
    const { launchOptions } = base.info().project.use
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
  },
)

/** A server that only this test uses, because it is killed. */
const test = base.extend<{ server: { kill: () => Promise<void>; start: () => Promise<void> } }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright parses this parameter
  server: async ({}, use) => {
    const { url, data } = servers.local
    let running: TestServer = await startServer()
    const port = new URL(running.url).port
    setLocalServer(running.url, running.data)
    await use({
      kill: () => running.kill(),
      start: async () => {
        running = await startServer({ PORT: port, TALUS_DATA: running.data })
      },
    })
    setLocalServer(url, data)
    await running.stop()
  },
  baseURL: async ({ server: _server }, use) => {
    await use(servers.local.base)
  },
})

test('a killed server loses at most three seconds of typing, and gets the rest when it runs again', async ({
  page,
  server,
  clinicFixture,
  pageErrors,
  t,
}) => {
  test.slow()
  const { body: clinics } = await clinicFixture.asSuper<readonly { id: number; name: string }[]>(
    'GET',
    'clinic',
  )
  const found = clinics.find(({ name }) => name === users['admin.en'].clinic)
  if (!found) throw new Error('The demo clinic is missing.')
  const records = { clinic: { ...found, admin: 'admin.en' } }
  // The newest study is the first of the list.
  const StudyDate = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const { studyId } = await storeImage(records, 1, { PatientName: 'Keller^Quorra', StudyDate })
  const { username } = await clinicFixture.createUser(found, 'writer', { report: true })
  const writer = { username, api: await createApi(username) }
  await signInAs(page, writer.username)
  await openReport(page, t, 'Quorra')
  const saves = measureSaves(page)
  await textEditor(page).click()
  const before = await typeWords(page, typingMs)
  const killedAt = performance.now()
  const slowestMs = Math.max(...saves)
  await server.kill()
  await page.keyboard.type('behind the kill')
  await expect(page.getByText(t('report:status.failed'))).toBeVisible({ timeout: 30_000 })
  await server.start()
  const saved = await readDraft(writer.api, studyId)
  const lostMs = measureLoss(before, saved, killedAt)
  console.log(
    `killed server: ${lostMs.toFixed(0)} ms not stored, slowest save ${slowestMs.toFixed(0)} ms`,
  )
  expect(lostMs).toBeLessThanOrEqual(lostMsMax + slowestMs + 500)
  // The page is still open: it saves the rest by itself.
  await expect(page.getByText(t('report:status.saved'))).toBeVisible({ timeout: 60_000 })
  const whole = await readDraft(writer.api, studyId)
  expect(whole).toContain('behind the kill')
  for (const { word } of before) expect(whole).toContain(word)
  pageErrors.length = 0
})
