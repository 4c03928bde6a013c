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
        { patientName: 'Cleo', priority: 'Urgent' },
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
    })
  })
