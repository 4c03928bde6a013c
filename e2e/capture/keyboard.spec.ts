import type { Page } from '@playwright/test'
import { at, dialog } from '../fixtures.ts'
import { isFocusVisible, tabTo } from '../keys.ts'
import { enter } from '../office.ts'
import { deskOf } from '../registration-desk.ts'
import { captureDesk, openGeneral, patient } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en' })

/** Tab until something in the map has the focus; what it is called. */
async function tabToMap(page: Page): Promise<string> {
  await expect(page.getByRole('option').first()).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await focused(page)
    if (name !== undefined) return name
  }
  throw new Error('Tab never reaches the map')
}
const focused = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.role === 'option'
      ? (document.activeElement.ariaLabel ?? '')
      : undefined,
  )

/** By arrows alone; to where they lead from here, one after the other. */
async function walk(page: Page, keys: readonly string[]) {
  const seen: (string | undefined)[] = []
  for (const key of keys) {
    await page.keyboard.press(key)
    seen.push(await focused(page))
  }
  return seen
}

test('a whole examination without a mouse: start, plan, expose, look, cancel, finish', async ({
  page,
  day,
  simulator,
  t,
}) => {
  test.slow()
  await day.patient('Rex')
  const desk = captureDesk(page, t)
  const registration = deskOf(page, t)
  await enter(page, day.clinic.admin)
  await page.goto('registration')
  await expect(registration.owner).toBeFocused()
  await page.keyboard.type('keller')
  await expect(registration.options.first()).toContainText('Ada Keller')
  await page.keyboard.press('Enter')
  await expect(registration.start('StartStudy')).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(at(String.raw`general\?studyId=\d+`))

  const part = await tabToMap(page)
  await page.keyboard.press('Enter')
  await expect(desk.part(part)).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, 'VD')
  await page.keyboard.press('Space')
  await tabTo(page, t('capture:add.action'))
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(desk.line(`${part} VD`)).toHaveAttribute('aria-current', 'true')

  await tabTo(page, `${t('capture:start.xray')} ${part} VD`)
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(desk.start('waiting')).toBeVisible(patient)
  await simulator.expose()
  await expect(desk.slides).toHaveCount(1, patient)
  await expect(desk.start('waiting')).toBeVisible(patient)
  await page.keyboard.press('x')
  await expect(desk.cancelling).toBeVisible()
  await tabTo(page, t('capture:cancel.confirm'))
  await page.keyboard.press('Enter')
  await expect(desk.start('xray')).toBeVisible()

  await page.keyboard.press('r')
  const reasons = dialog(page, t('capture:reject.title', { name: `${part} VD` }))
  await expect(reasons).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reasons).toHaveCount(0)
  await expect(desk.slides).toHaveCount(1)
  await tabTo(page, t('capture:finish'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(at('registration'))
})

test('the body map by keyboard: one stop of Tab, arrows to the neighbours, Enter and Space choose', async ({
  page,
  day,
  t,
}) => {
  const { desk } = await openGeneral(page, day, t)
  const first = await tabToMap(page)
  // The map draws it around the part.
  const ring = page.locator('path[data-focused]')
  await expect(ring).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(desk.part(first)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  const last = (await focused(page)) ?? ''
  expect(last).not.toBe(first)
  await page.keyboard.press('Space')
  await expect(desk.part(last)).toHaveAttribute('aria-selected', 'true')
  await expect(desk.part(first)).toHaveAttribute('aria-selected', 'false')
  // Every part is reached by arrows.
  const seen = new Set<string>()
  await page.keyboard.press('Home')
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'])
    for (const name of await walk(
      page,
      Array.from({ length: 8 }, () => key),
    ))
      if (name !== undefined) seen.add(name)
  expect(seen.size).toBeGreaterThanOrEqual(6)
  // Tab goes on, out of the map.
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBeUndefined()
})

test('a horse’s leg opens, is walked through and left by keyboard', async ({ page, day, t }) => {
  const { desk } = await openGeneral(page, day, t, { speciesId: 3 })
  await tabToMap(page)
  const leg = page.getByRole('option', { name: /^Front Legs/u })
  await leg.focus()
  await page.keyboard.press('Enter')
  const carpus = desk.part('Left Carpus')
  await expect(carpus).toBeVisible()
  // The focus stays in the map, on what is chosen.
  expect(await focused(page)).toBe('Front Legs')
  await page.keyboard.press('ArrowUp')
  expect(await focused(page)).toMatch(/^(?:Left|Right) /u)
  await carpus.focus()
  await page.keyboard.press('Space')
  await expect(carpus).toHaveAttribute('aria-selected', 'true')
  await expect(desk.views.getByRole('button')).toHaveText(['LM', 'DP', 'DLMPO', 'More'])

  // All views of a horse, of which three are buttons.
  await tabTo(page, t('capture:view.more'))
  await page.keyboard.press('Enter')
  const more = page.getByRole('menuitem')
  await expect(more).toHaveCount(8)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(more).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(desk.lines).toHaveCount(1)
  await expect(desk.lines).toContainText('Left Carpus')

  await carpus.focus()
  await page.keyboard.press('Escape')
  await expect(leg).toBeVisible()
  expect(await focused(page)).toBeDefined()
})

test('teeth are planned by keyboard', async ({ page, day, t }) => {
  const patientId = await day.patient('Mistigri', { speciesId: 2 })
  const { body: study } = await day.api<{ id: number }>('POST', 'study', {
    patientId,
    modality: 'Dental',
  })
  const desk = captureDesk(page, t)
  await enter(page, day.clinic.admin)
  await page.goto(`dental?studyId=${study.id}`)
  await tabToMap(page)
  await page.keyboard.press('Enter')
  await expect(desk.lines).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(desk.lines).toHaveCount(2)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(desk.lines).toHaveCount(3)
  // The same one again is selected, not planned twice.
  await page.keyboard.press('Enter')
  await expect(desk.lines).toHaveCount(3)
  await expect(page.locator('[role="option"][aria-selected="true"]')).toHaveCount(3)
})
