import type { Page } from '@playwright/test'
import type { ClinicDay } from '../clinic-day.ts'
import { dialog, expect } from '../fixtures.ts'
import { button, enter } from '../office.ts'
import { storeImages } from '../stored-images.ts'
import type { Language, wordsIn } from '../words.ts'

type Words = ReturnType<typeof wordsIn>
export type CaptureDesk = ReturnType<typeof captureDesk>

/** A whole image is processed meanwhile, by machines that do other things, too. */
export const patient = { timeout: 30_000 }

/** What stands on the capture pages, by the words of one language. */
export function captureDesk(page: Page, t: Words) {
  const main = page.getByRole('main')
  const list = page.getByRole('region', { name: t('capture:list.title') })
  return {
    list,
    lines: list.getByRole('listitem'),
    line: (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
    selected: list.locator('[aria-current]'),
    remove: (name: string) => button(list, t('capture:list.remove', { name })),
    part: (name: string) => page.getByRole('option', { name, exact: true }),
    size: (size: string) => button(main, t(`capture:size.${size}`)),
    views: page.getByRole('group', { name: t('capture:view.title') }),
    add: button(main, t('capture:add.action')),
    /** Below its label it says what it will take, or what another press does. */
    start: (label: string) =>
      list.locator('..').getByRole('button', {
        name: new RegExp(`^${t(`capture:start.${label}`)}(?: |$)`, 'u'),
      }),
    cancelling: dialog(page, t('capture:cancel.title')),
    preview: page.getByRole('region', { name: t('capture:preview.title') }),
    slides: page.getByRole('list', { name: t('capture:preview.images') }).getByRole('button'),
    places: page.getByRole('list', { name: t('capture:preview.images') }).locator('li'),
    reject: button(main, t('capture:reject.action')),
    viewer: button(main, t('capture:viewer.open')),
    look: button(main, t('capture:looks.action')),
    finish: button(main, t('capture:finish')),
    earlier: button(main, t('capture:preview.previous')),
    later: button(main, t('capture:preview.next')),
    chip: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
  }
}

interface Opened {
  /** Of these the usual view is planned. */
  readonly parts?: readonly string[]
  readonly speciesId?: number
  /** So many have been taken already. */
  readonly images?: number
  readonly language?: Language
}

/** A new study of an animal on the general page, as its clinic's admin sees it. */
export async function openGeneral(
  page: Page,
  day: ClinicDay,
  t: Words,
  { parts = [], speciesId = 1, images = 0, language = 'en' }: Opened = {},
) {
  const study = await day.study(await day.patient('Rex', { speciesId }))
  storeImages(...Array.from({ length: images }, () => ({ studyId: study })))
  const desk = captureDesk(page, t)
  await enter(page, day.clinic.admin, language)
  await page.goto(`general?studyId=${study}`)
  for (const [place, part] of parts.entries()) {
    await desk.part(part).click()
    await desk.add.click()
    await expect(desk.lines).toHaveCount(place + 1)
  }
  return { study, desk }
}

/** A new study of a cat's teeth. */
export async function openDental(page: Page, day: ClinicDay, t: Words, language: Language) {
  const patientId = await day.patient('Mistigri', { speciesId: 2 })
  const { body } = await day.api<{ id: number }>('POST', 'study', { patientId, modality: 'Dental' })
  await enter(page, day.clinic.admin, language)
  await page.goto(`dental?studyId=${body.id}`)
  return { study: body.id, desk: captureDesk(page, t) }
}

/** Takes no more images. */
export async function stop({ start, cancelling }: CaptureDesk, t: Words) {
  await start('waiting').click()
  await expect(cancelling).toBeVisible()
  await button(cancelling, t('capture:cancel.confirm')).click()
  await expect(start('xray')).toBeVisible()
}

/** Keeps what the sheet over the controls has said, below its title: it is gone in less than a second. */
export async function watchProcessing(page: Page) {
  await page.evaluate(() => {
    const said = new Set<string>()
    const look = () => {
      for (const step of document.querySelectorAll('[role=dialog] [role=status]')) {
        const title = step.closest('[role=dialog]')?.getAttribute('aria-labelledby') ?? ''
        said.add(`${document.getElementById(title)?.textContent}: ${step.textContent}`)
      }
    }
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(globalThis, { saidWhileProcessing: said })
  })
  return () =>
    page.evaluate(() => {
      const { saidWhileProcessing } = globalThis as unknown as {
        readonly saidWhileProcessing: ReadonlySet<string>
      }
      return [...saidWhileProcessing]
    })
}
