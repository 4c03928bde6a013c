import { MantineProvider } from '@mantine/core'
import type { Language } from '@talus/contract'
import { loadNamespace } from '@talus/i18n/load'
import i18next from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'

/** One selectable region of a rendered map. */
interface RenderedOption {
  readonly name: string
  readonly isSelected: boolean
  readonly isTabStop: boolean
}

const getAttribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`, 'u').exec(tag)?.[1] ?? ''

/** Renders a map to HTML in the given language. */
export async function renderMap(language: Language, map: ReactElement) {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language,
    resources: { [language]: { maps: await loadNamespace('maps', language) } },
    interpolation: { escapeValue: false },
  })
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>{map}</MantineProvider>
    </I18nextProvider>,
  )
  const options = [...html.matchAll(/<path role="option"[^>]*>/gu)].map(
    ([tag]): RenderedOption => ({
      name: getAttribute(tag, 'aria-label'),
      isSelected: getAttribute(tag, 'aria-selected') === 'true',
      isTabStop: getAttribute(tag, 'tabindex') === '0',
    }),
  )
  const text = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/gu, ' ').replaceAll(/\s+/gu, ' ')
  return { html, options, text }
}
