import { describe, expect, test } from 'vitest'
import {
  compareLanguages,
  findFrenchFaults,
  parseLintReport,
  findLiterals,
  findUnmatchedKeys,
  findKeyUses,
  flattenTexts,
} from './languages.ts'

const createTexts = (content: object) => new Map(flattenTexts('shell', content))
const createSource = (text: string) => ({ path: 'apps/web/src/page.tsx', text })

describe('comparison of languages', () => {
  test('languages with the same keys and their own plural forms have no differences', () => {
    const en = createTexts({
      title: 'Studies',
      count_one: '{{count}} study',
      count_other: '{{count}} studies',
    })
    const fr = createTexts({
      title: 'Études',
      count_one: '{{count}} étude',
      count_many: '{{count}} études',
      count_other: '{{count}} études',
    })
    expect(compareLanguages({ en, fr })).toEqual([])
  })
  test('a missing key, plural form, text or placeholder is a difference', () => {
    const en = createTexts({
      a: 'A',
      n_one: '1',
      n_other: '{{count}}',
      hello: 'Hello {{name}}',
      b: 'B',
    })
    const fr = createTexts({ n_one: '1', n_other: '{{count}}', hello: 'Bonjour', b: ' ' })
    expect(compareLanguages({ en, fr })).toEqual([
      'en and fr fill in other values: shell:hello',
      'fr lacks shell:a',
      'fr lacks shell:n_many',
      'fr is empty: shell:b',
    ])
  })
})

describe('translation keys', () => {
  const known = createTexts({ title: 'T', kinds: { info: 'I' }, n_one: '1', n_other: 'n' })
  test('uses of a key are found in calls, tables and templates', () => {
    const source = createSource(
      "t('shell:title')\nconst x = { label: 'shell:n' }\nt(`shell:kinds.${kind}`)",
    )
    expect(findKeyUses([source], ['shell'])).toEqual([
      { key: 'shell:title', isFamily: false, place: 'apps/web/src/page.tsx:1' },
      { key: 'shell:n', isFamily: false, place: 'apps/web/src/page.tsx:2' },
      { key: 'shell:kinds.', isFamily: true, place: 'apps/web/src/page.tsx:3' },
    ])
    expect(findUnmatchedKeys([source], known, {})).toEqual([])
  })
  test('a key without a text and a text without a use are reported', () => {
    const source = createSource("t('shell:titel', { count })\nt('shell:n')")
    expect(findUnmatchedKeys([source], known, {})).toEqual([
      'apps/web/src/page.tsx:1: shell:titel has no words',
      'nobody uses shell:title',
      'nobody uses shell:kinds.info',
    ])
  })
  test('a key template of a whole namespace is allowed only for the codes of the contract', () => {
    const source = createSource("t(`shell:${code}`); t('shell:n')")
    const listed = { shell: ['title', 'kinds.info', 'gone'] }
    expect(findUnmatchedKeys([source], known, listed)).toEqual([
      "the contract's shell:gone has no words",
    ])
    expect(findUnmatchedKeys([source], known, {})[0]).toContain('could be any key')
  })
})

test('an untranslated sentence in an expression or a template is reported, an Error message is not', () => {
  expect(findLiterals(createSource("{isOpen ? 'Close the study' : t('shell:x')}"))).toHaveLength(1)
  expect(findLiterals(createSource('<b aria-label={`Close ${name}`} />'))).toHaveLength(1)
  expect(findLiterals(createSource("throw new Error('No provider here')"))).toEqual([])
  expect(
    findLiterals(createSource("// it's 'Quite a comment'\n<b title={`${a} ${b}`} />")),
  ).toEqual([])
})

test('the report of the linter is parsed line by line, and the name of the product is allowed', () => {
  const report = [
    '',
    'apps/web/src/a.tsx',
    '  3: Error: Found hardcoded string: "Talus"',
    '  9: Error: Found hardcoded string: "Save"\u001B[31m✖\u001B[39m Linter found 2 potential issues.',
  ].join('\n')
  expect(parseLintReport(report)).toEqual([
    expect.stringContaining('apps/web/src/a.tsx:9: Found hardcoded string: "Save"'),
  ])
})

test('a translation key without its namespace counts as used', () => {
  const known = createTexts({ title: { login: 'Sign in' } })
  expect(findUnmatchedKeys([createSource("page('login', 'title.login')")], known, {})).toEqual([])
})

test('French punctuation and units with a plain space, or without a space, are reported', () => {
  const getFaults = (text: string) => findFrenchFaults(createTexts({ key: text }))
  const wrong = [
    "l'image",
    'Patient : Rex',
    'Patient\u202F: Rex',
    '« Rex\u00A0»',
    '«\u00A0Rex »',
    '«Rex»',
    'Supprimer ?',
    'Supprimer\u00A0!',
    'Supprimer?',
    'fermé; ouvert',
    '{{value}} mm',
    '{{value}} {{unit}}',
    '50 %',
  ]
  for (const text of wrong) expect([text, getFaults(text).length]).toEqual([text, 1])
  const right = [
    'l’image «\u00A0Rex\u00A0»\u202F; 1:1, http://a?b=c',
    'Patient\u00A0: {{value}}\u00A0mm, 5\u202F%',
    'la touche «\u00A0?\u00A0»',
    '{{count}} séries',
  ]
  for (const text of right) expect([text, getFaults(text)]).toEqual([text, []])
})
