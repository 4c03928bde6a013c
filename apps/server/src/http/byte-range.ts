export interface WholeRange {
  readonly start: number
  /** Included. */
  readonly end: number
}

/**
 * The part of a file that a request asks for, by RFC 9110 section 14. Undefined is all of it: no
 * range, several of them, or words that make no sense are all answered with the whole.
 */
export function byteRange(
  header: string | undefined,
  byteLength: number,
): WholeRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  // "bytes=-500" are the last 500.
  const start = first === '' ? Math.max(byteLength - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? byteLength - 1 : Math.min(Number(last), byteLength - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'outside' : { start, end }
}
