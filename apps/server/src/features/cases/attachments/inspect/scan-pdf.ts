/**
 * Names of a PDF that start a program, run a script, contain another file or send data. An encrypted
 * file hides them.
 */
const activeName =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|Encrypt)(?![A-Za-z0-9])/u

/** A name may spell any of its characters as #xx. */
const unescapeNames = (text: string) =>
  text.replaceAll(/#([\da-f]{2})/giu, (_match, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/** As long as the longest name with every character escaped. */
const overlap = 64
const endMarkWithin = 1024

export interface ScannedPdf {
  /** Whether its end is there: an interrupted download has none. */
  readonly isWhole: boolean
  /** Such a PDF is offered as a download only. */
  readonly isActive: boolean
}

/**
 * Reads a PDF once, without parsing it. Names inside compressed objects are not found; the response
 * header without scripts and the browser's own PDF process hold for those.
 */
export async function scanPdf(chunks: AsyncIterable<Uint8Array>): Promise<ScannedPdf> {
  let isActive = false
  let tail = ''
  let last = ''
  for await (const chunk of chunks) {
    const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1')
    isActive ||= activeName.test(unescapeNames(tail + text))
    tail = text.length < overlap ? (tail + text).slice(-overlap) : text.slice(-overlap)
    last = (last + text.slice(-endMarkWithin)).slice(-endMarkWithin)
  }
  return { isWhole: last.includes('%%EOF'), isActive }
}
