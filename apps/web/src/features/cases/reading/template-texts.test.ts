import { listShippedTemplates, parseTemplate } from '@talus/report/templates'
import { expect, test } from 'vitest'
import { appendText, findNextField, findOpenFields, toTemplateTexts } from './template-texts.ts'

test('the conclusion of a template becomes the interpretation, the rest the findings', () => {
  const body = parseTemplate(
    '## Findings\nThe heart is [normal* | large].\n## Conclusion\n[]{diagnosis}\n## Notes\nNone.',
  )
  expect(toTemplateTexts(body, 'en')).toEqual({
    findings: 'Findings\nThe heart is normal.\nNotes\nNone.',
    interpretation: '[diagnosis]',
  })
})

test.each(['en', 'fr'] as const)('every shipped template in %s has both texts', (language) => {
  for (const { text } of listShippedTemplates(language)) {
    const { findings, interpretation } = toTemplateTexts(parseTemplate(text), language)
    expect(findings).not.toBe('')
    expect(findOpenFields(interpretation).length).toBeGreaterThan(0)
  }
})

test('Tab walks the open fields in both directions', () => {
  const text = 'A [x] and [y].'
  const first = findNextField(text, { start: 0, end: 0 }, 'forward')
  expect(first).toEqual({ start: 2, end: 5 })
  const second = first && findNextField(text, first, 'forward')
  expect(second).toEqual({ start: 10, end: 13 })
  expect(second && findNextField(text, second, 'forward')).toBeUndefined()
  expect(second && findNextField(text, second, 'back')).toEqual(first)
})

test('a template is added below what is written', () => {
  expect(appendText('', 'Normal.')).toBe('Normal.')
  expect(appendText('Fracture.\n', 'Normal.')).toBe('Fracture.\nNormal.')
  expect(appendText('Fracture.', '')).toBe('Fracture.')
})
