import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { callServer } from './call-server.ts'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { wordsIn } from './words.ts'

const own = 'Harrow Creek Animal Hospital'
const other = 'Northlight Medical Imaging'

/** Other tests write to the same trail, so each looks for a name of its own. */
const unique = (text: string) => `${text}-${Date.now()}-${Math.floor(Math.random() * 1e6)}`

interface Doctor {
  readonly id: number
  readonly firstName: string
  readonly lastName: string
}

/** Two entries: a doctor of this clinic is created, and then renamed. */
async function renameDoctor(page: Page, clinicName: string) {
  const clinics = await callServer<{ id: number; name: string }[]>(page, 'GET', 'clinic')
  const clinicId = clinics.find(({ name }) => name === clinicName)?.id
  const lastName = unique('Audited')
  const doctor = await callServer<Doctor>(page, 'POST', 'clinicprofile', {
    firstName: 'Ada',
    lastName,
    clinicId,
  })
  const changed = { ...doctor, firstName: 'Edith', isActive: false }
  await callServer(page, 'PUT', 'clinicprofile', changed)
  return { subject: `Ada ${lastName}`, lastName }
}

/** The row of a field in the details, by its label. */
const fieldOf = (details: Locator, label: string) =>
  details
    .getByRole('row')
    .filter({ has: details.page().getByRole('rowheader', { name: label, exact: true }) })

const rowsOf = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('gridcell') })

