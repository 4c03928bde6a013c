import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { answerDownloads, imagesZip } from './download-server.ts'
import { at, dialog, expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'
import { gate } from './gate.ts'
import type { wordsIn } from './words.ts'

const clinic = 'Harrow Creek Animal Hospital'
const zipName = `${clinic} images.zip`
const headers = (images: number) => ({ 'content-type': 'application/zip', 'x-image-count': images })

/** Without it, browsers save as they save any download; a headless one has nobody to choose a file. */
const withoutPicker = (page: Page) =>
  page.addInitScript(() => {
    Reflect.deleteProperty(window, 'showSaveFilePicker')
  })

/** The person always chooses a file of the browser's own disk, which a test can read. */
const withPicker = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(window, 'showSaveFilePicker', {
      value: async () =>
        (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true }),
    })
  })

/** The files on the browser's own disk, with their sizes. */
const chosenFiles = (page: Page) =>
  page.evaluate(async () => {
    const found: [string, number][] = []
    const folder = await navigator.storage.getDirectory()
    // TypeScript does not know yet that a folder can be walked through.
    for await (const [name, handle] of folder as unknown as AsyncIterable<
      [string, FileSystemFileHandle]
    >)
      found.push([name, (await handle.getFile()).size])
    return found
  })

/** What the section says; a toast may say the same. */
const told = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true })
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })

/** Presses one of the two, and says yes in the dialog that asks. */
async function start(page: Page, type: 'DICOM' | 'JPEG', t: ReturnType<typeof wordsIn>) {
  await button(page, type).click()
  const asked = dialog(page, t('settings:section.bulk-download'))
  await expect(asked).toContainText(t('settings:bulkDownload.ask', { clinic, type }))
  const go = asked.getByRole('button', { name: t('settings:bulkDownload.start'), exact: true })
  await go.click()
  await expect(asked).toHaveCount(0)
}

/** One image, and then nothing more. */
const endless = async (page: Page) => {
  const zip = await imagesZip(4, 1000)
  return answerDownloads(page, (response) => {
    response.writeHead(200, headers(4))
    response.write(zip.subarray(0, 1500))
  })
}

test.describe('a super admin', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'light' })

  test('downloads all images while working elsewhere, sees how far it is, and what the server left out', async ({
    page,
    t,
  }) => {
    test.slow()
    await withoutPicker(page)
    const zip = await imagesZip(5, 300_000)
    const rest = gate()
    const { asked } = await answerDownloads(page, async (response) => {
      response.writeHead(200, headers(5))
      // Two images and a part of the third.
      response.write(zip.subarray(0, 700_000))
      await rest.opened
      response.end(zip.subarray(700_000))
    })
    await page.goto('settings/bulk-download')
    await expect(
      page.getByRole('heading', { name: t('settings:section.bulk-download'), exact: true }),
    ).toBeVisible()
    await expect(button(page, 'JPEG')).toBeVisible()
    await expectAccessible(page)
    await start(page, 'DICOM', t)
    const soFar = { done: 2, total: 5, size: '0,7 Mo' }
    const halfway = page
      .getByRole('main')
      .getByText(t('settings:bulkDownload.progress_other', soFar))
    await expect(halfway).toBeVisible()
    const bar = page.getByRole('progressbar', { name: t('settings:bulkDownload.progressLabel') })
    await expect(bar).toHaveAttribute('aria-valuenow', '2')
    await expect(bar).toHaveAttribute('aria-valuemax', '5')
    await expect(button(page, 'JPEG')).toHaveAttribute('aria-disabled', 'true')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.body).toEqual({ type: 'DICOM', clinicId: expect.any(Number) })
    expect(asked[0]?.authorization).toMatch(/^Bearer ./u)
    await expectAccessible(page)

    await test.step('elsewhere', async () => {
      await page.getByRole('link', { name: t('shell:nav.studylist'), exact: true }).click()
      await expect(page).toHaveURL(at('studylist'))
      await page.goBack()
      await expect(halfway).toBeVisible()
      // How long the rest takes is guessed after a few seconds; how long, depends on the machine.
      const guess = t('settings:bulkDownload.progressLeft_other', { ...soFar, left: '' })
      await expect(page.getByRole('main').getByText(guess.replace(/\W+\w*$/u, ''))).toBeVisible()
      await page.goForward()
      await expect(page).toHaveURL(at('studylist'))

      const saving = page.waitForEvent('download')
      rest.open()
      const download = await saving
      expect(download.suggestedFilename()).toBe(zipName)
      expect((await readFile(await download.path())).equals(zip)).toBe(true)
      const ended = { name: zipName, images: 5, size: '1,5 Mo' }
      const done = t('settings:bulkDownload.done_other', ended)
      await expect(page.getByText(done).last()).toBeVisible()
      await page.goBack()
      await expect(told(page, done)).toBeVisible()
      await expect(button(page, 'JPEG')).not.toHaveAttribute('aria-disabled', 'true')
    })

    await test.step('one of three was left out by the server', async () => {
      const two = await imagesZip(2, 1000)
      const again = await answerDownloads(page, (response) => {
        response.writeHead(200, headers(3))
        response.end(two)
      })
      await start(page, 'JPEG', t)
      const missing = t('settings:bulkDownload.missing_one', { count: 1 })
      await expect(page.getByRole('main').getByText(missing)).toBeVisible()
      expect(again.asked[0]?.body).toMatchObject({ type: 'JPEG' })
      await expectAccessible(page)
    })
  })
})

test.describe('a bulk download', () => {
  test.use({ user: 'super', language: 'en' })

  test('of no images, refused, broken off, cancelled or left by signing out saves nothing and says why', async ({
    page,
    t,
  }) => {
    await withoutPicker(page)
    let isSaved = false
    page.on('download', () => (isSaved = true))
    const cancel = button(page, t('common:action.cancel'))
    await page.goto('settings/bulk-download')

    await test.step('the demo has no images, and the server itself says so', async () => {
      const [reply] = await Promise.all([
        page.waitForResponse('**/api/clinic/download'),
        start(page, 'DICOM', t),
      ])
      expect([reply.status(), reply.headers()['x-image-count']]).toEqual([200, '0'])
      await expect(told(page, t('settings:bulkDownload.empty', { clinic }))).toBeVisible()
    })

    await test.step('refused, in the words of the server', async () => {
      await answerDownloads(page, (response) => {
        response.writeHead(503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ code: 'server/unavailable', message: 'The disk is asleep.' }))
      })
      await start(page, 'DICOM', t)
      const words = t('settings:bulkDownload.refused', { reason: 'The disk is asleep.' })
      await expect(told(page, words)).toBeVisible()
    })

    await test.step('broken off in the middle', async () => {
      const zip = await imagesZip(4, 100_000)
      const broken = gate()
      await answerDownloads(page, async (response) => {
        response.writeHead(200, headers(4))
        response.write(zip.subarray(0, 250_000))
        await broken.opened
        response.destroy()
      })
      await start(page, 'DICOM', t)
      await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute(
        'aria-valuenow',
        '2',
      )
      broken.open()
      await expect(told(page, t('settings:bulkDownload.cutOff'))).toBeVisible()
    })

    await test.step('cancelled: the server need not go on', async () => {
      const { left } = await endless(page)
      const asked = dialog(page, 'Bulk Download')
      await button(page, 'DICOM').press('Enter')
      await expect(asked).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(asked).toHaveCount(0)
      await expect(button(page, 'DICOM')).toBeFocused()
      await expect(cancel).toHaveCount(0)
      await page.keyboard.press('Enter')
      await expect(
        asked.getByRole('button', { name: t('settings:bulkDownload.start') }),
      ).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(cancel).toBeVisible()
      await cancel.press('Enter')
      await expect(told(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
      await expect.poll(left).toBe(1)
      // The keyboard is where it was: at the choices.
      await page.keyboard.press('Tab')
      await expect(button(page, 'DICOM')).toBeFocused()
    })

    await test.step('left by signing out, without a word to whoever comes next', async () => {
      const { left } = await endless(page)
      await start(page, 'DICOM', t)
      await expect(cancel).toBeVisible()
      await page.getByRole('button', { name: 'Log Out', exact: true }).first().click()
      await dialog(page, 'Log Out')
        .getByRole('button', { name: t('shell:logOut.confirm'), exact: true })
        .click()
      await expect(page).toHaveURL(at('login'))
      await expect.poll(left).toBe(1)
      await expect(page.getByText(t('settings:bulkDownload.cancelled'))).toHaveCount(0)
    })
    expect(isSaved).toBe(false)
  })

  test('goes straight into the chosen file where the browser lets one choose, and leaves none behind that is not whole', async ({
    page,
    t,
  }) => {
    await withPicker(page)
    await page.goto('settings/bulk-download')
    await test.step('not whole', async () => {
      await endless(page)
      await start(page, 'DICOM', t)
      await button(page, t('common:action.cancel')).click()
      await expect(told(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
      expect(await chosenFiles(page)).toEqual([])
    })

    await test.step('whole', async () => {
      const zip = await imagesZip(6, 200_000)
      const rest = gate()
      await answerDownloads(page, async (response) => {
        response.writeHead(200, headers(6))
        response.write(zip.subarray(0, 500_000))
        await rest.opened
        response.end(zip.subarray(500_000))
      })
      await start(page, 'DICOM', t)
      await expect(page.getByRole('progressbar', { name: 'Download' })).toHaveAttribute(
        'aria-valuenow',
        '2',
      )
      rest.open()
      const ended = { name: 'chosen.zip', images: 6, size: '1.2 MB' }
      await expect(told(page, t('settings:bulkDownload.done_other', ended))).toBeVisible()
      expect(await chosenFiles(page)).toEqual([['chosen.zip', zip.length]])
    })
  })

  test('is named before the launcher is opened', async ({ page, t }) => {
    await withoutPicker(page)
    // The address is a setting of the server; here it is written into the page that it sends.
    await page.route('**/settings/bulk-download', async (route) => {
      const reply = await route.fetch()
      const body = (await reply.text()).replace(
        '"launcherExitUrl":null',
        '"launcherExitUrl":"http://127.0.0.1:9/exit"',
      )
      await route.fulfill({ response: reply, body })
    })
    // Never answered: from a page that a test has written, the browser reaches no second server.
    await page.route('**/api/clinic/download', () => undefined)
    await page.goto('settings/bulk-download')
    await start(page, 'DICOM', t)
    await expect(button(page, t('common:action.cancel'))).toBeVisible()
    await page.getByRole('button', { name: t('shell:nav.exit'), exact: true }).click()
    await dialog(page, 'Exit App')
      .getByRole('button', { name: t('shell:exit.confirm'), exact: true })
      .click()
    const warned = dialog(page, 'Requests Detected On Exit')
    await expect(warned).toContainText(t('shell:exit.pendingText_one', { count: 1 }))
    await warned.getByRole('button', { name: t('shell:exit.pendingCancel'), exact: true }).click()
    await button(page, t('common:action.cancel')).click()
    await expect(told(page, t('settings:bulkDownload.cancelled'))).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ user: 'super', language: 'fr', scheme: 'dark' })

  test('the section fits @phone-only', async ({ page }) => {
    await page.goto('settings/bulk-download')
    await expect(button(page, 'DICOM')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
