/**
 * Part of the Encoding standard, which Node and every browser implement. This package compiles
 * without the types of either, so that it cannot use any other API of theirs. /
 */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
