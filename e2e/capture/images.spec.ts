import { expectAccessible } from '../fixtures.ts'
import { button, toast } from '../office.ts'
import { storeImages } from '../stored-images.ts'
import { openGeneral, patient } from './capture-desk.ts'
import { expect, test } from './room.ts'

test.use({ language: 'en' })

test('an exposure that belongs to nobody is offered, and comes into the study that somebody says', async ({
  page,
  day,
  simulator,
  t,
}) => {
  test.slow()
  await simulator.exposeForNobody()
  await simulator.exposeForNobody()
  const { study, desk } = await openGeneral(page, day, t)
  const banner = page.getByRole('complementary', { name: /^The exposure of /u })
  await expect(banner).toContainText('belongs to no study yet')
  await expect(banner).toContainText(t('capture:unassigned.more_one', { count: 1 }))
  await expect(banner.getByRole('img')).toBeVisible(patient)
  await expectAccessible(page, 'aside')
  const assign = banner.getByRole('button', { name: /^It is /u })
  await expect(assign).toHaveAccessibleDescription(t('capture:unassigned.choose'))

  await desk.part('Chest').click()
  await desk.add.click()
  await button(banner, t('capture:unassigned.assign', { name: 'Chest LAT' })).click()
  await expect(toast(page, t('capture:unassigned.done', { name: 'Chest LAT' }))).toBeVisible(
    patient,
  )
  await expect(desk.slides).toHaveCount(1)
  await expect(desk.preview.getByText(t('capture:preview.recovered'))).toBeVisible()
  await expect(desk.line('Chest LAT')).toHaveAccessibleName(/1 image/u)
  const { body: images } = await day.api('GET', `image?studyId=${study}`)
  expect(images).toMatchObject([{ bodyPart: 'Chest', bodyPartView: 'LAT', isRecovered: true }])

  // The other one can wait; it is offered again to whoever comes next.
  await button(banner, t('capture:unassigned.later')).click()
  await expect(banner).toHaveCount(0)
  await page.reload()
  await expect(banner).toBeVisible()
  await expect(banner).not.toContainText(t('capture:unassigned.more_one', { count: 1 }))
  await button(banner, t('capture:unassigned.assign', { name: 'Chest LAT' })).click()
  await expect(desk.slides).toHaveCount(2, patient)
  await expect(banner).toHaveCount(0)
  await simulator.untilNothingWaits()
})

test('the strip shows four, its arrows go by three and are not there while all fit', async ({
  page,
  day,
  t,
}) => {
  const { study, desk } = await openGeneral(page, day, t, { images: 4 })
  await expect(desk.slides).toHaveCount(4)
  await expect(desk.later).toHaveCount(0)
  storeImages(...Array.from({ length: 4 }, () => ({ studyId: study })))
  await page.reload()

  const numbers = async () =>
    (await desk.slides.evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''))).map((label) =>
      Number(label.split(':')[0]),
    )
  await expect.poll(numbers).toEqual([5, 6, 7, 8])
  await expect(desk.later).toBeDisabled()
  const gap = await desk.places.evaluateAll(([first, second]) =>
    Math.round(
      (second?.getBoundingClientRect().left ?? 0) - (first?.getBoundingClientRect().right ?? 0),
    ),
  )
  expect(gap).toBe(10)
  await desk.earlier.click()
  await expect.poll(numbers).toEqual([2, 3, 4, 5])
  await desk.earlier.click()
  await expect.poll(numbers).toEqual([1, 2, 3, 4])
  await expect(desk.earlier).toBeDisabled()
  await desk.later.click()
  await expect.poll(numbers).toEqual([4, 5, 6, 7])

  // A look through the strip chooses nothing; a press does.
  await expect(desk.preview.getByRole('img')).toBeVisible()
  await expect(desk.slides.and(page.locator('[aria-current]'))).toHaveCount(0)
  await desk.slides.nth(1).click()
  await expect(desk.slides.nth(1)).toHaveAttribute('aria-current', 'true')
})
