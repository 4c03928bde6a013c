import type { Page } from '@playwright/test'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { openPage } from '../support/navigate.ts'
import { storeImages } from '../support/stored-images.ts'
import type { Language, Translate } from '../support/i18n-texts.ts'

export type CapturePage = ReturnType<typeof createCapturePage>

/** Time for the server to process a whole image on a busy computer. */
export const processingTimeout = { timeout: 30_000 }

/** Page object of the capture screens, in one language. */
export function createCapturePage(page: Page, t: Translate) {
  const main = page.getByRole('main')
  const list = page.getByRole('region', { name: t('capture:list.title') })
  return {
    list,
    annotations: list.getByRole('listitem'),
    annotation: (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
    selected: list.locator('[aria-current]'),
    remove: (name: string) => button(list, t('capture:list.remove', { name })),
    bodyPart: (name: string) => page.getByRole('option', { name, exact: true }),
    size: (size: string) => button(main, t(`capture:size.${size}`)),
    views: page.getByRole('group', { name: t('capture:view.title') }),
    add: button(main, t('capture:add.action')),
    /** Below its label, the button shows the next exposure or the effect of another press. */
    start: (label: string) =>
      list.locator('..').getByRole('button', {
        name: new RegExp(`^${t(`capture:start.${label}`)}(?: |$)`, 'u'),
      }),
    cancelDialog: dialog(page, t('capture:cancel.title')),
    preview: page.getByRole('region', { name: t('capture:preview.title') }),
    slides: page.getByRole('list', { name: t('capture:preview.images') }).getByRole('button'),
    slots: page.getByRole('list', { name: t('capture:preview.images') }).locator('li'),
    reject: button(main, t('capture:reject.action')),
    viewer: button(main, t('capture:viewer.open')),
    presets: button(main, t('capture:presets.action')),
    finish: button(main, t('capture:finish')),
    previous: button(main, t('capture:preview.previous')),
    next: button(main, t('capture:preview.next')),
    chip: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
  }
}

interface OpenOptions {
  /** Body parts whose default view is planned. */
  readonly parts?: readonly string[]
  readonly speciesId?: number
  /** Number of images that the study has already. */
  readonly images?: number
  readonly language?: Language
}

/** Creates a study and opens it in the general capture screen, as the clinic admin. */
export async function openGeneralCapture(
  page: Page,
  records: ClinicRecords,
  t: Translate,
  { parts = [], speciesId = 1, images = 0, language = 'en' }: OpenOptions = {},
) {
  const study = await records.createStudy(await records.createPatient('Rex', { speciesId }))
  storeImages(...Array.from({ length: images }, () => ({ studyId: study })))
  const capture = createCapturePage(page, t)
  await signInAs(page, records.clinic.admin, language)
  await openPage(page, `general?studyId=${study}`)
  for (const [index, part] of parts.entries()) {
    await capture.bodyPart(part).click()
    await capture.add.click()
    await expect(capture.annotations).toHaveCount(index + 1)
  }
  return { study, capture }
}

/** Creates a dental study of a cat and opens it in the dental capture screen. */
export async function openDentalCapture(
  page: Page,
  records: ClinicRecords,
  t: Translate,
  language: Language,
) {
  const patientId = await records.createPatient('Mistigri', { speciesId: 2 })
  const { body } = await records.api<{ id: number }>('POST', 'study', {
    patientId,
    modality: 'Dental',
  })
  await signInAs(page, records.clinic.admin, language)
  await page.goto(`dental?studyId=${body.id}`)
  return { study: body.id, capture: createCapturePage(page, t) }
}

/** Ends the capture loop. */
export async function stopCapture({ start, cancelDialog }: CapturePage, t: Translate) {
  await start('waiting').click()
  await expect(cancelDialog).toBeVisible()
  await button(cancelDialog, t('capture:cancel.confirm')).click()
  await expect(start('xray')).toBeVisible()
}

/**
 * Records the steps that the progress dialog shows, with its title; each is visible for less than a
 * second. Returns a function that reads them.
 */
export async function watchProcessing(page: Page) {
  await page.evaluate(() => {
    const steps = new Set<string>()
    const record = () => {
      for (const step of document.querySelectorAll('[role=dialog] [role=status]')) {
        const title = step.closest('[role=dialog]')?.getAttribute('aria-labelledby') ?? ''
        steps.add(`${document.getElementById(title)?.textContent}: ${step.textContent}`)
      }
    }
    new MutationObserver(record).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(globalThis, { processingSteps: steps })
  })
  return () =>
    page.evaluate(() => {
      const { processingSteps } = globalThis as unknown as {
        readonly processingSteps: ReadonlySet<string>
      }
      return [...processingSteps]
    })
}
