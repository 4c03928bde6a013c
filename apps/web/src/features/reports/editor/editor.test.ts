import { describe, expect, test } from 'vitest'
import { Slice } from 'prosemirror-model'
import { EditorState, TextSelection } from 'prosemirror-state'
import type { Command } from 'prosemirror-state'
import { Body } from '@talus/report/document'
import type { ReportLanguage } from '@talus/report/document'
import { layoutPage } from '@talus/report/layout'
import { createPage } from '../state/report-changes.ts'
import { findLineBreaks, findPosition, toBody, toEditorDocument } from './body.ts'
import { cleanSlice, cleanTyping, parsePlainText } from './clean-input.ts'
import { filterOptions, resolveTyped } from './choices.ts'
import { completions, findTypedName, getTypedName } from './completions.ts'
import { isActionOn, textActions } from './commands.ts'
import { fillField, findField, getSelectedField, goToField, listFields } from './fields.ts'
import { oneUndo, redo, undo } from './one-undo.ts'
import { reportSchema } from './schema.ts'

const field = {
  type: 'field',
  attrs: { kind: 'choice', options: ['none', 'mild'], unit: '', hint: '', value: null },
} as const
const measurement = {
  type: 'measurement',
  attrs: {
    measurementId: '7f6f1c3e-2f0a-4a56-9a0e-0d2a53a0f001',
    imageId: 11,
    tool: 'vhs',
    name: 'vhs',
    label: 'VHS',
    value: 10.84,
    decimals: 1,
    unit: 'v',
    method: 'Buchanan',
    view: 'right lateral with a very long name of its projection',
    range: { low: 8.7, high: 10.7, source: 'JAVMA' },
    detail: 'full',
  },
} as const
const words = 'The cardiac silhouette is enlarged, and the trachea is displaced dorsally. '

const body = Body.parse({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Findings' }] },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: words.repeat(2) },
        { type: 'text', text: words, marks: [{ type: 'strong' }] },
        measurement,
        { type: 'text', text: ` ${words}` },
        field,
      ],
    },
    {
      type: 'bullet_list',
      content: [
        { type: 'list_item', content: [{ type: 'paragraph', content: [field] }] },
        {
          type: 'list_item',
          content: [{ type: 'paragraph', content: [{ type: 'text', text: words.repeat(3) }] }],
        },
      ],
    },
  ],
})

const layOut = (text: Body, language: ReportLanguage = 'en') =>
  layoutPage(
    { ...createPage('00000000-0000-4000-8000-000000000001', 4), body: text },
    { orientation: 'landscape', language, isFirst: true },
  )

function open(text: Body, plugins: Parameters<typeof EditorState.create>[0]['plugins'] = []) {
  let state = EditorState.create({ doc: toEditorDocument(text), plugins: [...(plugins ?? [])] })
  return {
    get: () => state,
    run: (command: Command) =>
      command(state, (transaction) => {
        state = state.applyTransaction(transaction).state
      }),
    type: (typed: string, at = state.doc.content.size - 1, time = Date.now()) => {
      const { tr } = state
      tr.setSelection(TextSelection.create(state.doc, at)).insertText(typed)
      state = state.applyTransaction(tr.setTime(time)).state
    },
  }
}
const paragraph = (text: string): Body => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }],
})

describe('the document of the editor', () => {
  test('has the JSON of the report, and gives the same object for a block that did not change', () => {
    const doc = toEditorDocument(body)
    expect(Body.parse(toBody(doc))).toEqual(body)
    expect(toBody(doc).content[1]).toBe(toBody(doc).content[1])
  })

  test('every line of the engine begins at a position with the same text', () => {
    const doc = toEditorDocument(body)
    const { blocks } = layOut(body)
    const breaks = findLineBreaks(doc, blocks, 'en')
    const lines = blocks.flatMap((block) => block.lines.slice(1))
    expect(breaks).toHaveLength(lines.length)
    expect(breaks.length).toBeGreaterThan(6)
    for (const [index, { position, within }] of breaks.entries()) {
      const node = doc.nodeAt(position)
      if (!node?.isText) {
        expect(node?.isAtom).toBe(true)
        expect(within === undefined || within > 0).toBe(true)
        continue
      }
      const rest = doc.textBetween(position, position + 6, undefined, '\ufffc')
      expect(lines[index]?.text.slice(0, 6)).toBe(rest)
    }
    expect(breaks.some(({ within }) => within !== undefined)).toBe(true)
  })

  test('an offset of the shown text is found again', () => {
    const doc = toEditorDocument(body)
    const at = findPosition(doc, { block: 2, item: 1 }, 4, 'en')
    expect(doc.textBetween(at, at + 7)).toBe('cardiac')
    expect(doc.nodeAt(findPosition(doc, { block: 2, item: 0 }, 3, 'en'))?.type.name).toBe('field')
  })
})

