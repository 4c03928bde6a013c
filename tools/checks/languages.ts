import { errors, fieldFaults } from '@talus/contract'
import { captureNode, type Outcome } from '../child.ts'
import { filesUnder, lineAt, type SourceFile } from '../source-files.ts'

/** `namespace:key.path` to its words, for one language. */
export type Words = ReadonlyMap<string, string>

const locales = 'packages/i18n/locales'
const languages = ['en', 'fr']

/** Namespaces whose keys are codes that the contract lists, and so are never written out in code. */
const codes: Readonly<Record<string, readonly string[]>> = {
  errors: [...Object.keys(errors), ...fieldFaults],
}

/** Namespaces that hold one kind of thing, named by the contract's own names for them. */
const openNamespaces = new Set(['entities'])

const pluralForm = /_(?:zero|one|two|few|many|other)$/u

export function wordsOf(namespace: string, content: unknown, path = ''): [string, string][] {
  if (typeof content === 'string') return [[`${namespace}:${path}`, content]]
  if (typeof content !== 'object' || content === null) {
    throw new TypeError(`${namespace}:${path} is neither words nor a group of words`)
  }
  return Object.entries(content).flatMap(([key, value]) =>
    wordsOf(namespace, value, path === '' ? key : `${path}.${key}`),
  )
}

const placeholdersOf = (words: string) =>
  [...words.matchAll(/\{\{\s*([\w.]+)/gu)]
    .map((match) => match[1] ?? '')
    .toSorted()
    .join(', ')

const baseOf = (key: string) => key.replace(pluralForm, '')

/** The keys a language needs for what another language has: its own plural forms, else the same key. */
const formsIn = (language: string, key: string) =>
  pluralForm.test(key)
    ? new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.map((form) => `${baseOf(key)}_${form}`)
    : [key]

/** What one language has and the other lacks, and what they say differently. */
export function differences(all: Readonly<Record<string, Words>>): string[] {
  const faults = new Set<string>()
  const keys = new Set(Object.values(all).flatMap((words) => [...words.keys()]))
  for (const [language, words] of Object.entries(all)) {
    for (const key of keys) {
      for (const form of formsIn(language, key)) {
        if (!words.has(form)) faults.add(`${language} lacks ${form}`)
      }
    }
    for (const [key, text] of words) {
      if (text.trim() === '') faults.add(`${language} is empty: ${key}`)
      if (pluralForm.test(key) && !formsIn(language, key).includes(key)) {
        faults.add(`${language} never uses the form ${key}`)
      }
      const others = Object.entries(all).filter(([other]) => other !== language)
      for (const [other, otherWords] of others) {
        const same = otherWords.get(key)
        if (same !== undefined && placeholdersOf(same) !== placeholdersOf(text)) {
          faults.add(`${[language, other].toSorted().join(' and ')} fill in other values: ${key}`)
        }
      }
    }
  }
  return [...faults]
}

/** Every `namespace:key` in the sources; a template's fixed beginning stands for all keys under it. */
export function usesOf(files: readonly SourceFile[], namespaces: readonly string[]) {
  const literal = new RegExp(`(['"\`])((?:${namespaces.join('|')}):[^'"\`\\s]*)`, 'gu')
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(literal)].map((match) => {
      const [, quote, written = ''] = match
      const hole = quote === '`' ? written.indexOf('${') : -1
      const key = hole === -1 ? written : written.slice(0, hole)
      const isFamily = hole !== -1 || key.endsWith('.')
      return { key, isFamily, place: `${path}:${lineAt(text, match.index)}` }
    }),
  )
}

/**
 * Keys written without their namespace, for a `t` that is bound to one. Whether they exist is left to
 * the types; here they only count as used.
 */
function bareUses(files: readonly SourceFile[], present: ReadonlySet<string>) {
  const written = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/gu)].map((match) => match[1]),
    ),
  )
  return [...present].filter((key) => written.has(key.slice(key.indexOf(':') + 1)))
}

