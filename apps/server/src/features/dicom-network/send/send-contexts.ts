import { uncompressedSyntaxes } from '@talus/dicom'
import type { OpenAssociation } from '../../../dimse/index.ts'

/** SOP class and transfer syntax of an object: the pair that a presentation context covers. */
export interface ObjectFormat {
  readonly sopClass: string
  readonly transferSyntax: string
}

export interface Context {
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
}

/** PS3.8 9.3.2.2: presentation context IDs are the odd numbers of a byte. */
const contextsMax = 128

/**
 * One context for each format in which images are stored, and one for each SOP class and
 * uncompressed transfer syntax: of several transfer syntaxes in one context a peer accepts only
 * one, of its choice.
 */
export function createContexts(formats: Iterable<ObjectFormat>): readonly Context[] {
  const contexts = new Map<string, Context>()
  for (const { sopClass, transferSyntax } of formats)
    for (const syntax of new Set([transferSyntax, ...uncompressedSyntaxes]))
      contexts.set(`${sopClass} ${syntax}`, {
        abstractSyntax: sopClass,
        transferSyntaxes: [syntax],
      })
  return [...contexts.values()]
}

/** The first items whose formats fit into the contexts of one association. */
export function takeFitting<Item extends { readonly format: ObjectFormat | undefined }>(
  items: readonly Item[],
): readonly Item[] {
  const formats: ObjectFormat[] = []
  for (const [index, { format }] of items.entries()) {
    if (!format) continue
    formats.push(format)
    if (createContexts(formats).length > contextsMax) return items.slice(0, index)
  }
  return items
}

/** The transfer syntax in which the peer accepts an image, preferably the stored one. */
export function chooseSyntax(
  { contexts, refused }: Pick<OpenAssociation, 'contexts' | 'refused'>,
  { sopClass, transferSyntax }: ObjectFormat,
): { readonly syntax: string } | { readonly refused: 'class' | 'syntax' } {
  const taken = contexts
    .filter(({ abstractSyntax }) => abstractSyntax === sopClass)
    .map((context) => context.transferSyntax)
  const syntax = [transferSyntax, ...uncompressedSyntaxes].find((one) => taken.includes(one))
  if (syntax !== undefined) return { syntax }
  const isOfSyntax = refused.some(
    ({ abstractSyntax, reason }) => abstractSyntax === sopClass && reason === 'transfer-syntaxes',
  )
  return { refused: isOfSyntax ? 'syntax' : 'class' }
}
