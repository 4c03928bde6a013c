import { Schema } from 'prosemirror-model'
import type { AttributeSpec, DOMOutputSpec } from 'prosemirror-model'

const required: AttributeSpec = Object.freeze({})

/**
 * The text of a page. Its JSON is the `Body` of `@talus/report`. A measurement and a field have no
 * parse rule, so that pasted HTML cannot make one up.
 */
export const reportSchema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: {
      group: 'block',
      content: 'inline*',
      parseDOM: [{ tag: 'p' }],
      toDOM: (): DOMOutputSpec => ['p', 0],
    },
    heading: {
      group: 'block',
      content: 'inline*',
      attrs: { level: { default: 2, validate: 'number' } },
      defining: true,
      parseDOM: [
        { tag: 'h1', attrs: { level: 2 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3', attrs: { level: 3 } },
        { tag: 'h4', attrs: { level: 3 } },
      ],
      toDOM: ({ attrs }): DOMOutputSpec => [attrs['level'] === 3 ? 'h3' : 'h2', 0],
    },
    bullet_list: {
      group: 'block',
      content: 'list_item+',
      parseDOM: [{ tag: 'ul' }],
      toDOM: (): DOMOutputSpec => ['ul', 0],
    },
    ordered_list: {
      group: 'block',
      content: 'list_item+',
      attrs: { order: { default: 1, validate: 'number' } },
      parseDOM: [{ tag: 'ol' }],
      toDOM: ({ attrs }): DOMOutputSpec => [
        'ol',
        { style: `counter-set: item ${Number(attrs['order']) - 1}` },
        0,
      ],
    },
    list_item: {
      content: 'paragraph',
      defining: true,
      parseDOM: [{ tag: 'li' }],
      toDOM: (): DOMOutputSpec => ['li', 0],
    },
    text: { group: 'inline' },
    measurement: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: {
        measurementId: required,
        imageId: required,
        tool: required,
        name: required,
        label: required,
        value: required,
        decimals: required,
        unit: required,
        method: required,
        view: required,
        range: required,
        detail: required,
      },
    },
    field: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: {
        kind: required,
        options: required,
        unit: required,
        hint: required,
        value: required,
      },
    },
  },
  marks: {
    strong: {
      parseDOM: [{ tag: 'strong' }, { tag: 'b' }],
      toDOM: (): DOMOutputSpec => ['strong', 0],
    },
    em: {
      parseDOM: [{ tag: 'em' }, { tag: 'i' }],
      toDOM: (): DOMOutputSpec => ['em', 0],
    },
  },
})

export const { nodes, marks } = reportSchema