describe('undo', () => {
  test('goes exactly one step back and one forward', () => {
    const editor = open(paragraph('UN'), [oneUndo()])
    editor.type(' DEUX', 3, 1000)
    editor.type(' TROIS', 8, 9000)
    expect(editor.get().doc.textContent).toBe('UN DEUX TROIS')
    expect(editor.run(undo)).toBe(true)
    expect(editor.get().doc.textContent).toBe('UN DEUX')
    expect(editor.run(undo)).toBe(false)
    expect(editor.run(redo)).toBe(true)
    expect(editor.get().doc.textContent).toBe('UN DEUX TROIS')
    expect(editor.run(redo)).toBe(false)
    expect(editor.run(undo)).toBe(true)
    editor.type('!', 3, 20_000)
    expect(editor.run(redo)).toBe(false)
  })
})

describe('styles of the text', () => {
  test('a heading becomes a list, a list a heading, and both end again', () => {
    const editor = open(paragraph('Thorax'))
    const shape = () => toBody(editor.get().doc).content[0]?.type
    editor.run(textActions.heading3)
    expect([shape(), isActionOn(editor.get(), 'heading3')]).toEqual(['heading', true])
    editor.run(textActions.bulletList)
    expect(shape()).toBe('bullet_list')
    editor.run(textActions.orderedList)
    expect(shape()).toBe('ordered_list')
    editor.run(textActions.heading2)
    expect(shape()).toBe('heading')
    editor.run(textActions.heading2)
    expect(shape()).toBe('paragraph')
  })
})

describe('fields', () => {
  test('Tab walks them in both directions and then leaves the text', () => {
    const editor = open(body)
    expect(listFields(editor.get().doc)).toHaveLength(2)
    editor.run(goToField(1))
    const first = getSelectedField(editor.get())?.position
    editor.run(goToField(1))
    const second = getSelectedField(editor.get())?.position
    expect(second).toBeGreaterThan(first ?? Number.NaN)
    expect(editor.run(goToField(1))).toBe(false)
    expect(findField(editor.get(), -1)?.position).toBe(first)
  })

  test('a filled field leads to the next one that is open', () => {
    const editor = open(body)
    editor.run(goToField(1))
    editor.run(fillField(getSelectedField(editor.get())?.position ?? 0, 'mild'))
    const [filled, other] = listFields(editor.get().doc)
    expect(filled?.attributes.value).toBe('mild')
    expect(getSelectedField(editor.get())?.position).toBe(other?.position)
  })
})

describe('typed names', () => {
  test('a slash or a dot at the start of a word is a name; inside a word or number it is not', () => {
    const find = (text: string) => {
      const editor = open(paragraph(''))
      editor.type(text, 1)
      const name = findTypedName(editor.get())
      return name && `${name.kind} ${name.text}`
    }
    expect(find('see /vh')).toBe('measurement vh')
    expect(find('/')).toBe('measurement ')
    expect(find('.norm')).toBe('macro norm')
    for (const text of ['mg/kg', '3.5', 'end.', 'a.b', 'and/or']) expect(find(text)).toBeUndefined()
  })

  test('the list opens by typing only', () => {
    const editor = open(paragraph('.norm'), [completions(() => false)])
    editor.run((state, dispatch) => {
      dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, 6)))
      return true
    })
    expect(getTypedName(editor.get())).toBeUndefined()
    editor.type('a', 6)
    expect(getTypedName(editor.get())?.text).toBe('norma')
  })
})

describe('pasted and typed text', () => {
  test('loses characters without a shape, and lines become paragraphs', () => {
    const pasted = parsePlainText('Thorax\u200b\r\n\r\n\tAucune\u0007 anomalie\u2028 ')
    expect(pasted.content.content.map((node) => node.textContent)).toEqual([
      'Thorax',
      'Aucune anomalie',
    ])
    const slice = new Slice(toEditorDocument(paragraph('a\u202eb')).content, 0, 0)
    expect(cleanSlice(slice).content.firstChild?.textContent).toBe('ab')
    const editor = open(paragraph('x'), [cleanTyping(() => false)])
    editor.type('e\u0301\t\u00ad', 2)
    expect(editor.get().doc.textContent).toBe('xé ')
  })

  test('the schema has no place for links, pictures, scripts or attributes of a page', () => {
    expect(Object.keys(reportSchema.nodes)).toEqual([
      'doc',
      'paragraph',
      'heading',
      'bullet_list',
      'ordered_list',
      'list_item',
      'text',
      'measurement',
      'field',
    ])
    expect(Object.keys(reportSchema.marks)).toEqual(['strong', 'em'])
    for (const name of ['measurement', 'field'] as const)
      expect(reportSchema.nodes[name].spec.parseDOM).toBeUndefined()
  })
})

describe('a field with choices', () => {
  const options = ['No abnormality', 'Modéré', 'Severe']

  test('offers the options that contain the typed letters', () => {
    expect(filterOptions(options, '')).toEqual(options)
    expect(filterOptions(options, 'mode')).toEqual(['Modéré'])
    expect(filterOptions(options, 'No abnormality of the abdomen.')).toEqual([])
  })

  test('takes the typed words as they are, unless they are the name of an option', () => {
    expect(resolveTyped(options, 'No abnormality of the abdomen. ')).toBe(
      'No abnormality of the abdomen.',
    )
    expect(resolveTyped(options, 'no')).toBe('no')
    expect(resolveTyped(options, 'severe')).toBe('Severe')
  })
})
