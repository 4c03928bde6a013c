import { ReportDocument } from '../document/index.ts'
import type { Body, InlineNode } from '../document/index.ts'

export const text = (content: string, ...types: ('strong' | 'em')[]): InlineNode => ({
  type: 'text',
  text: content,
  ...(types.length > 0 ? { marks: types.map((type) => ({ type })) } : {}),
})

export const bodyOf = (...content: Body['content']): Body => ({ type: 'doc', content })

export const paragraph = (...content: InlineNode[]): Body['content'][number] => ({
  type: 'paragraph',
  content,
})

/** The sentence that must survive from the editor to the archive unchanged. */
export const hardSentence = 'L’Étoile d’Été «\u00a0œdème\u00a0» Dvořák ≥ 11,5 ♂'

export const vhs = {
  measurementId: '7f6f1c3e-2f0a-4a56-9a0e-0d2a53a0f001',
  imageId: 11,
  tool: 'vhs',
  name: 'vhs',
  label: 'VHS',
  value: 10.84,
  decimals: 1,
  unit: 'v',
  method: 'Buchanan',
  view: 'right lateral',
  range: { low: 8.7, high: 10.7, source: 'JAVMA 1995;206:194–199' },
  detail: 'full',
} as const

export const pageId = (index: number) =>
  `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

export const sampleReport = (body: Body): ReportDocument =>
  ReportDocument.parse({
    version: 1,
    language: 'en',
    orientation: 'landscape',
    pages: [
      {
        id: pageId(1),
        title: 'Thorax',
        imageCount: 0,
        images: [],
        body,
        hasSpaceForSignature: false,
      },
    ],
  })
