import { uncompressedSyntaxes } from '@talus/dicom'
import {
  chooseTransferSyntax,
  displayableSyntaxes,
  storedOnlySyntaxes,
} from '../../../dimse/index.ts'
import type { ContextDecision } from '../../../dimse/index.ts'

const displayable = new Set(Object.keys(displayableSyntaxes))
const storedOnly = new Set(Object.keys(storedOnlySyntaxes))

/**
 * Objects are accepted in the sender's own transfer syntax, usually the first one of a context.
 * Deflated data sets are refused: they would have to be inflated as a whole before anything can be
 * read, and senders that propose deflate also propose an uncompressed syntax.
 */
export function chooseSyntaxToReceive(proposed: readonly string[]): ContextDecision {
  const transferSyntax =
    proposed.find((uid) => displayable.has(uid)) ?? proposed.find((uid) => storedOnly.has(uid))
  return transferSyntax === undefined ? { refused: 'transfer-syntaxes' } : { transferSyntax }
}

/**
 * Prefers an uncompressed transfer syntax, which every object can be transcoded to; a peer that
 * wants objects as they are stored proposes each transfer syntax in a separate context.
 */
export function chooseSyntaxToSend(proposed: readonly string[]): ContextDecision {
  const plain = chooseTransferSyntax(uncompressedSyntaxes, proposed)
  return 'refused' in plain ? chooseSyntaxToReceive(proposed) : plain
}
