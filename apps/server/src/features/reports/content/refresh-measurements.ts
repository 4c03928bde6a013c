import type { ReportMeasurement } from '@talus/contract'
import type {
  Block,
  InlineNode,
  MeasurementAttributes,
  Paragraph,
  ReportDocument,
} from '@talus/report/document'

const toKey = ({
  measurementId,
  name,
}: Pick<MeasurementAttributes, 'measurementId' | 'name'>): string => `${measurementId} ${name}`

/**
 * Puts the present values into the measurements of a report. A measurement whose drawing was deleted
 * keeps its value: the author decides what becomes of the sentence.
 */
export function refreshMeasurements(
  report: ReportDocument,
  measured: readonly ReportMeasurement[],
): { readonly report: ReportDocument; readonly updated: number } {
  const current = new Map(measured.map((one) => [toKey(one), one]))
  let updated = 0

  const refresh = (node: InlineNode): InlineNode => {
    if (node.type !== 'measurement') return node
    const found = current.get(toKey(node.attrs))
    if (!found) return node
    const { value, decimals, unit, range } = found
    const shown = (one: { readonly value: number; readonly decimals: number }) =>
      one.value.toFixed(one.decimals)
    if (shown(found) !== shown(node.attrs) || unit !== node.attrs.unit) updated += 1
    // Label, method and view stay as the author sees them in the language of the report.
    return { ...node, attrs: { ...node.attrs, value, decimals, unit, range } }
  }
  const refreshText = <Kind extends Pick<Paragraph, 'content'>>(block: Kind): Kind =>
    block.content ? { ...block, content: block.content.map(refresh) } : block
  const refreshBlock = (block: Block): Block => {
    if (block.type === 'paragraph' || block.type === 'heading') return refreshText(block)
    return {
      ...block,
      content: block.content.map(({ content: [paragraph], ...item }) => ({
        ...item,
        content: [refreshText(paragraph)] satisfies [Paragraph],
      })),
    }
  }
  const pages = report.pages.map((page) => ({
    ...page,
    body: { ...page.body, content: page.body.content.map(refreshBlock) },
  }))
  return { report: { ...report, pages }, updated }
}
