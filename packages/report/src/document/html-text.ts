import { getDisplayText } from './display-text.ts'
import type { ReportLanguage } from './display-text.ts'
import type { InlineNode } from './inline-schema.ts'
import type { Block, Body } from './report-schema.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/gu, (sign) => entities[sign] ?? sign)

function toInlineHtml(content: readonly InlineNode[] | undefined, language: ReportLanguage) {
  return (content ?? [])
    .map((node) => {
      let html = escapeHtml(getDisplayText(node, language))
      if (node.marks?.some(({ type }) => type === 'em')) html = `<em>${html}</em>`
      if (node.marks?.some(({ type }) => type === 'strong')) html = `<strong>${html}</strong>`
      return html
    })
    .join('')
}

function toBlockHtml(block: Block, language: ReportLanguage): string {
  switch (block.type) {
    case 'paragraph':
      return `<p>${toInlineHtml(block.content, language)}</p>`
    case 'heading': {
      const name = block.attrs.level === 2 ? 'h2' : 'h3'
      return `<${name}>${toInlineHtml(block.content, language)}</${name}>`
    }
    case 'bullet_list':
    case 'ordered_list': {
      const name = block.type === 'bullet_list' ? 'ul' : 'ol'
      const items = block.content.map(
        ({ content: [paragraph] }) => `<li>${toInlineHtml(paragraph.content, language)}</li>`,
      )
      const order = block.type === 'ordered_list' ? (block.attrs?.order ?? 1) : 1
      const start = order === 1 ? '' : ` start="${String(order)}"`
      return `<${name}${start}>${items.join('')}</${name}>`
    }
  }
}

/**
 * The `htmlContent` of a page. Only the elements above occur in it, none with an attribute but the first
 * number of a list, and every character of the text is escaped.
 */
export const toHtmlContent = (body: Body, language: ReportLanguage): string =>
  body.content.map((block) => toBlockHtml(block, language)).join('')
