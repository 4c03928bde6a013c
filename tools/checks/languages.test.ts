import { describe, expect, test } from 'vitest'
import { differences, lintFaults, literals, strays, usesOf, wordsOf } from './languages.ts'

const words = (content: object) => new Map(wordsOf('shell', content))
const file = (text: string) => ({ path: 'apps/web/src/page.tsx', text })

describe('two languages', () => {
  test('that say the same things agree', () => {
    const en = words({
      title: 'Studies',
      count_one: '{{count}} study',
      count_other: '{{count}} studies',
    })
    const fr = words({
      title: 'Études',
      count_one: '{{count}} étude',
      count_many: '{{count}} études',
      count_other: '{{count}} études',
    })
    expect(differences({ en, fr })).toEqual([])
  })
  test('differ when a key, a plural form, words or a placeholder is missing', () => {
    const en = words({ a: 'A', n_one: '1', n_other: '{{count}}', hello: 'Hello {{name}}', b: 'B' })
    const fr = words({ n_one: '1', n_other: '{{count}}', hello: 'Bonjour', b: ' ' })
    expect(differences({ en, fr })).toEqual([
      'en and fr fill in other values: shell:hello',
      'fr lacks shell:a',
      'fr lacks shell:n_many',
      'fr is empty: shell:b',
    ])
  })
})

describe('keys', () => {
  const known = words({ title: 'T', kinds: { info: 'I' }, n_one: '1', n_other: 'n' })
  test('are found in calls, tables and templates', () => {
    const source = file(
      "t('shell:title')\nconst x = { label: 'shell:n' }\nt(`shell:kinds.${kind}`)",
    )
    expect(usesOf([source], ['shell'])).toEqual([
      { key: 'shell:title', isFamily: false, place: 'apps/web/src/page.tsx:1' },
      { key: 'shell:n', isFamily: false, place: 'apps/web/src/page.tsx:2' },
      { key: 'shell:kinds.', isFamily: true, place: 'apps/web/src/page.tsx:3' },
    ])
    expect(strays([source], known, {})).toEqual([])
  })
  test('without words, and words without a use, are strays', () => {
    const source = file("t('shell:titel', { count })\nt('shell:n')")
    expect(strays([source], known, {})).toEqual([
      'apps/web/src/page.tsx:1: shell:titel has no words',
      'nobody uses shell:title',
      'nobody uses shell:kinds.info',
    ])
  })
  test('of a whole namespace may be open only for the codes of the contract', () => {
    const source = file("t(`shell:${code}`); t('shell:n')")
    const listed = { shell: ['title', 'kinds.info', 'gone'] }
    expect(strays([source], known, listed)).toEqual(["the contract's shell:gone has no words"])
    expect(strays([source], known, {})[0]).toContain('could be any key')
  })
})

test('a sentence hidden in an expression or a template is found; an error for developers is not', () => {
  expect(literals(file("{isOpen ? 'Close the study' : t('shell:x')}"))).toHaveLength(1)
  expect(literals(file('<b aria-label={`Close ${name}`} />'))).toHaveLength(1)
  expect(literals(file("throw new Error('No provider here')"))).toEqual([])
  expect(literals(file("// it's 'Quite a comment'\n<b title={`${a} ${b}`} />"))).toEqual([])
})

test('the report of the linter is read line by line, and the name of the product is no fault', () => {
  const report = [
    '',
    'apps/web/src/a.tsx',
    '  3: Error: Found hardcoded string: "Talus"',
    '  9: Error: Found hardcoded string: "Save"\u001B[31m✖\u001B[39m Linter found 2 potential issues.',
  ].join('\n')
  expect(lintFaults(report)).toEqual([
    expect.stringContaining('apps/web/src/a.tsx:9: Found hardcoded string: "Save"'),
  ])
})

test('a key without its namespace counts as used', () => {
  const known = words({ title: { login: 'Sign in' } })
  expect(strays([file("page('login', 'title.login')")], known, {})).toEqual([])
})
