import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

const folder = join(import.meta.dirname, '../../packages/i18n/locales')
type Group = { readonly [key: string]: string | Group }

const catalogues = new Map<string, Group>()

function readCatalogue(language: Language, namespace: string): Group {
  const path = join(folder, language, `${namespace}.json`)
  const catalogue = catalogues.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Group)
  catalogues.set(path, catalogue)
  return catalogue
}

/**
 * The text of a key such as `shell:nav.settings`. Tests write out the texts that the specification
 * quotes.
 */
export function getText(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const [namespace = '', path = ''] = key.split(':')
  const found = path
    .split('.')
    .reduce<string | Group | undefined>(
      (group, name) => (typeof group === 'object' ? group[name] : undefined),
      readCatalogue(language, namespace),
    )
  if (typeof found !== 'string') throw new Error(`${language} has no text for ${key}`)
  return found.replaceAll(/\{\{\s*(\w+)[^}]*\}\}/gu, (_match, name: string) => String(values[name]))
}

export const createTranslator =
  (language: Language) => (key: string, values?: Record<string, string | number>) =>
    getText(language, key, values)

export type Translate = ReturnType<typeof createTranslator>
