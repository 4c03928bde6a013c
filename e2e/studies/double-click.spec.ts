import { test } from '../support/clinic-records.ts'
import { dialog, pageUrl, expect } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test.use({ language: 'en' })

test('a double click on Delete deletes the study, and its second click hits nothing behind the dialog', async ({
  page,
  records,
  t,
}) => {
  const names = ['Rex', 'Milo', 'Bella', 'Luna', 'Max', 'Nala', 'Otto', 'Paco']
  for (const name of names) await records.createStudy(await records.createPatient(name))
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('row', { name: /Rex/u }).click()
  await button(page, t('studies:action.delete')).click()
  const question = dialog(page, t('studies:delete.title'))
  const confirming = button(question, t('common:action.delete'))
  // Waits until the dialog stands still.
  await confirming.hover()
  await waitForDeliberatePress(page)
  // Records the clicks that reach the page.
  await page.evaluate(() => {
    const clicks: string[] = []
    document.getElementById('root')?.addEventListener('click', () => clicks.push('page'))
    Object.assign(globalThis, { clicks })
  })
  const box = await confirming.boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.up()
  // Asked at every frame, because the second press follows the first closely.
  await page.waitForFunction(() => document.querySelector('[role=dialog]:not([popover])') === null)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(page.getByRole('row', { name: /Rex/u })).toContainText(t('studies:deleted'))
  await expect(page).toHaveURL(pageUrl('studylist'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(
    await page.evaluate(() => (globalThis as unknown as { readonly clicks: string[] }).clicks),
  ).toEqual([])

  // A deliberate click at another place works at once.
  await page.getByRole('row', { name: /Milo/u }).click()
  await expect(page.getByRole('row', { name: /Milo/u })).toHaveAttribute('aria-selected', 'true')
})
