import { expectNoHorizontalScroll } from '../support/fixtures.ts'
import { listFlowLanguages } from '../support/flow-languages.ts'
import { openGeneralCapture } from '../pages/capture-page.ts'
import { expect, test } from './capture-fixture.ts'

const windows = [
  { width: 1024, height: 768 },
  { width: 1180, height: 820 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
]

for (const language of listFlowLanguages('fr'))
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('every control of the capture page is inside the window, Finish included, and nothing is cut', async ({
      page,
      records,
      t,
    }) => {
      const { capture } = await openGeneralCapture(page, records, t, {
        parts: [],
        images: 6,
        language,
      })
      await expect(capture.slides).toHaveCount(4)
      for (const size of windows) {
        await page.setViewportSize(size)
        await expect(capture.finish).toBeInViewport({ ratio: 1 })
        await expect(capture.start('xray')).toBeInViewport({ ratio: 1 })
        await expect(capture.add).toBeInViewport({ ratio: 1 })
        const cut = await page.evaluate(() =>
          Array.from(document.querySelectorAll<HTMLElement>('main button'), (one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            const isInside = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
            return isInside ? undefined : one.textContent
          }).filter((one) => one !== undefined),
        )
        expect(cut, `${size.width} by ${size.height}`).toEqual([])
      }
      // A tablet held upright has one column, in which the page scrolls and Finish comes first.
      await page.setViewportSize({ width: 820, height: 1180 })
      await expect(capture.finish).toBeInViewport({ ratio: 1 })
      await expect(capture.start('xray')).toBeInViewport({ ratio: 1 })
      await expectNoHorizontalScroll(page)
    })
  })
