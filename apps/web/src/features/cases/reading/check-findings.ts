import type { CaseFindings } from '@talus/contract'
import { countCharacters, limits } from '@talus/contract'
import { checkReport } from '@talus/report/check'
import type { CheckCode, CheckContext } from '@talus/report/check'
import type { Body, ReportLanguage, ReportPage } from '@talus/report/document'
import { findOpenFields } from './template-texts.ts'

export type FindingsField = 'findings' | 'interpretation' | 'internalMedicineRecommandations'
export const findingsFields = [
  'findings',
  'interpretation',
  'internalMedicineRecommandations',
] as const satisfies readonly FindingsField[]

export const findingsLimits: Readonly<Record<FindingsField, number>> = {
  findings: limits.findingsMax,
  interpretation: limits.interpretationMax,
  internalMedicineRecommandations: limits.recommendationsMax,
}

export const countRemaining = (field: FindingsField, text: string): number =>
  findingsLimits[field] - countCharacters(text)

/** The texts of the report one below the other, to copy them. */
export const joinTexts = (texts: Pick<CaseFindings, FindingsField>): string =>
  findingsFields
    .map((field) => texts[field])
    .filter(Boolean)
    .join('\n')

export interface TextFinding {
  readonly code: Exclude<CheckCode, SkippedCode> | 'unfilled-field' | 'too-long' | 'critical-word'
  readonly field: FindingsField
  readonly isBlocking: boolean
  readonly start: number
  readonly excerpt: string
}

/** Words of findings that a clinic must learn of at once, in English and French. */
const criticalWords =
  /\b(?:pneumothorax|tension pneumothorax|GDV|gastric dilatation|volvulus|pneumoperitoneum|pneumopéritoine|free (?:abdominal )?gas|gaz libre|hemoabdomen|hémoabdomen|septic peritonitis|péritonite septique|spinal fracture|fracture (?:instable|vertébrale)|unstable fracture|diaphragmatic (?:hernia|rupture)|(?:hernie|rupture) diaphragmatique|dilatation-torsion|SDTE)\b/giu

const toBody = (text: string): Body => ({
  type: 'doc',
  content: text
    .split('\n')
    .map((line) => ({ type: 'paragraph', content: line ? [{ type: 'text', text: line }] : [] })),
})

/**
 * The texts of a case have no images and no measurements, an empty one has a reason of its own, and
 * an open field is found with its place in the text.
 */
const skippedCodes = [
  'unfilled-field',
  'empty-image-slot',
  'image-without-description',
  'image-of-other-patient',
  'other-patient-unnamed',
  'deleted-measurement',
  'empty-report',
] as const satisfies readonly CheckCode[]
type SkippedCode = (typeof skippedCodes)[number]
const isSkipped = (code: CheckCode): code is SkippedCode =>
  skippedCodes.some((skipped) => skipped === code)

interface CheckOptions {
  readonly context: CheckContext
  readonly language: ReportLanguage
  /** The radiologist has reported a critical finding. */
  readonly isCritical: boolean
}

/** The offset of a line in its text. */
const getLineStart = (text: string, line: number) =>
  text
    .split('\n')
    .slice(0, line)
    .reduce((sum, { length }) => sum + length + 1, 0)

/**
 * The check of the reports for the texts of a case. The interpretation is checked as the title of
 * the findings, so that a side that differs between them is found.
 */
function checkTexts(texts: CaseFindings, { context, language }: CheckOptions): TextFinding[] {
  const page = { id: '', imageCount: 0 as const, images: [], hasSpaceForSignature: false }
  const pages: ReportPage[] = [
    { ...page, title: texts.interpretation, body: toBody(texts.findings) },
    { ...page, title: '', body: toBody(texts.internalMedicineRecommandations) },
  ]
  return checkReport({ version: 1, language, orientation: 'landscape', pages }, context).flatMap(
    ({ code, page: index, position, offset, excerpt }): TextFinding[] => {
      if (isSkipped(code)) return []
      const field =
        index === 1
          ? 'internalMedicineRecommandations'
          : position === null
            ? 'interpretation'
            : 'findings'
      const start = (position ? getLineStart(texts[field], position.block) : 0) + offset
      return [{ code, field, isBlocking: false, start, excerpt }]
    },
  )
}

/** Lists everything to look at before the report is sent; blocking findings come first. */
export function checkFindings(texts: CaseFindings, options: CheckOptions): TextFinding[] {
  const blocking = findingsFields.flatMap((field): TextFinding[] => {
    const text = texts[field]
    const tooMany = -countRemaining(field, text)
    return [
      ...findOpenFields(text).map(({ start, end }) => ({
        code: 'unfilled-field' as const,
        field,
        isBlocking: true,
        start,
        excerpt: text.slice(start, end),
      })),
      ...(tooMany > 0
        ? [
            {
              code: 'too-long' as const,
              field,
              isBlocking: true,
              start: text.length,
              excerpt: String(tooMany),
            },
          ]
        : []),
    ]
  })
  const critical = options.isCritical
    ? []
    : findingsFields.flatMap((field): TextFinding[] =>
        [...texts[field].matchAll(criticalWords)].slice(0, 1).map(({ 0: excerpt, index }) => ({
          code: 'critical-word',
          field,
          isBlocking: false,
          start: index,
          excerpt,
        })),
      )
  return [...blocking, ...critical, ...checkTexts(texts, options)]
}
