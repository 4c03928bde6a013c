import { errors, fieldFaults } from '@talus/contract'
import { runNodeAndCapture, type Outcome } from '../child.ts'
import { readFilesUnder, getLineNumber, type SourceFile } from '../source-files.ts'

/** The texts of one language, by `namespace:key.path`. */
export type Texts = ReadonlyMap<string, string>

const locales = 'packages/i18n/locales'
const languages = ['en', 'fr']

/** Namespaces whose keys are codes of the contract, and therefore never literals in the code. */
const codes: Readonly<Record<string, readonly string[]>> = {
  errors: [...Object.keys(errors), ...fieldFaults],
}

/** Namespaces whose keys are names of the contract, so that a template may cover all of them. */
const openNamespaces = new Set(['entities'])

const pluralForm = /_(?:zero|one|two|few|many|other)$/u

export function flattenTexts(namespace: string, content: unknown, path = ''): [string, string][] {
  if (typeof content === 'string') return [[`${namespace}:${path}`, content]]
  if (typeof content !== 'object' || content === null) {
    throw new TypeError(`${namespace}:${path} is neither words nor a group of words`)
  }
  return Object.entries(content).flatMap(([key, value]) =>
    flattenTexts(namespace, value, path === '' ? key : `${path}.${key}`),
  )
}

const getPlaceholders = (text: string) =>
  [...text.matchAll(/\{\{\s*([\w.]+)/gu)]
    .map((match) => match[1] ?? '')
    .toSorted()
    .join(', ')

const removePluralForm = (key: string) => key.replace(pluralForm, '')

/**
 * The keys that a language needs for a key of another language: its own plural forms, else the same
 * key.
 */
const getPluralKeys = (language: string, key: string) =>
  pluralForm.test(key)
    ? new Intl.PluralRules(language)
        .resolvedOptions()
        .pluralCategories.map((form) => `${removePluralForm(key)}_${form}`)
    : [key]

/** Finds keys that one language has and the other lacks, and different placeholders. */
export function compareLanguages(all: Readonly<Record<string, Texts>>): string[] {
  const faults = new Set<string>()
  const keys = new Set(Object.values(all).flatMap((words) => [...words.keys()]))
  for (const [language, texts] of Object.entries(all)) {
    for (const key of keys) {
      for (const form of getPluralKeys(language, key)) {
        if (!texts.has(form)) faults.add(`${language} lacks ${form}`)
      }
    }
    for (const [key, text] of texts) {
      if (text.trim() === '') faults.add(`${language} is empty: ${key}`)
      if (pluralForm.test(key) && !getPluralKeys(language, key).includes(key)) {
        faults.add(`${language} never uses the form ${key}`)
      }
      const others = Object.entries(all).filter(([other]) => other !== language)
      for (const [other, otherTexts] of others) {
        const same = otherTexts.get(key)
        if (same !== undefined && getPlaceholders(same) !== getPlaceholders(text)) {
          faults.add(`${[language, other].toSorted().join(' and ')} fill in other values: ${key}`)
        }
      }
    }
  }
  return [...faults]
}

/**
 * French typography: a colon and guillemets have a no-break space, the other high punctuation a
 * narrow one, and a number stays on the line of its unit. Decision 58 gives the reasons.
 */
const frenchFaults: readonly (readonly [RegExp, string])[] = [
  [/'/u, 'a straight apostrophe instead of ’'],
  [/[ \u202F]:|« |«[^\u00A0]|(?:^|[^\u00A0])»/u, 'no U+00A0 beside : « »'],
  [/[ \u00A0][;?!]|[\p{L}\p{N})}»][;?!](?=\s|$)/u, 'no U+202F before ; ? !'],
  [
    /(?:\d|\}\}) (?:%|°C|(?:mm|px)²?(?![\p{L}\p{N}])|(?:cm|kg|kV|mAs?|ms|[KMG]o|i\/s|s|\{\{unit\}\})(?![\p{L}\p{N}]))/u,
    'no U+00A0 between a number and its unit',
  ],
]

/** Finds French texts in which a line can break before a punctuation mark or a unit. */
export function findFrenchFaults(texts: Texts): string[] {
  return [...texts].flatMap(([key, text]) =>
    frenchFaults
      // A quoted key such as « ? » is not punctuation.
      .filter(([pattern]) => pattern.test(text.replaceAll(/«\u00A0[;?!]\u00A0»/gu, '')))
      .map(([, fault]) => `fr has ${fault}: ${key}`),
  )
}

/**
 * Finds every `namespace:key` in the sources; the fixed prefix of a template covers all keys below
 * it.
 */
export function findKeyUses(files: readonly SourceFile[], namespaces: readonly string[]) {
  const literal = new RegExp(`(['"\`])((?:${namespaces.join('|')}):[^'"\`\\s]*)`, 'gu')
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(literal)].map((match) => {
      const [, quote, written = ''] = match
      const hole = quote === '`' ? written.indexOf('${') : -1
      const key = hole === -1 ? written : written.slice(0, hole)
      const isFamily = hole !== -1 || key.endsWith('.')
      return { key, isFamily, place: `${path}:${getLineNumber(text, match.index)}` }
    }),
  )
}

