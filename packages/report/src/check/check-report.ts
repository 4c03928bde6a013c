import { getDisplayText, isFieldFilled, isReportEmpty, toInlineText } from '../document/index.ts'
import type { ReportDocument, ReportLanguage, ReportPage, TextBlock } from '../document/index.ts'
import { isPrintable } from '../fonts/index.ts'
import type { BlockPosition } from '../layout/index.ts'
import { blockingCodes } from './findings.ts'
import type { CheckCode, CheckContext, CheckFinding } from './findings.ts'
import {
  findName,
  findNumbersWithoutUnit,
  findSides,
  findWords,
  foreignOrgans,
  foreignSpeciesNames,
  organsOfSex,
  typedFields,
} from './words.ts'
import type { FoundWord } from './words.ts'

/** A text of a page: its title, or one of its blocks. */
interface CheckedText {
  readonly position: BlockPosition | null
  readonly text: string
  readonly block: TextBlock | null
}

function listTexts({ title, body }: ReportPage, language: ReportLanguage): CheckedText[] {
  const toChecked = (block: TextBlock, position: BlockPosition): CheckedText => ({
    position,
    text: toInlineText(block.content, language),
    block,
  })
  return [
    { position: null, text: title, block: null },
    ...body.content.flatMap((block, index) =>
      block.type === 'paragraph' || block.type === 'heading'
        ? [toChecked(block, { block: index, item: null })]
        : block.content.map(({ content: [paragraph] }, item) =>
            toChecked(paragraph, { block: index, item }),
          ),
    ),
  ]
}

type Report = (code: CheckCode, text: CheckedText | null, words: readonly FoundWord[]) => void

function checkFields(text: CheckedText, language: ReportLanguage, report: Report) {
  let offset = 0
  for (const node of text.block?.content ?? []) {
    const shown = getDisplayText(node, language)
    if (node.type === 'field' && !isFieldFilled(node.attrs)) {
      report('unfilled-field', text, [{ text: shown, offset }])
    } else if (node.type === 'text') {
      const typed = findWords(shown, typedFields)
      const moved = typed.map((word) => ({ ...word, offset: word.offset + offset }))
      report('unfilled-field', text, moved)
    }
    offset += shown.length
  }
}

function checkPatient(text: CheckedText, context: CheckContext, report: Report) {
  const { sex, species, patientName, ownerName, otherPatientNames } = context
  if (sex) {
    const foreign = sex === 'Male' ? organsOfSex.Female : organsOfSex.Male
    report('organ-of-other-sex', text, findWords(text.text, foreign))
  }
  if (species) {
    report('organ-of-other-species', text, findWords(text.text, foreignOrgans[species]))
    report('other-species-named', text, findWords(text.text, foreignSpeciesNames[species]))
  }
  const own = `${patientName} ${ownerName}`
  for (const name of otherPatientNames) {
    // A single letter is no name, and a part of the own name is not another patient.
    if (name.length < 2 || findName(own, name).length > 0) continue
    report('other-patient-named', text, findName(text.text, name))
  }
}

/** The first character that the fonts of the PDF lack. */
const findUnprintable = (text: string): FoundWord[] =>
  findWords(text, /[^\s]/gu)
    .filter(({ text: sign }) => !isPrintable(sign.codePointAt(0) ?? 0))
    .slice(0, 1)

/** Warns only if the text names one side and not the side of the images at all. */
function checkSides(
  page: ReportPage,
  texts: readonly CheckedText[],
  context: CheckContext,
  report: Report,
) {
  const [title, ...body] = texts
  const inTitle = findSides(title?.text ?? '')
  const inBody = body.flatMap((text) => findSides(text.text).map((found) => ({ text, found })))
  const titleSides = new Set(inTitle.map(({ side }) => side))
  const bodySides = new Set(inBody.map(({ found }) => found.side))
  const imageSides = new Set(
    page.images.flatMap(({ imageId }) => context.imageSides.get(imageId) ?? []),
  )
  const [firstInBody] = inBody
  if (imageSides.size === 1) {
    const [imageSide] = imageSides
    const isOther = (found: ReadonlySet<string>) => found.size > 0 && !found.has(imageSide ?? '')
    if (isOther(titleSides) && title) {
      report('side-differs-from-images', title, inTitle.slice(0, 1))
    }
    if (isOther(bodySides) && firstInBody) {
      report('side-differs-from-images', firstInBody.text, [firstInBody.found])
    }
  }
  if (titleSides.size === 1 && bodySides.size === 1 && firstInBody) {
    const [titleSide] = titleSides
    if (!bodySides.has(titleSide ?? 'L')) {
      report('side-differs-from-title', firstInBody.text, [firstInBody.found])
    }
  }
}

/** A measurement keeps its value when its drawing is deleted: the author decides about the text. */
function checkMeasurements(
  text: CheckedText,
  language: ReportLanguage,
  { measurements }: CheckContext,
  report: Report,
) {
  if (measurements === null) return
  let offset = 0
  for (const node of text.block?.content ?? []) {
    const shown = getDisplayText(node, language)
    if (node.type === 'measurement') {
      const { measurementId, name } = node.attrs
      const exists = measurements.some(
        (one) => one.measurementId === measurementId && one.name === name,
      )
      if (!exists) report('deleted-measurement', text, [{ text: shown, offset }])
    }
    offset += shown.length
  }
}

/** Whether the caption of an image names the patient that it shows. */
export const isPatientNamed = (caption: string, patientName: string): boolean =>
  findName(caption.normalize(), patientName.normalize().trim()).length > 0

function checkImages(page: ReportPage, { imagePatients }: CheckContext, report: Report) {
  if (page.images.length < page.imageCount) {
    report('empty-image-slot', null, [{ text: '', offset: 0 }])
  }
  // The offset tells findings about several images of a page apart.
  for (const { alternativeText, caption, imageId, index } of page.images) {
    if (alternativeText === '' && caption === '') {
      report('image-without-description', null, [{ text: '', offset: index }])
    }
    const missing = findUnprintable(caption)
    report(
      'unprintable-character',
      null,
      missing.map((sign) => ({ ...sign, offset: index })),
    )
    const other = imagePatients.get(imageId)
    if (other === undefined) continue
    const code = isPatientNamed(caption, other) ? 'image-of-other-patient' : 'other-patient-unnamed'
    report(code, null, [{ text: other, offset: index }])
  }
}

const emptyReport: CheckFinding = {
  code: 'empty-report',
  isBlocking: true,
  page: 0,
  position: null,
  offset: 0,
  excerpt: '',
}

/**
 * Reads a report as a careful colleague would before it is printed, in English and in French. Most
 * findings are warnings, because the author knows better.
 */
export function checkReport(report: ReportDocument, context: CheckContext): CheckFinding[] {
  if (isReportEmpty(report)) return [emptyReport]
  const findings: CheckFinding[] = []
  for (const [index, page] of report.pages.entries()) {
    const add: Report = (code, text, words) => {
      for (const { text: excerpt, offset } of words) {
        findings.push({
          code,
          isBlocking: blockingCodes.has(code),
          page: index,
          position: text?.position ?? null,
          offset,
          excerpt,
        })
      }
    }
    const texts = listTexts(page, report.language)
    for (const text of texts) {
      checkFields(text, report.language, add)
      checkPatient(text, context, add)
      add('number-without-unit', text, findNumbersWithoutUnit(text.text))
      add('unprintable-character', text, findUnprintable(text.text))
      checkMeasurements(text, report.language, context, add)
    }
    checkSides(page, texts, context, add)
    checkImages(page, context, add)
  }
  return findings
}

export const isReportBlocked = (findings: readonly CheckFinding[]): boolean =>
  findings.some(({ isBlocking }) => isBlocking)
