import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Body, iterateTextBlocks, toPlainText } from '../document/index.ts'
import type { FieldNode } from '../document/index.ts'
import { paginateBody } from '../layout/index.ts'
import {
  listShippedTemplates,
  parseField,
  parseInlines,
  parseTemplate,
  shippedTemplateIds,
} from './index.ts'

const fieldsOf = (body: Body): FieldNode[] =>
  [...iterateTextBlocks(body)].flatMap(({ content = [] }) =>
    content.flatMap((node) => (node.type === 'field' ? [node] : [])),
  )

test('the bracket notation gives choices, numbers, dates and texts', () => {
  expect(parseField('none* | mild | moderate').attrs).toMatchObject({
    kind: 'choice',
    options: ['none', 'mild', 'moderate'],
    value: 'none',
  })
  expect(parseField(' mild | severe ').attrs).toMatchObject({ kind: 'choice', value: null })
  expect(parseField('# mm').attrs).toMatchObject({ kind: 'number', unit: 'mm', value: null })
  expect(parseField('#').attrs).toMatchObject({ kind: 'number', unit: '' })
  expect(parseField('<date>').attrs).toMatchObject({ kind: 'date', value: null })
  expect(parseField('Normal.').attrs).toMatchObject({ kind: 'text', value: 'Normal.' })
  expect(parseField('').attrs).toMatchObject({ kind: 'text', value: null })
})

test('lines become headings, paragraphs and lists, with styles and hints', () => {
  const body = parseTemplate(
    '## Findings\r\nThe **left** *stifle* [# mm]{largest one}.\n\n- one\n- two\n1. first {comment}\n### End',
  )
  expect(body.content.map(({ type }) => type)).toEqual([
    'heading',
    'paragraph',
    'bullet_list',
    'ordered_list',
    'heading',
  ])
  expect(toPlainText(body, 'en')).toBe(
    'Findings\nThe left stifle [#\u00a0mm].\n- one\n- two\n1. first \nEnd',
  )
  expect(fieldsOf(body)[0]?.attrs.hint).toBe('largest one')
  const [, styled] = body.content
  expect(styled?.type === 'paragraph' && styled.content?.[1]).toEqual({
    type: 'text',
    text: 'left',
    marks: [{ type: 'strong' }],
  })
})

test('a backslash takes the meaning of a sign away, and an open bracket is text', () => {
  const plain = (source: string) =>
    toPlainText(
      { type: 'doc', content: [{ type: 'paragraph', content: parseInlines(source) }] },
      'en',
    )
  expect(plain('\\[sic\\] 2 \\* 3 \\{a\\}')).toBe('[sic] 2 * 3 {a}')
  expect(plain('open [bracket and {brace')).toBe('open [bracket and {brace')
})

test('double braces stay as they are typed', () => {
  expect(parseInlines('Weight {{x}} kg {comment}')).toEqual([
    { type: 'text', text: 'Weight ' },
    { type: 'text', text: '{{x}}' },
    { type: 'text', text: ' kg ' },
  ])
  expect(toPlainText(parseTemplate('{{ name }}'), 'en').trim()).toBe('{{ name }}')
})

test('every text parses to a valid body', () => {
  const sign = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    '|',
    '*',
    '#',
    '\\',
    'a',
    ' ',
    '\n',
    '-',
    '1. ',
    '<date>',
  )
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 60 }), (source) => {
      expect(Body.safeParse(parseTemplate(source)).success).toBe(true)
    }),
  )
})

describe.each(['en', 'fr'] as const)('the shipped templates in %s', (language) => {
  const templates = listShippedTemplates(language)

  test('are ten', () => {
    expect(templates.map(({ id }) => id)).toEqual(shippedTemplateIds)
  })

  test.each(templates)('$id is valid, and its conclusion must be written', ({ text }) => {
    const body = parseTemplate(text)
    expect(Body.safeParse(body).success).toBe(true)
    const fields = fieldsOf(body)
    expect(fields.length).toBeGreaterThan(8)
    expect(fields.some(({ attrs }) => attrs.kind === 'text' && attrs.value === null)).toBe(true)
    expect(body.content.filter(({ type }) => type === 'heading').length).toBeGreaterThan(5)
  })

  test.each(templates)('$id fits on two pages of text', ({ text }) => {
    const shape = {
      title: 'Report',
      imageCount: 0,
      images: [],
      hasSpaceForSignature: true,
    } as const
    const options = { orientation: 'landscape', language, isFirst: true } as const
    expect(paginateBody(parseTemplate(text), options, () => shape).length).toBeLessThanOrEqual(2)
  })
})

test('both languages have the same fields in the same order', () => {
  const [english, french] = [listShippedTemplates('en'), listShippedTemplates('fr')]
  for (const [index, template] of english.entries()) {
    const kinds = (text: string) =>
      fieldsOf(parseTemplate(text))
        .map(({ attrs }) => `${attrs.kind} ${attrs.unit}`)
        .toSorted()
    expect(kinds(french[index]?.text ?? '')).toEqual(kinds(template.text))
  }
})
