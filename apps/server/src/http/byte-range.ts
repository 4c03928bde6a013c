export interface ResolvedByteRange {
  readonly start: number
  /** Included. */
  readonly end: number
}

/**
 * Parses a Range header by RFC 9110 section 14. Undefined stands for the whole file: it is sent
 * when there is no range, when there are several, and when the header is invalid.
 */
export function parseByteRange(
  header: string | undefined,
  byteLength: number,
): ResolvedByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/u.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  // "bytes=-500" asks for the last 500 bytes.
  const start = first === '' ? Math.max(byteLength - Number(last), 0) : Number(first)
  const end = first === '' || last === '' ? byteLength - 1 : Math.min(Number(last), byteLength - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'outside' : { start, end }
}
