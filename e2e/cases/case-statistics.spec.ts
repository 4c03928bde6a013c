import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { test } from '../pages/case-fixture.ts'
import { finalizeCase, submitCases } from '../pages/case-records.ts'
import { button, field, signInAs } from '../support/clinic-fixture.ts'
import { expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'

/** Dates the submission of cases back; the server itself takes the present time only. */
function backdate(cases: readonly (readonly [number | undefined, string])[]) {
  const db = new DatabaseSync(join(servers.local.data, 'talus.sqlite'), { timeout: 10_000 })
  try {
    for (const [id, submitOn] of cases)
      db.prepare('update radCase set submitOn = ? where id = ?').run(submitOn, id ?? null)
  } finally {
    db.close()
  }
}

/** A number of the page, by its name. */
const figure = (page: Page, name: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')

// The first case was submitted on March 3 in Paris, and on March 2 in the zone of the clinic.
test.use({ timezoneId: 'Europe/Paris' })

for (const language of ['en', 'fr'] as const)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the numbers of three cases are right, and each filter applies to numbers and rows', async ({
      page,
      records,
      t,
      radiologist,
    }) => {
      test.slow()
      const [first, second, third] = await submitCases(records, [
        { patientName: 'Ada', priority: '24 Hours' },
        { patientName: 'Bea', priority: '6 Hours', modality: 'CT' },
        { patientName: 'Cleo', priority: 'Urgent', sex: false },
        { patientName: 'Dora', isTest: true },
      ])
      await finalizeCase(radiologist, second ?? 0)
      await records.api('POST', 'radcase/cancel', { caseId: third, reason: 'Sent twice' })
      backdate([
        [first, '2026-03-02T23:30:00.000Z'],
        [second, '2026-03-02T10:00:00.000Z'],
        [third, '2026-03-05T12:00:00.000Z'],
      ])
      await signInAs(page, records.clinic.admin, language)
      await page.goto('casestats')
      const total = figure(page, t('caseFigures:figure.total'))
      const patients = page.getByRole('table').getByText(/^(?:Ada|Bea|Cleo|Dora)$/u)

      await test.step('numbers and charts', async () => {
        await expect(total).toHaveText('3')
        await expect(patients).toHaveText(['Cleo', 'Ada', 'Bea'])
        await expect(figure(page, t('caseFigures:figure.reported'))).toHaveText('1')
        await expect(figure(page, t('caseFigures:figure.median'))).toHaveText(
          t('cases:duration.short'),
        )
        await expect(figure(page, t('caseFigures:figure.inTime'))).toHaveText(/^100\s?%$/u)
        await expect(figure(page, t('caseFigures:figure.questions'))).toHaveText('0')
        await expect(figure(page, 'Rachel Dunmore')).toHaveText('1')
        await expect(figure(page, t('cases:modality.CT'))).toHaveText('1')
        await expect(figure(page, t('cases:modality.XRay'))).toHaveText('2')
        await expect(
          page.getByRole('img', {
            name: t('caseFigures:chart.volumeLabel', {
              from: '2026-03-02',
              to: '2026-03-05',
              max: '2',
            }),
          }),
        ).toBeVisible()
        await expect(page.getByRole('figure').getByRole('listitem')).toHaveText([
          t('caseFigures:chart.volumeOf_other', { day: '2026-03-02', count: 2 }),
          t('caseFigures:chart.volumeOf_one', { day: '2026-03-05', count: 1 }),
        ])
        await expectAccessible(page)
        await expectNoHorizontalScroll(page)
      })

      await test.step('the rows have the columns of the specification, and a search', async () => {
        await expect(page.getByRole('columnheader')).toContainText([
          t('cases:column.caseNumber'),
          t('cases:column.clinicName'),
          t('cases:column.patientName'),
          t('caseFigures:sex'),
          t('cases:column.modality'),
          t('cases:column.priority'),
          t('caseFigures:filter.status'),
          t('cases:column.submitOn'),
        ])
        const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
        await expect(rowOf('Bea')).toContainText(`VWR-CASE-${String((second ?? 0) + 1000)}`)
        await expect(rowOf('Bea')).toContainText(t('cases:sex.male'))
        await expect(rowOf('Cleo')).toContainText(t('cases:sex.female'))
        await page.getByRole('searchbox').fill('Bea')
        await expect(patients).toHaveText(['Bea'])
        await page.getByRole('searchbox').fill('')
        await expect(patients).toHaveCount(3)
      })

      await test.step('info, warning and danger are the badges of the priorities', async () => {
        const looks = [
          ['24 Hours', 'blue'],
          ['6 Hours', 'amber'],
          ['Urgent', 'red'],
        ] as const
        for (const [priority, tone] of looks)
          await expect(
            page.getByRole('table').locator(`[data-tone=${tone}]`, {
              hasText: t(`cases:priority.${priority}`),
            }),
          ).toHaveCount(1)
      })

      const select = async (name: 'status' | 'modality' | 'priority', value: string) =>
        field(page, t(`caseFigures:filter.${name}`)).selectOption(value)
      const filters = [
        ['status', '4', ['Bea']],
        ['status', '5', ['Cleo']],
        ['modality', 'CT', ['Bea']],
        ['priority', 'Urgent', ['Cleo']],
      ] as const
      for (const [name, value, expected] of filters)
        await test.step(`${name} ${value}`, async () => {
          await select(name, value)
          await expect(patients).toHaveText(expected)
          await expect(total).toHaveText(String(expected.length))
          await select(name, '')
          await expect(total).toHaveText('3')
        })

      await test.step('the days are those of the clinic', async () => {
        await field(page, t('caseFigures:filter.from')).fill('2026-03-02')
        await field(page, t('caseFigures:filter.to')).fill('2026-03-02')
        await expect(patients).toHaveText(['Ada', 'Bea'])
        await expect(total).toHaveText('2')
        await field(page, t('caseFigures:filter.from')).fill('2026-03-06')
        await field(page, t('caseFigures:filter.to')).fill('')
        await expect(page.getByText(t('caseFigures:empty.title'), { exact: true })).toBeVisible()
      })
      await expect(button(page, t('common:table.nextPage'))).toHaveCount(0)

      await test.step('a failed request yields an empty list without a dialog', async () => {
        for (const path of ['reportstat', 'statistics'])
          await page.route(`**/radcase/cases/${path}?**`, (route) =>
            route.fulfill({ status: 500, json: { message: 'Failed' } }),
          )
        await page.reload()
        await expect(page.getByText(t('caseFigures:empty.title'), { exact: true })).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(patients).toHaveCount(0)
      })
    })
  })
