import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  dialog,
  expect,
  expectAccessible,
  expectNoHorizontalScroll,
  dialogSelector,
  test,
} from '../support/fixtures.ts'
import { createApi } from '../support/clinic-fixture.ts'
import { openPage } from '../support/navigate.ts'
import type { Translate } from '../support/i18n-texts.ts'

const own = 'Harrow Creek Animal Hospital'
const other = 'Northlight Medical Imaging'

/** Other tests write to the same audit trail, so each test searches for a unique name. */
const createUnique = (text: string) => `${text}-${Date.now()}-${Math.floor(Math.random() * 1e6)}`

/** Writes two entries: a doctor of this clinic is created, then renamed. */
async function renameDoctor(clinicName: string) {
  const api = await createApi('super')
  const { body: clinics } = await api<{ id: number; name: string }[]>('GET', 'clinic')
  const clinicId = clinics.find(({ name }) => name === clinicName)?.id
  const lastName = createUnique('Audited')
  const { body: doctor } = await api('POST', 'clinicprofile', {
    firstName: 'Ada',
    lastName,
    clinicId,
  })
  const changed = { ...doctor, firstName: 'Edith', isActive: false }
  expect(await api('PUT', 'clinicprofile', changed)).toMatchObject({ status: 200 })
  return { subject: `Ada ${lastName}`, lastName }
}

/** The row of a field in the details, by its label. */
const fieldRow = (details: Locator, label: string) =>
  details
    .getByRole('row')
    .filter({ has: details.page().getByRole('rowheader', { name: label, exact: true }) })

const entryRows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })

/** The day in the time zone of the browser, which playwright.config.ts sets. */
const toDay = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto' }).format(instant)
const dayMs = 24 * 60 * 60 * 1000

interface Flow {
  readonly page: Page
  readonly t: Translate
}

/** Opens the audit trail and finds the two entries of that doctor. */
async function openTrail(page: Page, lastName: string) {
  await openPage(page, 'settings/audit')
  await page.getByRole('searchbox').fill(lastName)
  const rows = entryRows(page)
  await expect(rows).toHaveCount(2)
  return rows
}

const filterFields = (page: Page, t: Translate) => ({
  kind: page.getByRole('combobox', { name: t('audit:filter.kind'), exact: true }),
  from: page.getByLabel(t('audit:filter.from'), { exact: true }),
  to: page.getByLabel(t('audit:filter.to'), { exact: true }),
})

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'light' })

  test('a super admin finds a change in the audit trail and reads its details; axe finds no violations', async ({
    page,
    t,
  }) => {
    test.slow()
    const { subject, lastName } = await renameDoctor(own)
    await page.goto('settings')
    await page.getByRole('link', { name: t('settings:section.audit'), exact: true }).click()
    await page.getByRole('searchbox').fill(lastName)
    const rows = entryRows(page)
    await expect(rows).toHaveCount(2)
    const [changed, created] = [rows.nth(0), rows.nth(1)]
    await expect(changed).toContainText(t('audit:action.doctor.update'))
    await expect(created).toContainText(t('audit:action.doctor.create'))
    for (const text of ['super', subject, own, '127.0.0.1'])
      await expect(changed.getByText(text, { exact: true })).toBeVisible()
    await expectAccessible(page)

    await test.step('the changed fields', async () => {
      await changed.dblclick()
      const details = dialog(page, t('audit:action.doctor.update'))
      const fields = details.getByRole('table', { name: t('audit:change.label') })
      await expect(fields.getByRole('row')).toHaveText([
        [t('audit:change.field'), t('audit:change.before'), t('audit:change.after')].join(''),
        [t('settings:user.firstName'), 'Ada', 'Edith'].join(''),
        [t('audit:field.isActive'), t('common:answer.yes'), t('common:answer.no')].join(''),
      ])
      await expectAccessible(page, dialogSelector)
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
    })

    await test.step('the created record', async () => {
      await created.click()
      await page.getByRole('button', { name: t('audit:details'), exact: true }).click()
      const details = dialog(page, t('audit:action.doctor.create'))
      await expect(fieldRow(details, t('settings:user.lastName'))).toContainText(lastName)
      await expect(fieldRow(details, t('settings:user.clinic'))).toContainText(own)
      const before = details.getByRole('columnheader', { name: t('audit:change.before') })
      await expect(before).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)
    })

    await test.step('a filter without results', async () => {
      await page.getByRole('searchbox').fill('')
      await filterFields(page, t).from.fill('2999-01-01')
      await expect(page.getByRole('heading', { name: t('audit:noneTitle') })).toBeVisible()
      await expectAccessible(page)
    })
  })
})

