import { toInlineText, toPlainText } from '@talus/report/document'
import type { Block, Body, ReportLanguage } from '@talus/report/document'
import type { FindingsField } from './check-findings.ts'

/** The texts of a case that a template fills. */
export type TemplateTexts = Record<FindingsField, string>

/** The headings of the parts that have a field of their own, in both languages. */
const headings = [
  ['findings', /^(?:findings|observations|constatations)$/iu],
  [
    'interpretation',
    /^(?:conclusion|interpretation|interprétation|impression|diagnosis|diagnostic)/iu,
  ],
  ['internalMedicineRecommandations', /^(?:recommendation|recommandation)/iu],
] as const satisfies readonly (readonly [FindingsField, RegExp])[]

/**
 * Turns a report template into plain texts: choices with a default are filled with it, and the others
 * stay in brackets. A part whose heading names a field of the case goes there without the heading;
 * the other parts are findings and keep theirs.
 */
export function toTemplateTexts(body: Body, language: ReportLanguage): TemplateTexts {
  const parts: Record<FindingsField, Block[]> = {
    findings: [],
    interpretation: [],
    internalMedicineRecommandations: [],
  }
  let field: FindingsField = 'findings'
  for (const block of body.content) {
    const isPart = block.type === 'heading' && block.attrs.level === 2
    const title = isPart ? toInlineText(block.content, language).trim() : ''
    const named = isPart ? headings.find(([, pattern]) => pattern.test(title)) : undefined
    if (isPart) field = named?.[0] ?? 'findings'
    if (!named) parts[field].push(block)
  }
  const write = (content: Block[]) => toPlainText({ type: 'doc', content }, language).trim()
  return {
    findings: write(parts.findings),
    interpretation: write(parts.interpretation),
    internalMedicineRecommandations: write(parts.internalMedicineRecommandations),
  }
}

/** A part in brackets that the author has to fill in or to remove. */
const openField = /\[[^\]\n]{0,300}\]/gu

export interface OpenField {
  readonly start: number
  readonly end: number
}

export const findOpenFields = (text: string): OpenField[] =>
  [...text.matchAll(openField)].map(({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))

/** The open field after the selection, or before it. */
export const findNextField = (
  text: string,
  selection: OpenField,
  direction: 'forward' | 'back',
): OpenField | undefined => {
  const fields = findOpenFields(text)
  if (direction === 'back') return fields.findLast(({ end }) => end <= selection.start)
  const isSelected = fields.some(
    ({ start, end }) => start === selection.start && end === selection.end,
  )
  const from = isSelected ? selection.end : selection.start
  return fields.find(({ start }) => start >= from)
}

/** Adds a text below what the author has written already; nothing typed is replaced. */
export const appendText = (written: string, added: string): string =>
  written.trim() === '' ? added : added === '' ? written : `${written.trimEnd()}\n${added}`
