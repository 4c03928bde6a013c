import { MantineProvider } from '@mantine/core'
import type { Language } from '@talus/contract'
import { loadLaterWords } from '@talus/i18n/load'
import i18next from 'i18next'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'

/** What a map says of one of its regions. */
interface Option {
  readonly name: string
  readonly isSelected: boolean
  readonly isEntrance: boolean
}

const attribute = (tag: string, name: string) =>
  new RegExp(` ${name}="([^"]*)"`, 'u').exec(tag)?.[1] ?? ''

/** A map in a language, as the browser first gets it. */
export async function shown(language: Language, map: ReactElement) {
  const i18n = i18next.createInstance()
  await i18n.init({
    lng: language,
    resources: { [language]: { maps: await loadLaterWords('maps', language) } },
    interpolation: { escapeValue: false },
  })
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>{map}</MantineProvider>
    </I18nextProvider>,
  )
  const options = [...html.matchAll(/<path role="option"[^>]*>/gu)].map(([tag]): Option => ({
    name: attribute(tag, 'aria-label'),
    isSelected: attribute(tag, 'aria-selected') === 'true',
    isEntrance: attribute(tag, 'tabindex') === '0',
  }))
  const text = html.replaceAll(/<style[\s\S]*?<\/style>|<[^>]+>/gu, ' ').replaceAll(/\s+/gu, ' ')
  return { html, options, text }
}
