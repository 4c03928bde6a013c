import type { Locator, Page } from '@playwright/test'
import type { ReportDocument } from '@talus/report/document'
import type { Api } from '../support/clinic-fixture.ts'
import { createApi, button, row } from '../support/clinic-fixture.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { expect, pageUrl } from '../support/fixtures.ts'
import type { Translate } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { openPage } from '../support/navigate.ts'

export const textEditor = (page: Page): Locator => page.locator('.ProseMirror')
export const pageThumbnails = (page: Page, t: Translate): Locator =>
  page.getByRole('navigation', { name: t('report:pages.list') }).getByRole('button')

/** Opens the report of the study of a patient from the study list. */
export async function openReport(page: Page, t: Translate, patient = 'Rex') {
  await openPage(page, 'studylist')
  // In the second part of a test, the press follows another one that has changed the page.
  await waitForDeliberatePress(page)
  await row(page, patient).click()
  await expect(row(page, patient)).toHaveAttribute('aria-selected', 'true')
  await waitForDeliberatePress(page)
  await button(page, t('studies:action.createReport')).click()
  await expect(page).toHaveURL(pageUrl('report'))
}

/** Answers the question of Back, and leaves the report. */
export async function leaveReport(page: Page, t: Translate) {
  await button(page, t('report:back.button')).click()
  await waitForDeliberatePress(page)
  await button(page, t('report:back.confirm')).click()
  await expect(page).toHaveURL(pageUrl('studylist'))
}

/** A user of the clinic who may write reports, and the API as that user. */
export async function createWriter(
  records: ClinicRecords,
  createUser: (
    clinic: ClinicRecords['clinic'],
    name: string,
    flags: object,
  ) => Promise<{
    readonly username: string
  }>,
): Promise<{ readonly username: string; readonly api: Api }> {
  const { username } = await createUser(records.clinic, 'writer', { report: true })
  return { username, api: await createApi(username) }
}

/** Replaces the draft of the user. */
export async function saveDraft(api: Api, studyId: number, document: ReportDocument) {
  const { body } = await api<{ draft: { version: number } | null }>(
    'GET',
    `report/draft/${String(studyId)}`,
  )
  const saved = await api('PUT', `report/draft/${String(studyId)}`, {
    version: body.draft?.version ?? 0,
    document,
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
}

/**
 * Opens the pages of a report one after the other, and returns for each block of their texts the
 * offsets at which the browser shows a new line. One call for all pages: a press from outside waits
 * for several frames.
 */
export const readShownLines = (
  page: Page,
  t: Translate,
  pageIds: readonly string[],
): Promise<number[][][]> =>
  page.getByRole('navigation', { name: t('report:pages.list') }).evaluate(async (list, ids) => {
    const range = document.createRange()
    const middle = (node: globalThis.Node, at: number) => {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const box = [...range.getClientRects()].at(-1)
      return box && box.width > 0 ? (box.top + box.bottom) / 2 : undefined
    }
    const readBlock = (block: Element) => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
      const starts: number[] = []
      let offset = 0
      let last: number | undefined
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent ?? ''
        for (let at = 0; at < text.length; at++) {
          if (text.charAt(at) === ' ') continue
          const now = middle(node, at)
          if (now === undefined) continue
          if (last !== undefined && now - last > 6) starts.push(offset + at)
          last = now
        }
        offset += text.length
      }
      return starts
    }
    const findEditor = async (id: string) => {
      for (let frame = 0; frame < 600; frame++) {
        const editor = document.querySelector(`[data-page="${id}"][data-active] .ProseMirror`)
        if (editor?.checkVisibility()) return editor
        await new Promise((resolve) => requestAnimationFrame(resolve))
      }
      throw new Error(`Page ${id} has no editor.`)
    }
    const pages: number[][][] = []
    for (const [index, id] of ids.entries()) {
      // The first page is active already; another press would end that.
      if (index > 0) list.querySelectorAll('button')[index]?.click()
      const editor = await findEditor(id)
      pages.push([...editor.querySelectorAll('p, h2, h3')].map(readBlock))
    }
    return pages
  }, pageIds)
