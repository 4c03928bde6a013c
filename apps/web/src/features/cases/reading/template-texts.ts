import { toInlineText, toPlainText } from '@talus/report/document'
import type { Body, ReportLanguage } from '@talus/report/document'

/** The two texts of a case that a template fills. */
export interface TemplateTexts {
  readonly findings: string
  readonly interpretation: string
}

/** The heading of the part that belongs to the interpretation, in both languages. */
const conclusion = /^(?:conclusion|interpretation|interprétation|impression|diagnosis|diagnostic)/iu

/**
 * Turns a report template into plain texts: fields with a default are filled with it, and the others
 * stay in brackets. The part under the heading of the conclusion becomes the interpretation.
 */
export function toTemplateTexts(body: Body, language: ReportLanguage): TemplateTexts {
  const start = body.content.findIndex(
    (block) =>
      block.type === 'heading' && conclusion.test(toInlineText(block.content, language).trim()),
  )
  const write = (content: Body['content']) => toPlainText({ type: 'doc', content }, language).trim()
  if (start === -1) return { findings: write(body.content), interpretation: '' }
  const isHeading = (block: Body['content'][number]) =>
    block.type === 'heading' && block.attrs.level === 2
  const length = body.content.slice(start + 1).findIndex(isHeading)
  const end = length === -1 ? body.content.length : start + 1 + length
  return {
    findings: write([...body.content.slice(0, start), ...body.content.slice(end)]),
    interpretation: write(body.content.slice(start + 1, end)),
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