/** The day in the browser's time zone, which the configuration of the tests sets. */
const dayIn = (instant: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Toronto' }).format(instant)
const dayMs = 24 * 60 * 60 * 1000

for (const language of ['en', 'fr'] as const) {
  test.describe(`a super admin, in ${language}`, () => {
    test.use({ user: 'super', language })

    test('finds a change, and reads what it changed', async ({ page, t }) => {
      const { subject, lastName } = await renameDoctor(page, own)
      await page.goto('settings')
      await page.getByRole('link', { name: t('settings:section.audit'), exact: true }).click()
      await page.getByRole('searchbox').fill(lastName)
      const rows = rowsOf(page)
      await expect(rows).toHaveCount(2)
      const [changed, created] = [rows.nth(0), rows.nth(1)]
      await expect(changed).toContainText(t('audit:action.doctor.update'))
      await expect(created).toContainText(t('audit:action.doctor.create'))
      for (const text of ['super', subject, own, '127.0.0.1'])
        await expect(changed.getByText(text, { exact: true })).toBeVisible()

      await changed.dblclick()
      const details = dialog(page, t('audit:action.doctor.update'))
      const fields = details.getByRole('table', { name: t('audit:change.label') })
      await expect(fields.getByRole('row')).toHaveText([
        [t('audit:change.field'), t('audit:change.before'), t('audit:change.after')].join(''),
        [t('settings:user.firstName'), 'Ada', 'Edith'].join(''),
        [t('audit:field.isActive'), t('common:answer.yes'), t('common:answer.no')].join(''),
      ])
      await page.keyboard.press('Escape')
      await expect(details).toHaveCount(0)

      await created.click()
      await page.getByRole('button', { name: t('audit:details'), exact: true }).click()
      const made = dialog(page, t('audit:action.doctor.create'))
      await expect(fieldOf(made, t('settings:user.lastName'))).toContainText(lastName)
      await expect(fieldOf(made, t('settings:user.clinic'))).toContainText(own)
      await expect(made.getByRole('columnheader', { name: t('audit:change.before') })).toHaveCount(
        0,
      )
    })

    test('meets no fault that axe could find, nor in the details', async ({ page, t }) => {
      test.slow()
      const { lastName } = await renameDoctor(page, own)
      await page.goto('settings/audit')
      await page.getByRole('searchbox').fill(lastName)
      await expect(rowsOf(page)).toHaveCount(2)
      await expectAccessible(page)
      await rowsOf(page).first().dblclick()
      await expect(dialog(page, t('audit:action.doctor.update'))).toBeVisible()
      await expectAccessible(page)
    })

    test('nor where a filter leaves nothing', async ({ page, t }) => {
      test.slow()
      await page.goto('settings/audit')
      await page.getByLabel(t('audit:filter.from'), { exact: true }).fill('2999-01-01')
      await expect(page.getByRole('heading', { name: t('audit:noneTitle') })).toBeVisible()
      await expectAccessible(page)
    })
  })
}

test.describe('the audit trail', () => {
  test.use({ user: 'super', language: 'en' })

  test('is worked by keyboard alone', async ({ page, t }) => {
    const { lastName } = await renameDoctor(page, own)
    await page.goto('settings/audit')
    await page.getByRole('searchbox').fill(lastName)
    const rows = rowsOf(page)
    await expect(rows).toHaveCount(2)
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

  test('tells the time of the browser, and the exact instant on request', async ({ page, t }) => {
    const { lastName } = await renameDoctor(page, own)
    const { rows } = await callServer<{ rows: { at: string }[] }>(
      page,
      'GET',
      `audit?search=${lastName}`,
    )
    const { at } = rows[0] ?? { at: '' }
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Toronto',
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(at))
    await page.goto('settings/audit')
    await page.getByRole('searchbox').fill(lastName)
    await expect(rowsOf(page)).toHaveCount(2)
    const when = rowsOf(page).first().getByText(shown, { exact: true })
    await when.hover()
    await expect(page.getByText(at, { exact: true })).toBeVisible()
    await when.dblclick()
    await expect(dialog(page, t('audit:action.doctor.update'))).toContainText(at)
  })

  test('is narrowed by kind and by days, and widened again', async ({ page, t }) => {
    const { lastName } = await renameDoctor(page, own)
    const [today, tomorrow] = [dayIn(new Date()), dayIn(new Date(Date.now() + dayMs))]
    await page.goto('settings/audit')
    await page.getByRole('searchbox').fill(lastName)
    const rows = rowsOf(page)
    await expect(rows).toHaveCount(2)
    const kind = page.getByRole('combobox', { name: t('audit:filter.kind'), exact: true })
    const from = page.getByLabel(t('audit:filter.from'), { exact: true })
    const to = page.getByLabel(t('audit:filter.to'), { exact: true })
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

  test('comes in pages of ten', async ({ page, t }) => {
    const names = await Promise.all(Array.from({ length: 6 }, () => renameDoctor(page, own)))
    expect(names).toHaveLength(6)
    await page.goto('settings/audit')
    await expect(rowsOf(page)).toHaveCount(10)
    const newest = await rowsOf(page).first().textContent()
    await page.getByRole('button', { name: t('common:table.nextPage'), exact: true }).click()
    await expect(page.getByText(/^11–\d+ of /u)).toBeVisible()
    await expect(rowsOf(page).first()).not.toHaveText(newest ?? '')
    // A filter begins at its first page.
    await page
      .getByRole('combobox', { name: t('audit:filter.kind'), exact: true })
      .selectOption('doctor')
    await expect(page.getByText(/^1–10 of /u)).toBeVisible()
  })

  test('is saved as CSV, with the filters that are set', async ({ page, t }) => {
    const { subject, lastName } = await renameDoctor(page, own)
    await page.goto('settings/audit')
    await page.getByRole('searchbox').fill(lastName)
    await expect(rowsOf(page)).toHaveCount(2)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: t('audit:csv.export'), exact: true }).click()
    const download = await saving
    const name = `audit-${dayIn(new Date())}.csv`
    expect(download.suggestedFilename()).toBe(name)
    const text = await readFile(await download.path(), 'utf8')
    const lines = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines[0]).toBe('at,username,action,subject,entityId,clinicName,address,before,after')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,super,doctor.update,${subject},`)
    expect(lines[1]).toContain('""firstName"":""Edith""')
    expect(lines[2]).toContain(`,super,doctor.create,${subject},`)
    await expect(page.getByText(t('audit:csv.saved', { name })).last()).toBeVisible()
  })

  test('shows the clinic that one has gone to, and says so', async ({ page, t }) => {
    const [here, there] = [await renameDoctor(page, own), await renameDoctor(page, other)]
    await page.goto('settings/audit')
    const clinic = page.getByRole('combobox', { name: t('audit:filter.clinic'), exact: true })
    await page.getByRole('searchbox').fill(here.lastName)
    await expect(rowsOf(page)).toHaveCount(2)
    await expect(clinic).toHaveCount(0)

    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(own, 'u') })
      .click()
    await dialog(page, t('shell:clinic.select')).getByText(other).click()
    await expect(clinic.locator('option:checked')).toHaveText(other)
    await page.getByRole('searchbox').fill(there.lastName)
    await expect(rowsOf(page)).toHaveCount(2)
    await page.getByRole('searchbox').fill(here.lastName)
    await expect(
      page.getByText(t('common:table.nothingFound', { words: here.lastName })),
    ).toBeVisible()
    await clinic.selectOption(t('audit:filter.everyClinic'))
    await expect(rowsOf(page)).toHaveCount(2)
  })
})

test.describe('on a phone', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'dark' })

  test('the trail is a list of cards that fits @phone-only', async ({ page, t }) => {
    const { lastName } = await renameDoctor(page, own)
    await page.goto('settings/audit')
    await page.getByRole('searchbox').fill(lastName)
    await expect(rowsOf(page)).toHaveCount(2)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await rowsOf(page).first().tap()
    await page.getByRole('button', { name: t('audit:details'), exact: true }).tap()
    await expect(dialog(page, t('audit:action.doctor.update'))).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})

for (const [user, isOffered] of [
  ['root', true],
  ['contract', false],
  ['admin.en', false],
] as const) {
  test.describe(user, () => {
    test.use({ user, language: 'en' })

    test(`${isOffered ? 'is offered' : 'is not offered'} the audit trail`, async ({ page }) => {
      const t = wordsIn('en')
      await page.goto('settings/audit')
      const sections = page.getByRole('navigation', { name: t('settings:sections') })
      await expect(
        sections.getByRole('link', { name: t('settings:section.doctors') }),
      ).toBeVisible()
      await expect(sections.getByRole('link', { name: t('settings:section.audit') })).toHaveCount(
        isOffered ? 1 : 0,
      )
      await expect(page.getByRole('button', { name: t('audit:csv.export') })).toHaveCount(
        isOffered ? 1 : 0,
      )
    })
  })
}
