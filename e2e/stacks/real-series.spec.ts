import type { Page } from '@playwright/test'
import { readDicom } from '../../packages/dicom/src/index.ts'
import { readMessages } from '../../packages/volume/src/index.ts'
import { createSliceFile } from '../../apps/server/src/testing/stacks/slice-files.ts'
import { fullImage, storeFile } from '../pages/viewer-page.ts'
import { signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { openPage } from '../support/navigate.ts'
import { findMissingSeries, readSeries } from '../support/sample-series.ts'
import { expectSlice, layer, line, seriesList, viewport } from './stack-page.ts'

/** Slices of the chest scan of the samples. */
const count = 135
const middle = 68
/** The viewer loads so many slices on each side of the visible one first. */
const nearby = 10

/** Stores the chest scan, and an image of the same series whose values are no slice. */
async function storeChest(records: ClinicRecords) {
  const files = readSeries('ct-chest')
  let stored = { studyId: 0, imageId: 0 }
  const images: number[] = []
  for (const file of files) {
    stored = await storeFile(records, 'slice', file)
    images.push(stored.imageId)
  }
  const { identity } = readDicom(files[0] ?? new Uint8Array())
  const unusable = createSliceFile(0, {
    StudyInstanceUID: identity.studyInstanceUid,
    SeriesInstanceUID: identity.seriesInstanceUid,
    PatientID: identity.patientId,
    BitsAllocated: 32,
    BitsStored: 32,
    HighBit: 31,
  })
  await storeFile(records, 'unusable', new Uint8Array(unusable))
  const { studyId } = stored
  return { studyId, address: `viewer?studyId=${studyId}&image=image/${images[middle - 1]}` }
}

const readZoom = async (page: Page) =>
  Number(/[\d.]+/u.exec((await line(page, 'zoom').textContent()) ?? '')?.[0])

/** Holds the requests for the list of the series until they are aborted or let through. */
async function holdSeries(page: Page) {
  const held = Promise.withResolvers<undefined>()
  let isAborting = false
  let requests = 0
  const address = /\/study\/\d+\/stacks$/u
  await page.route(address, async (route) => {
    requests += 1
    await held.promise
    await (isAborting ? route.abort() : route.continue())
  })
  return {
    countRequests: () => requests,
    /** Aborts the held requests, and those that follow until `letThrough`. */
    abort: () => {
      isAborting = true
      held.resolve(undefined)
    },
    letThrough: () => {
      isAborting = false
      held.resolve(undefined)
    },
    end: () => page.unroute(address),
  }
}

/** Lets only the first slices of the stream through, and records the order of all requests. */
async function cutStream(page: Page, sent: number) {
  const order: number[] = []
  const jumps: string[] = []
  await page.route(/\/slices\?/u, async (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('around')) {
      jumps.push(url.search)
      return route.continue()
    }
    const response = await route.fetch()
    const body = await response.body()
    const messages = [...readMessages().read(new Uint8Array(body))]
    order.push(...messages.map(({ index }) => index))
    const bytes = messages.slice(0, sent).reduce((sum, one) => sum + 16 + one.bytes.length, 0)
    return route.fulfill({ response, body: body.subarray(0, bytes) })
  })
  return { order, jumps }
}

