import type { Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoSidewaysScroll } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import type { wordsIn } from '../words.ts'
import { patient, type CaptureDesk } from './capture-desk.ts'

type Words = ReturnType<typeof wordsIn>

/** The page of a dog's new study, and what its buttons say that cannot be pressed yet. */
export async function expectNothingPlanned(page: Page, desk: CaptureDesk, t: Words) {
  await expect(desk.size('Medium')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('term').filter({ hasText: 'Patient' })).toBeAttached()
  await expect(page.getByText('Rex', { exact: true })).toBeVisible()
  await expect(page.getByText('Ada Keller', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('option')).toHaveCount(10)
  await expect(desk.places).toHaveCount(4)
  await expect(desk.add).toHaveAccessibleDescription(t('capture:add.noPart'))
  await expect(desk.start('xray')).toHaveAccessibleDescription(
    t('capture:start.obstacle.noAnnotation'),
  )
  await expect(desk.reject).toHaveAccessibleDescription(t('capture:reject.none'))
  await expect(desk.look).toHaveAccessibleDescription(t('capture:looks.none'))
  await expect(desk.viewer).toHaveAccessibleDescription(t('capture:viewer.noImages'))
}

/** Chest LAT, selected, and Abdomen LAT of a large dog. */
export async function plan(page: Page, desk: CaptureDesk, t: Words) {
  await desk.part('Chest').click()
  await expect(desk.views.getByRole('button')).toHaveText(['LAT', 'VD', 'DV'])
  await desk.add.click()
  await expect(desk.line('Chest LAT')).toHaveAttribute('aria-current', 'true')
  await expect(desk.add).toHaveAccessibleDescription(t('capture:add.exists'))
  await desk.views.getByRole('button', { name: 'VD' }).click()
  await desk.add.click()
  await desk.part('Abdomen').click()
  await desk.size('Large').click()
  await desk.add.click()
  await expect(desk.lines).toHaveCount(3)
  await expect(desk.selected).toHaveAccessibleName(/^Chest LAT/u)
  await desk.remove('Chest VD').click()
  await expect(desk.lines).toHaveCount(2)
  const scrolls = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main !== null && main.scrollHeight > main.clientHeight
  })
  expect(scrolls, 'at 1366 by 768 nothing scrolls').toBe(false)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
}

/** The second image, of the abdomen. */
export async function reject(page: Page, desk: CaptureDesk) {
  await desk.reject.click()
  const asking = dialog(page, 'Reject Abdomen LAT')
  await expect(asking.getByRole('button')).toHaveText([
    '',
    'Wrong Annotations',
    'Wrong Technique',
    'Over-Exposure',
    'Low Exposure',
    'Bad Colimation',
    'Bad Image',
    'Low Quality',
  ])
  await button(asking, 'Bad Colimation').click()
  await expect(desk.slides).toHaveCount(1, patient)
  await expect(desk.slides.first()).toHaveAttribute('aria-current', 'true')
  await expect(desk.remove('Abdomen LAT')).toBeVisible()
}

/** Side by side, chosen by a press; it is still one image. */
export async function chooseLook(page: Page, desk: CaptureDesk, t: Words) {
  const picture = desk.preview.getByRole('img', { name: 'Chest LAT' })
  const shown = () => picture.getAttribute('src')
  const before = await shown()
  await desk.look.click()
  const looks = dialog(page, t('capture:looks.title', { name: 'Chest LAT' }))
  const offered = looks.getByRole('button', { name: /^Show as /u })
  const inUse = (look: string) =>
    button(looks, `${look} ${t('capture:looks.current')}`).and(
      page.locator('[aria-pressed="true"]'),
    )
  await expect(inUse('Thorax')).toBeVisible()
  await expect(offered).toHaveCount(3)
  await expect(looks.locator('img')).toHaveCount(4, patient)
  await expectAccessible(page, '[role="dialog"]')
  await button(looks, t('capture:looks.more')).click()
  await expect(offered).toHaveCount(8)

  await button(looks, t('capture:looks.choose', { look: 'Bone' })).click()
  await expect(toast(page, t('capture:looks.done', { look: 'Bone' }))).toBeVisible(patient)
  await expect(looks).toHaveCount(0)
  await expect.poll(shown, patient).not.toBe(before)
  await expect(desk.slides).toHaveCount(1)
  await expect(desk.line('Chest LAT')).toHaveAccessibleName(/1 image/u)

  await desk.look.click()
  await expect(inUse('Bone')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(looks).toHaveCount(0)
}
