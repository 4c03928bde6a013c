import { uids } from '../../dimse/index.ts'
import type { OpenAssociation } from '../../dimse/index.ts'

/** What a context is agreed on for. */
export interface Form {
  readonly sopClass: string
  readonly transferSyntax: string
}

export interface Context {
  readonly abstractSyntax: string
  readonly transferSyntaxes: readonly string[]
}

/** PS3.8 9.3.2.2: their numbers are the odd ones of a byte. */
const contextsMax = 128

/** What every image can be turned into; every peer must take the second one (PS3.5 10.1). */
export const plainSyntaxes = [uids.explicitLittleEndian, uids.implicitLittleEndian] as const

/**
 * A context for each form in which images are stored, and for each class the plain forms as well, one by
 * one: a peer that is offered several in one context picks by its own taste and drops the others.
 */
export function contextsFor(forms: Iterable<Form>): readonly Context[] {
  const contexts = new Map<string, Context>()
  for (const { sopClass, transferSyntax } of forms)
    for (const syntax of new Set([transferSyntax, ...plainSyntaxes]))
      contexts.set(`${sopClass} ${syntax}`, {
        abstractSyntax: sopClass,
        transferSyntaxes: [syntax],
      })
  return [...contexts.values()]
}

/** As many of the first ones as one association has contexts for. */
export function fitting<Item extends { readonly form: Form | undefined }>(
  items: readonly Item[],
): readonly Item[] {
  const forms: Form[] = []
  for (const [index, { form }] of items.entries()) {
    if (!form) continue
    forms.push(form)
    if (contextsFor(forms).length > contextsMax) return items.slice(0, index)
  }
  return items
}

/** The form in which the peer takes an image: as it is stored if possible, or why in none. */
export function chosenSyntax(
  { contexts, refused }: Pick<OpenAssociation, 'contexts' | 'refused'>,
  { sopClass, transferSyntax }: Form,
): { readonly syntax: string } | { readonly refused: 'class' | 'syntax' } {
  const taken = contexts
    .filter(({ abstractSyntax }) => abstractSyntax === sopClass)
    .map((context) => context.transferSyntax)
  const syntax = [transferSyntax, ...plainSyntaxes].find((one) => taken.includes(one))
  if (syntax !== undefined) return { syntax }
  const isOfSyntax = refused.some(
    ({ abstractSyntax, because }) => abstractSyntax === sopClass && because === 'transfer-syntaxes',
  )
  return { refused: isOfSyntax ? 'syntax' : 'class' }
}
