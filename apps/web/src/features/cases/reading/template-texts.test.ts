import { listShippedTemplates, parseTemplate } from '@talus/report/templates'
import { expect, test } from 'vitest'
import { appendText, findNextField, findOpenFields, toTemplateTexts } from './template-texts.ts'

test('each part of a template goes to its field, without the heading that names the field', () => {
  const body = parseTemplate(
    '## Technique\nTwo views.\n## Findings\n### Heart\nThe heart is [normal* | large].\n## Conclusion\n[]{diagnosis}\n## Recommendations\n[None.]\n## Notes\nSedated.',
  )
  expect(toTemplateTexts(body, 'en')).toEqual({
    findings: 'Technique\nTwo views.\nHeart\nThe heart is normal.\nNotes\nSedated.',
    interpretation: '[diagnosis]',
    internalMedicineRecommandations: 'None.',
  })
})

test('a template without headings is the findings', () => {
  expect(toTemplateTexts(parseTemplate('Normal.'), 'en')).toEqual({
    findings: 'Normal.',
    interpretation: '',
    internalMedicineRecommandations: '',
  })
})

test.each(['en', 'fr'] as const)(
  'every shipped template in %s fills the three texts',
  (language) => {
    for (const { text } of listShippedTemplates(language)) {
      const texts = toTemplateTexts(parseTemplate(text), language)
      expect(texts.findings).not.toBe('')
      expect(texts.findings).not.toMatch(/^(?:Findings|Observations|Recomm[ae]ndations)$/mu)
      expect(findOpenFields(texts.interpretation).length).toBeGreaterThan(0)
      expect(texts.internalMedicineRecommandations).not.toBe('')
    }
  },
)

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
