import type { Node } from 'prosemirror-model'
import type { Decoration, NodeView } from 'prosemirror-view'
import { getDisplayText, isFieldFilled } from '@talus/report/document'
import type { ReportLanguage } from '@talus/report/document'
import { toInline } from './body.ts'
import styles from './text-editor.module.css'

const hasBreaks = (spec: unknown): spec is { readonly breaks: readonly number[] } =>
  typeof spec === 'object' && spec !== null && 'breaks' in spec

const readBreaks = (decorations: readonly Decoration[]): readonly number[] =>
  decorations.flatMap((decoration) => {
    const spec: unknown = decoration.spec
    return hasBreaks(spec) ? spec.breaks : []
  })

/** The text of a measurement or field, with the line ends that the engine sets inside it. */
class InlineView implements NodeView {
  readonly dom = document.createElement('span')
  private drawn = ''
  private readonly getLanguage: () => ReportLanguage

  constructor(node: Node, decorations: readonly Decoration[], getLanguage: () => ReportLanguage) {
    this.getLanguage = getLanguage
    this.dom.dataset['kind'] = node.type.name
    this.dom.className = (node.type.name === 'field' ? styles.field : styles.chip) ?? ''
    this.draw(node, decorations)
  }

  private draw(node: Node, decorations: readonly Decoration[]) {
    const inline = toInline(node)
    const text = getDisplayText(inline, this.getLanguage())
    const breaks = readBreaks(decorations)
    const isOpen = inline.type === 'field' && !isFieldFilled(inline.attrs)
    this.dom.toggleAttribute('data-open', isOpen)
    const drawn = `${breaks.join()} ${text}`
    if (drawn === this.drawn) return
    this.drawn = drawn
    const parts: (globalThis.Node | string)[] = []
    let from = 0
    for (const to of breaks) {
      parts.push(text.slice(from, to), document.createElement('br'))
      from = to
    }
    this.dom.replaceChildren(...parts, text.slice(from))
  }

  update(node: Node, decorations: readonly Decoration[]): boolean {
    if (node.type.name !== this.dom.dataset['kind']) return false
    this.draw(node, decorations)
    return true
  }

  selectNode() {
    this.dom.dataset['selected'] = ''
  }
  deselectNode() {
    delete this.dom.dataset['selected']
  }
  ignoreMutation() {
    return true
  }
}

export const createInlineViews = (getLanguage: () => ReportLanguage) => {
  const create = (
    node: Node,
    _view: unknown,
    _getPos: unknown,
    decorations: readonly Decoration[],
  ) => new InlineView(node, decorations, getLanguage)
  return { measurement: create, field: create }
}
