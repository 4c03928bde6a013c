import { getDisplayText } from '../document/index.ts'
import type { InlineNode, Mark, ReportLanguage } from '../document/index.ts'
import type { FontFace } from '../fonts/index.ts'
import type { Run } from './break-lines.ts'

function toFace(marks: readonly Mark[] | undefined, isHeading: boolean): FontFace {
  const isBold = isHeading || marks?.some(({ type }) => type === 'strong') === true
  const isItalic = marks?.some(({ type }) => type === 'em') === true
  if (isBold) return isItalic ? 'boldItalic' : 'bold'
  return isItalic ? 'italic' : 'regular'
}

/** One run for each inline node, so that the editor finds the node of an offset again. */
export const toRuns = (
  content: readonly InlineNode[] | undefined,
  language: ReportLanguage,
  isHeading: boolean,
): Run[] =>
  (content ?? []).map((node) => ({
    text: getDisplayText(node, language),
    face: toFace(node.marks, isHeading),
  }))