/** Keys that the code uses and nobody wrote, and keys that nobody uses. */
export function strays(
  files: readonly SourceFile[],
  words: Words,
  codesOf: Readonly<Record<string, readonly string[]>> = codes,
): string[] {
  const namespaces = [...new Set([...words.keys()].map((key) => key.split(':')[0] ?? ''))]
  if (namespaces.length === 0) return ['there are no words at all']
  const present = new Set([...words.keys()].flatMap((key) => [key, baseOf(key)]))
  const uses = usesOf(files, namespaces)
  const families = uses.filter(({ isFamily }) => isFamily).map(({ key }) => key)
  const named = new Set([
    ...uses.filter(({ isFamily }) => !isFamily).map(({ key }) => key),
    ...bareUses(files, present),
  ])
  const listed = Object.entries(codesOf).flatMap(([namespace, keys]) =>
    keys.map((key) => `${namespace}:${key}`),
  )
  const isWhole = (family: string) =>
    family.endsWith(':') && !openNamespaces.has(family.slice(0, -1))
  return [
    ...uses
      .filter(({ key, isFamily }) =>
        isFamily
          ? !isWhole(key) && ![...present].some((known) => known.startsWith(key))
          : !present.has(key),
      )
      .map(({ key, place }) => `${place}: ${key} has no words`),
    ...uses
      .filter(({ key, isFamily }) => isFamily && isWhole(key) && !(key.slice(0, -1) in codesOf))
      .map(({ key, place }) => `${place}: ${key}* could be any key; begin with a group of keys`),
    ...listed.filter((key) => !present.has(key)).map((key) => `the contract's ${key} has no words`),
    ...[...words.keys()]
      .filter((key) => !named.has(key) && !named.has(baseOf(key)) && !listed.includes(key))
      .filter((key) => !families.some((family) => !isWhole(family) && key.startsWith(family)))
      .map((key) => `nobody uses ${key}`),
  ]
}

/** Sentences in screens that i18next-cli does not see: branches of an expression, templates. */
export function literals({ path, text }: SourceFile): string[] {
  const spoken = [
    /(?<!Error\(|import |from )'[A-Z][a-zé]+(?: [\w,']+)+[.!?]?'/gu,
    /\b(?:aria-label|title|placeholder|alt|label)=\{`[^`$]*[A-Za-z]{3,}[^`]*`\}/gu,
  ]
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, (comment) =>
    comment.replaceAll(/[^\n]/gu, ' '),
  )
  return spoken.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(
      (match) => `${path}:${lineAt(code, match.index)}: ${match[0]} is not translated`,
    ),
  )
}

/** The product's name is the same in every language. */
const sameEverywhere = new Set(['"Talus"'])

/** The report of i18next-cli, one line for each fault. */
export function lintFaults(report: string): string[] {
  let path = ''
  const faults: string[] = []
  for (const line of report.split('\n')) {
    const fault = /^\s+(\d+): (?:Error: )?(.*)$/u.exec(line)
    if (!fault) path = /^\S+\.tsx?$/u.test(line) ? line : path
    else if (!sameEverywhere.has(/"[^"]*"/u.exec(fault[2] ?? '')?.[0] ?? '')) {
      faults.push(`${path}:${fault[1]}: ${fault[2]}`)
    }
  }
  return faults
}

async function wordsIn(language: string): Promise<Words> {
  const files = await filesUnder(`${locales}/${language}`, /\.json$/u)
  return new Map(
    files.flatMap(({ path, text }) =>
      wordsOf(/([^/]+)\.json$/u.exec(path)?.[1] ?? path, JSON.parse(text)),
    ),
  )
}

export async function checkLanguages(): Promise<Outcome> {
  const entries = await Promise.all(
    languages.map(async (language) => [language, await wordsIn(language)] as const),
  )
  const all = Object.fromEntries(entries)
  const isSource = /^(?!.*(?:\.test\.|\/testing\/)).*\.tsx?$/u
  const sources = [
    ...(await filesUnder('apps', isSource)),
    ...(await filesUnder('packages', isSource)),
  ]
  const linted = await captureNode('i18next-cli/dist/esm/cli.js', ['lint', '--quiet'])
  const faults = [
    ...differences(all),
    ...strays(sources, all.en ?? new Map()),
    ...sources.filter(({ path }) => path.endsWith('.tsx')).flatMap(literals),
  ]
  if (!linted.isFine) faults.push(...lintFaults(linted.output))
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