test.describe('with the real chest scan', () => {
  const missing = findMissingSeries('ct-chest')
  test.skip(missing !== undefined, missing ?? '')

  test('a scan reports how it loads, skips what it cannot use, loads neighbours first and zooms by steps', async ({
    page,
    records,
    t,
  }) => {
    test.setTimeout(240_000)
    const { studyId, address } = await storeChest(records)
    await signInAs(page, records.clinic.admin)
    const overlay = page.locator('[data-loading]')
    const stream = await cutStream(page, 2 * nearby + 1)

    await test.step('an overlay reports what is being loaded, and an error with its message', async () => {
      const series = await holdSeries(page)
      await openPage(page, address)
      await expect(overlay.getByRole('status')).toHaveText(t('stacks:status.study'))
      series.abort()
      const message = t('stacks:error.shown', { message: t('errors:network') })
      expect(message).toMatch(/^Error: ./u)
      await expect(overlay.getByRole('alert')).toHaveText(message)
      const before = series.countRequests()
      const tryAgain = overlay.getByRole('button', { name: t('common:action.tryAgain') })
      await tryAgain.click()
      await expect.poll(series.countRequests).toBeGreaterThan(before)
      series.letThrough()
      // A change of the study, such as a new thumbnail, makes the page load the series by itself.
      await expect(async () => {
        if (await tryAgain.isVisible()) await tryAgain.click({ timeout: 2000 })
        await expect(fullImage(page).first()).toBeVisible({ timeout: 10_000 })
      }).toPass({ timeout: 60_000 })
      await series.end()
      await expect(overlay).toHaveCount(0)
      await expectSlice(page, middle, count)
    })

    await test.step('images with unusable data are skipped and counted', async () => {
      await expect(seriesList(page, t('stacks:list'))).toContainText(
        t('stacks:status.skipped_one', { count: 1 }),
      )
    })

    await test.step('the ten slices on either side of the visible one come first', async () => {
      const first = stream.order.slice(0, 2 * nearby + 1).toSorted((one, other) => one - other)
      expect(first).toEqual(Array.from({ length: 2 * nearby + 1 }, (_, at) => middle - 11 + at))
      expect(stream.order).toHaveLength(count)
      await layer(page).focus()
      await page.keyboard.press('End')
      await expectSlice(page, count, count)
      const isNearEnd = (search: string) =>
        Number(new URLSearchParams(search).get('first')) >= count - 1 - nearby
      // The thumbnails request slices too.
      expect(stream.jumps).toContainEqual(
        expect.stringContaining(`first=${count - 1}&around=${nearby}`),
      )
      const before = stream.jumps.filter(isNearEnd).length
      for (let step = 1; step <= nearby; step += 1) {
        await page.keyboard.press('ArrowUp')
        await expectSlice(page, count - step, count)
      }
      expect(stream.jumps.filter(isNearEnd)).toHaveLength(before)
    })

    await test.step('slices are loaded again by themselves after a lost connection', async () => {
      await page.unroute(/\/slices\?/u)
      let isCut = true
      await page.route(/\/(?:slices\?|health\/ready)/u, (route) =>
        isCut ? route.abort() : route.continue(),
      )
      await openPage(page, address)
      const message = t('stacks:error.shown', { message: t('errors:network') })
      await expect(viewport(page).getByText(message, { exact: true })).toBeVisible()
      isCut = false
      await expectSlice(page, middle, count)
      await expect(viewport(page).getByText(message, { exact: true })).toHaveCount(0)
      await page.unroute(/\/(?:slices\?|health\/ready)/u)
    })

    await test.step('slices that were loaded stay when loading is interrupted and goes on', async () => {
      let requests = 0
      await page.route(/\/slices\?/u, async (route) => {
        if (new URL(route.request().url()).searchParams.has('around')) return route.continue()
        requests += 1
        // The second one is never answered.
        if (requests === 2) return undefined
        if (requests > 2) return route.continue()
        const response = await route.fetch()
        const body = await response.body()
        const [first] = [...readMessages().read(new Uint8Array(body))]
        // Ten slices at least, and a part of another one.
        const length = Math.min(body.length - 1, 20 * (first?.bytes.length ?? 0) + 7)
        return route.fulfill({ response, body: body.subarray(0, length) })
      })
      await openPage(page, address)
      await expectSlice(page, middle, count)
      await page.getByRole('button', { name: t('common:action.tryAgain') }).click()
      await expect.poll(() => requests).toBe(2)
      const note = viewport(page).getByRole('status')
      await expect(note).toBeVisible()
      expect(Number(/\d+/u.exec((await note.textContent()) ?? '')?.[0])).toBeGreaterThan(9)
      await layer(page).focus()
      for (let step = 1; step <= 4; step += 1) {
        await page.keyboard.press('ArrowDown')
        await expectSlice(page, middle + step, count)
      }
      const retry = viewport(page).getByRole('button', { name: t('common:action.tryAgain') })
      await expect(retry).toBeVisible({ timeout: 20_000 })
      await retry.click()
      await expect.poll(() => requests).toBe(3)
      await expect(note).toHaveCount(0, { timeout: 30_000 })
      await page.unroute(/\/slices\?/u)
      await openPage(page, address)
    })

    await test.step('the value of a voxel is the one that dcmtk reads', async () => {
      await expectSlice(page, middle, count)
      const box = await fullImage(page).first().boundingBox()
      if (!box) throw new Error('no picture')
      const half = (await readZoom(page)) / 200
      // The centre of the voxel in column and row 256: slices hang with the belly down.
      await page.mouse.move(box.x + box.width / 2 + half, box.y + box.height / 2 - half)
      await expect(line(page, 'probe')).toHaveText(/^-852\sHU$/u)
    })

    await test.step('a step of the zoom is a factor of 1.2', async () => {
      const before = await readZoom(page)
      await layer(page).focus()
      await page.keyboard.press('+')
      await expect.poll(() => readZoom(page)).toBe(Math.round(before * 1.2))
      await page.keyboard.press('+')
      await expect.poll(async () => (await readZoom(page)) / before).toBeCloseTo(1.44, 1)
      await page.keyboard.press('-')
      await page.keyboard.press('-')
      await expect.poll(() => readZoom(page)).toBe(before)
    })

    await test.step('a study that was deleted meanwhile is reported', async () => {
      // A notice of the deletion would replace the viewer, sometimes before the series are answered.
      await page.route(/\/api\/events\b/u, (route) => route.abort())
      const series = await holdSeries(page)
      await openPage(page, address)
      await expect(overlay.getByRole('status')).toHaveText(t('stacks:status.study'))
      const { status } = await records.api('DELETE', `study/deletestudy/${studyId}`)
      expect(status).toBeLessThan(300)
      series.letThrough()
      await expect(overlay.getByText('Error: No studies in Orthanc', { exact: true })).toBeVisible()
      await expect(viewport(page)).toHaveCount(0)
    })
  })
})
