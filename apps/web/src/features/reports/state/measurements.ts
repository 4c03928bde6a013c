import type { ReportMeasurement } from '@talus/contract'
import { normalizePage } from '@talus/report/document'
import type {
  Block,
  InlineNode,
  MeasurementAttributes,
  ReportDocument,
} from '@talus/report/document'

export const toMeasurementAttributes = (
  measurement: ReportMeasurement,
  detail: MeasurementAttributes['detail'],
): MeasurementAttributes => ({ ...measurement, detail })

const isSame = (a: MeasurementAttributes, b: ReportMeasurement) =>
  a.measurementId === b.measurementId && a.name === b.name

/** A measurement follows its drawing: it is replaced by the newest value of it. */
function updateInline(node: InlineNode, newest: readonly ReportMeasurement[]): InlineNode {
  if (node.type !== 'measurement') return node
  const found = newest.find((one) => isSame(node.attrs, one))
  if (!found || (found.value === node.attrs.value && found.unit === node.attrs.unit)) return node
  return { ...node, attrs: toMeasurementAttributes(found, node.attrs.detail) }
}

function updateBlock(block: Block, newest: readonly ReportMeasurement[]): Block {
  if (block.type === 'paragraph' || block.type === 'heading') {
    const content = block.content?.map((node) => updateInline(node, newest))
    const isChanged = content?.some((node, index) => node !== block.content?.[index]) ?? false
    return isChanged ? { ...block, content } : block
  }
  const content = block.content.map((item) => {
    const paragraph = updateBlock(item.content[0], newest)
    return paragraph === item.content[0] || paragraph.type !== 'paragraph'
      ? item
      : { ...item, content: [paragraph] satisfies [typeof paragraph] }
  })
  return content.some((item, index) => item !== block.content[index])
    ? { ...block, content }
    : block
}

/** The pages whose measurements have been measured again, by their ids. */
export function listOutdatedPages(
  report: ReportDocument,
  newest: readonly ReportMeasurement[],
): ReportDocument['pages'] {
  return report.pages.flatMap((page) => {
    const content = page.body.content.map((block) => updateBlock(block, newest))
    const isChanged = content.some((block, index) => block !== page.body.content[index])
    return isChanged ? [normalizePage({ ...page, body: { ...page.body, content } })] : []
  })
}