/**
 * Keys without their namespace, for a `t` that is bound to one. The types check that they exist;
 * here they only count as used.
 */
function findBareUses(files: readonly SourceFile[], present: ReadonlySet<string>) {
  const written = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/gu)].map((match) => match[1]),
    ),
  )
  return [...present].filter((key) => written.has(key.slice(key.indexOf(':') + 1)))
}

/** Finds keys that the code uses without a text, and texts that the code does not use. */
export function findUnmatchedKeys(
  files: readonly SourceFile[],
  texts: Texts,
  listedCodes: Readonly<Record<string, readonly string[]>> = codes,
): string[] {
  const namespaces = [...new Set([...texts.keys()].map((key) => key.split(':')[0] ?? ''))]
  if (namespaces.length === 0) return ['there are no words at all']
  const present = new Set([...texts.keys()].flatMap((key) => [key, removePluralForm(key)]))
  const uses = findKeyUses(files, namespaces)
  const families = uses.filter(({ isFamily }) => isFamily).map(({ key }) => key)
  const named = new Set([
    ...uses.filter(({ isFamily }) => !isFamily).map(({ key }) => key),
    ...findBareUses(files, present),
  ])
  const listed = Object.entries(listedCodes).flatMap(([namespace, keys]) =>
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
      .filter(({ key, isFamily }) => isFamily && isWhole(key) && !(key.slice(0, -1) in listedCodes))
      .map(({ key, place }) => `${place}: ${key}* could be any key; begin with a group of keys`),
    ...listed.filter((key) => !present.has(key)).map((key) => `the contract's ${key} has no words`),
    ...[...texts.keys()]
      .filter(
        (key) => !named.has(key) && !named.has(removePluralForm(key)) && !listed.includes(key),
      )
      .filter((key) => !families.some((family) => !isWhole(family) && key.startsWith(family)))
      .map((key) => `nobody uses ${key}`),
  ]
}

/** Finds untranslated sentences that i18next-cli misses: branches of an expression, templates. */
export function findLiterals({ path, text }: SourceFile): string[] {
  const patterns = [
    /(?<!Error\(|import |from )'[A-Z][a-zé]+(?: [\w,']+)+[.!?]?'/gu,
    /\b(?:aria-label|title|placeholder|alt|label)=\{`[^`$]*[A-Za-z]{3,}[^`]*`\}/gu,
  ]
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gmu, (comment) =>
    comment.replaceAll(/[^\n]/gu, ' '),
  )
  return patterns.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(
      (match) => `${path}:${getLineNumber(code, match.index)}: ${match[0]} is not translated`,
    ),
  )
}

/** The product's name is the same in every language. */
const untranslatedNames = new Set(['"Talus"'])

/** Converts the report of i18next-cli to one line per fault. */
export function parseLintReport(report: string): string[] {
  let path = ''
  const faults: string[] = []
  for (const line of report.split('\n')) {
    const fault = /^\s+(\d+): (?:Error: )?(.*)$/u.exec(line)
    if (!fault) path = /^\S+\.tsx?$/u.test(line) ? line : path
    else if (!untranslatedNames.has(/"[^"]*"/u.exec(fault[2] ?? '')?.[0] ?? '')) {
      faults.push(`${path}:${fault[1]}: ${fault[2]}`)
    }
  }
  return faults
}

async function readTexts(language: string): Promise<Texts> {
  const files = await readFilesUnder(`${locales}/${language}`, /\.json$/u)
  return new Map(
    files.flatMap(({ path, text }) =>
      flattenTexts(/([^/]+)\.json$/u.exec(path)?.[1] ?? path, JSON.parse(text)),
    ),
  )
}

export async function checkLanguages(): Promise<Outcome> {
  const entries = await Promise.all(
    languages.map(async (language) => [language, await readTexts(language)] as const),
  )
  const all = Object.fromEntries(entries)
  const isSource = /^(?!.*(?:\.test\.|\/testing\/)).*\.tsx?$/u
  const sources = [
    ...(await readFilesUnder('apps', isSource)),
    ...(await readFilesUnder('packages', isSource)),
  ]
  const linted = await runNodeAndCapture('i18next-cli/dist/esm/cli.js', ['lint', '--quiet'])
  const faults = [
    ...compareLanguages(all),
    ...findFrenchFaults(all.fr ?? new Map()),
    ...findUnmatchedKeys(sources, all.en ?? new Map()),
    ...sources.filter(({ path }) => path.endsWith('.tsx')).flatMap(findLiterals),
  ]
  if (!linted.isFine) faults.push(...parseLintReport(linted.output))
  return { isFine: faults.length === 0, output: faults.join('\n') }
}
