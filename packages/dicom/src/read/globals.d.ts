/**
 * The Encoding standard, which Node and every browser have. This package compiles without the types of
 * either, so that nothing else of them slips in.
 */
declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean })
  decode(bytes: Uint8Array): string
}
