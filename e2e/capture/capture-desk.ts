import type { Page } from '@playwright/test'
import { dialog } from '../fixtures.ts'
import { button } from '../office.ts'
import type { wordsIn } from '../words.ts'

/** What stands on the capture pages, by the words of one language. */
export function captureDesk(page: Page, t: ReturnType<typeof wordsIn>) {
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
    chip: (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`, 'u') }),
  }
}

/** Keeps what the sheet over the controls has said: it is gone in less than a second. */
export async function watchProcessing(page: Page) {
  await page.evaluate(() => {
    const said = new Set<string>()
    const look = () => {
      for (const step of document.querySelectorAll('[role=dialog] [role=status]'))
        said.add(step.textContent)
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
