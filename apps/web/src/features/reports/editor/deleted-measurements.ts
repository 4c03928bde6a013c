import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { toInline } from './body.ts'
import type { MeasurementAttributes } from '@talus/report/document'
import { nodes } from './schema.ts'

interface DeletedOptions {
  readonly isDeleted: (attributes: MeasurementAttributes) => boolean
  /** E.g. "This measurement was deleted in the viewer". */
  readonly hint: string
}

/** Marks measurements in the text whose drawing no longer exists. */
export const deletedMeasurements = ({ isDeleted, hint }: DeletedOptions) =>
  new Plugin({
    props: {
      decorations: ({ doc }) => {
        const found: Decoration[] = []
        doc.descendants((node, at) => {
          if (node.type !== nodes.measurement) return true
          const inline = toInline(node)
          if (inline.type === 'measurement' && isDeleted(inline.attrs))
            found.push(Decoration.node(at, at + node.nodeSize, { 'data-deleted': '', title: hint }))
          return false
        })
        return DecorationSet.create(doc, found)
      },
    },
  })
