import type { Page } from '@playwright/test'
import { dialog, expect, expectAccessible, expectNoHorizontalScroll } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { processingTimeout, type CapturePage } from '../pages/capture-page.ts'

type Translate = ReturnType<typeof createTranslator>

/** Checks the capture screen of a dog's new study, and the reasons why its buttons are disabled. */
export async function expectNothingPlanned(page: Page, capture: CapturePage, t: Translate) {
  await expect(capture.size('Medium')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('term').filter({ hasText: 'Patient' })).toBeAttached()
  await expect(page.getByText('Rex', { exact: true })).toBeVisible()
  await expect(page.getByText('Ada Keller', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('option')).toHaveCount(10)
  await expect(capture.slots).toHaveCount(4)
  await expect(capture.add).toHaveAccessibleDescription(t('capture:add.noPart'))
  await expect(capture.start('xray')).toHaveAccessibleDescription(
    t('capture:start.obstacle.noAnnotation'),
  )
  await expect(capture.reject).toHaveAccessibleDescription(t('capture:reject.none'))
  await expect(capture.presets).toHaveAccessibleDescription(t('capture:presets.none'))
  await expect(capture.viewer).toHaveAccessibleDescription(t('capture:viewer.noImages'))
}

/** Plans Chest RLAT, which stays selected, and Abdomen RLAT of a large dog. */
export async function planExposures(page: Page, capture: CapturePage, t: Translate) {
  await capture.bodyPart('Chest').click()
  await expect(capture.views.getByRole('button')).toHaveText([/^RLAT/u, /^LLAT/u, 'VD', 'More'])
  await capture.add.click()
  await expect(capture.annotation('Chest RLAT')).toHaveAttribute('aria-current', 'true')
  await expect(capture.add).toHaveAccessibleDescription(t('capture:add.exists'))
  await capture.views.getByRole('button', { name: 'VD' }).click()
  await capture.add.click()
  await capture.bodyPart('Abdomen').click()
  await capture.size('Large').click()
  await capture.add.click()
  await expect(capture.annotations).toHaveCount(3)
  await expect(capture.selected).toHaveAccessibleName(/^Chest RLAT/u)
  await capture.remove('Chest VD').click()
  await expect(capture.annotations).toHaveCount(2)
  const scrolls = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main !== null && main.scrollHeight > main.clientHeight
  })
  expect(scrolls, 'at 1366 by 768 nothing scrolls').toBe(false)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page)
}

/** Rejects the second image, of the abdomen. */
export async function rejectImage(page: Page, capture: CapturePage) {
  await capture.reject.click()
  const question = dialog(page, 'Reject Abdomen RLAT')
  await expect(question.getByRole('button')).toHaveText([
    '',
    'Wrong Annotations',
    'Wrong Technique',
    'Over-Exposure',
    'Low Exposure',
    'Bad Colimation',
    'Bad Image',
    'Low Quality',
  ])
  await button(question, 'Bad Colimation').click()
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.slides.first()).toHaveAttribute('aria-current', 'true')
  await expect(capture.remove('Abdomen RLAT')).toBeVisible()
}

/** Chooses another processing preset from the previews; the image is replaced, not added. */
export async function choosePreset(page: Page, capture: CapturePage, t: Translate) {
  const image = capture.preview.getByRole('img', { name: 'Chest RLAT' })
  const readSource = () => image.getAttribute('src')
  const before = await readSource()
  await capture.presets.click()
  const presets = dialog(page, t('capture:presets.title', { name: 'Chest RLAT' }))
  const offered = presets.getByRole('button', { name: /^Show as /u })
  const inUse = (preset: string) =>
    button(presets, `${preset} ${t('capture:presets.current')}`).and(
      page.locator('[aria-pressed="true"]'),
    )
  await expect(inUse('Thorax')).toBeVisible()
  await expect(offered).toHaveCount(3)
  await expect(presets.locator('img')).toHaveCount(4, processingTimeout)
  await expectAccessible(page, '[role="dialog"]')
  await button(presets, t('capture:presets.more')).click()
  await expect(offered).toHaveCount(8)

  await button(presets, t('capture:presets.choose', { preset: 'Bone' })).click()
  await expect(toast(page, t('capture:presets.done', { preset: 'Bone' }))).toBeVisible(
    processingTimeout,
  )
  await expect(presets).toHaveCount(0)
  await expect.poll(readSource, processingTimeout).not.toBe(before)
  await expect(capture.slides).toHaveCount(1)
  await expect(capture.annotation('Chest RLAT')).toHaveAccessibleName(/1 image/u)

  await capture.presets.click()
  await expect(inUse('Bone')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(presets).toHaveCount(0)
}
