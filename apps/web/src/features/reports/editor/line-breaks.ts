import { Plugin, PluginKey } from 'prosemirror-state'
import type { Node } from 'prosemirror-model'
import { Decoration, DecorationSet } from 'prosemirror-view'
import type { ReportLanguage } from '@talus/report/document'
import { getAdvance, isInInter, isPrintable, unitsPerEm } from '@talus/report/fonts'
import type { PageLayout } from '@talus/report/layout'
import { findLineBreaks } from './body.ts'
import styles from './text-editor.module.css'

interface LineOptions {
  readonly layOut: (doc: Node) => PageLayout
  readonly getLanguage: () => ReportLanguage
  /** While a character is being composed, a change of the DOM around it would end the composition. */
  readonly isComposing: () => boolean
}

const key = new PluginKey<DecorationSet>('lineBreaks')
/** A transaction with this mark computes the lines again: the shape of the page has changed. */
export const relayoutMark = 'relayout'

function createBreak() {
  const element = document.createElement('br')
  element.className = 'dictated'
  return element
}

/** Characters that the files of Inter lack get the width that the engine counts for them. */
function markForeign(doc: Node): Decoration[] {
  const found: Decoration[] = []
  doc.descendants((node, at) => {
    if (!node.isText) return true
    let offset = at
    for (const sign of node.text ?? '') {
      const codePoint = sign.codePointAt(0) ?? 0
      if (codePoint > 0x7f && !isInInter(codePoint)) {
        const isKnown = isPrintable(codePoint)
        found.push(
          Decoration.inline(offset, offset + sign.length, {
            class: (isKnown ? styles.sign : styles.missing) ?? '',
            style: `width: ${getAdvance('regular', codePoint) / unitsPerEm}em`,
          }),
        )
      }
      offset += sign.length
    }
    return false
  })
  return found
}

function decorate(doc: Node, { layOut, getLanguage }: LineOptions): DecorationSet {
  const breaks = findLineBreaks(doc, layOut(doc).blocks, getLanguage())
  const inside = new Map<number, number[]>()
  const decorations: Decoration[] = markForeign(doc)
  for (const { position, within } of breaks) {
    if (within === undefined) {
      decorations.push(
        Decoration.widget(position, createBreak, { side: -1, ignoreSelection: true, key: 'br' }),
      )
    } else inside.set(position, [...(inside.get(position) ?? []), within])
  }
  for (const [position, offsets] of inside)
    decorations.push(Decoration.node(position, position + 1, {}, { breaks: offsets }))
  return DecorationSet.create(doc, decorations)
}

/** Shows the lines of the layout engine: the style sheet forbids the browser to break any itself. */
export const dictatedLines = (options: LineOptions) =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: (_config, { doc }) => decorate(doc, options),
      apply(transaction, value) {
        const isForced = transaction.getMeta(relayoutMark) === true
        if (!transaction.docChanged && !isForced) return value
        if (options.isComposing() && !isForced)
          return value.map(transaction.mapping, transaction.doc)
        return decorate(transaction.doc, options)
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })
