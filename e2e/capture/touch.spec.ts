import { button, enter } from '../office.ts'
import { captureDesk, openGeneral } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en', hasTouch: true })

test('a dog’s parts are chosen with a finger', async ({ page, day, t }) => {
  const { desk } = await openGeneral(page, day, t)
  await desk.part('Chest').tap()
  await expect(desk.part('Chest')).toHaveAttribute('aria-selected', 'true')
  await desk.part('Abdomen').tap()
  await expect(desk.part('Abdomen')).toHaveAttribute('aria-selected', 'true')
  await expect(desk.part('Chest')).toHaveAttribute('aria-selected', 'false')
  await desk.size('Large').tap()
  await desk.views.getByRole('button', { name: 'VD' }).tap()
  await desk.add.tap()
  await expect(desk.line('Abdomen VD')).toBeVisible()
})

test('a horse’s leg opens under a finger, with all its views', async ({ page, day, t }) => {
  const { desk } = await openGeneral(page, day, t, { speciesId: 3 })
  await page.getByRole('option', { name: /^Front Legs/u }).tap()
  await desk.part('Left Carpus').tap()
  await expect(desk.part('Left Carpus')).toHaveAttribute('aria-selected', 'true')
  await button(desk.views, t('capture:view.more')).tap()
  await page.getByRole('menuitem', { name: /^PA55PR_PADIO/u }).tap()
  await desk.add.tap()
  await expect(desk.line('Left Carpus PA55PR_PADIO')).toBeVisible()
  await button(page, t('maps:wholeAnimal')).tap()
  await expect(page.getByRole('option', { name: /^Front Legs/u })).toBeVisible()
})

test('teeth are planned with a finger', async ({ page, day, t }) => {
  const patientId = await day.patient('Mistigri', { speciesId: 2 })
  const { body: study } = await day.api<{ id: number }>('POST', 'study', {
    patientId,
    modality: 'Dental',
  })
  const desk = captureDesk(page, t)
  await enter(page, day.clinic.admin)
  await page.goto(`dental?studyId=${study.id}`)
  await page.getByRole('option', { name: /^104/u }).tap()
  await expect(desk.lines).toHaveCount(1)
  await page.getByRole('option', { name: /^304/u }).tap()
  await expect(desk.lines).toHaveCount(2)
  await button(page, t('capture:teeth.all')).tap()
  await expect(desk.lines).toHaveCount(16)
})
