import { at, dialog } from '../fixtures.ts'
import { isFocusVisible, tabTo } from '../keys.ts'
import { enter } from '../office.ts'
import { deskOf } from '../registration-desk.ts'
import { captureDesk, patient } from './capture-desk.ts'
import { tabToMap } from './map-keys.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en' })

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