async function filterTrail({ page, t }: Flow) {
  const { lastName } = await renameDoctor(own)
  const rows = await openTrail(page, lastName)

  await test.step('by keyboard', async () => {
    await rows.nth(0).focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    const details = dialog(page, t('audit:action.doctor.create'))
    await expect(details).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
    await expect(rows.nth(1)).toBeFocused()
  })

  await test.step('local time, and the exact instant on hover', async () => {
    const api = await createApi('super')
    const { body: found } = await api<{ rows: { at: string }[] }>('GET', `audit?search=${lastName}`)
    const { at } = found.rows[0] ?? { at: '' }
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Toronto',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(new Date(at))
    const when = rows.first().getByText(shown, { exact: true })
    await when.hover()
    await expect(page.getByText(at, { exact: true })).toBeVisible()
    await when.dblclick()
    const details = dialog(page, t('audit:action.doctor.update'))
    await expect(details).toContainText(at)
    await page.keyboard.press('Escape')
    await expect(details).toHaveCount(0)
  })

  await test.step('filtered, and cleared again', async () => {
    const [today, tomorrow] = [toDay(new Date()), toDay(new Date(Date.now() + dayMs))]
    const { kind, from, to } = filterFields(page, t)
    const nothing = page.getByText(t('common:table.nothingFound', { words: lastName }))
    await kind.selectOption('user')
    await expect(nothing).toBeVisible()
    await kind.selectOption('doctor')
    await expect(rows).toHaveCount(2)
    await from.fill(today)
    await to.fill(today)
    await expect(rows).toHaveCount(2)
    await from.fill(tomorrow)
    await to.fill('')
    await expect(nothing).toBeVisible()

    await page.getByRole('searchbox').fill('')
    await to.fill(today)
    await expect(page.getByRole('heading', { name: t('audit:noneTitle') })).toBeVisible()
    await expect(page.getByText(t('audit:turnedText'))).toBeVisible()
    await page.getByRole('button', { name: t('audit:filter.clear'), exact: true }).click()
    await expect(kind).toHaveValue('')
    await expect(from).toHaveValue('')
    await expect(page.getByText(/^1–\d+ of /u)).toBeVisible()
  })
}

async function exportTrail({ page, t }: Flow) {
  for (let pair = 0; pair < 5; pair += 1) await renameDoctor(own)
  const [here, there] = [await renameDoctor(own), await renameDoctor(other)]
  const rows = entryRows(page)
  const search = page.getByRole('searchbox')
  await openPage(page, 'settings/audit')

  await test.step('pages of ten', async () => {
    await expect(rows).toHaveCount(10)
    const newest = await rows.first().textContent()
    await page.getByRole('button', { name: t('common:table.nextPage'), exact: true }).click()
    await expect(page.getByText(/^11–\d+ of /u)).toBeVisible()
    await expect(rows.first()).not.toHaveText(newest ?? '')
    // A filter starts at its first page.
    await filterFields(page, t).kind.selectOption('doctor')
    await expect(page.getByText(/^1–10 of /u)).toBeVisible()
  })

  await search.fill(here.lastName)
  await expect(rows).toHaveCount(2)
  await test.step('saved as CSV', async () => {
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('audit:csv.export'), exact: true }).click()
    const download = await saving
    const name = `audit-${toDay(new Date())}.csv`
    expect(download.suggestedFilename()).toBe(name)
    const text = await readFile(await download.path(), 'utf8')
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('at,username,action,subject,entityId,clinicName,address,before,after')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,super,doctor.update,${here.subject},`)
    expect(lines[1]).toContain('""firstName"":""Edith""')
    expect(lines[2]).toContain(`,super,doctor.create,${here.subject},`)
    await expect(page.getByText(t('audit:csv.saved', { name })).last()).toBeVisible()
  })

  await test.step('the selected clinic', async () => {
    const clinic = page.getByRole('combobox', { name: t('audit:filter.clinic'), exact: true })
    await expect(clinic).toHaveCount(0)
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(own, 'u') })
      .click()
    await dialog(page, t('shell:clinic.select')).getByText(other).click()
    await expect(clinic.locator('option:checked')).toHaveText(other)
    await search.fill(there.lastName)
    await expect(rows).toHaveCount(2)
    await search.fill(here.lastName)
    const nothing = t('common:table.nothingFound', { words: here.lastName })
    await expect(page.getByText(nothing)).toBeVisible()
    await clinic.selectOption(t('audit:filter.everyClinic'))
    await expect(rows).toHaveCount(2)
  })
}

test.describe('the audit trail', () => {
  test.use({ user: 'super', language: 'en' })

  test('the audit trail is used by keyboard, filtered, paged, exported, and follows the selected clinic', async ({
    page,
    t,
  }) => {
    const flow = { page, t }
    await test.step('the audit trail works by keyboard, shows local time, and is filtered by kind and days', () =>
      filterTrail(flow))
    await test.step('the audit trail has pages of ten, is exported as CSV with its filters, and follows the selected clinic', () =>
      exportTrail(flow))
  })
})

test.describe('on a phone', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'dark' })

  test('on a phone the audit trail is a list of cards that fits @phone-only', async ({
    page,
    t,
  }) => {
    const { lastName } = await renameDoctor(own)
    const rows = await openTrail(page, lastName)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page)
    await rows.first().tap()
    await page.getByRole('button', { name: t('audit:details'), exact: true }).tap()
    await expect(dialog(page, t('audit:action.doctor.update'))).toBeVisible()
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, dialogSelector)
  })
})
