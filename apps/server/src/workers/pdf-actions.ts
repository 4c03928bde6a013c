import { constants, inflateSync } from 'node:zlib'

/** A PDF that unpacks to more is not searched. */
const unpackedMax = 64 * 1024 * 1024
const objectStreamsMax = 10_000
/** Dictionaries of object streams are short; a longer one is not searched. */
const dictionaryMax = 4096

/** The characters that end a name. */
const nameEnd = String.raw`(?=[\0\t\n\f\r ()<>[\]{}/%]|$)`
/** White space and comments, which may separate a name and its value. */
const gap = String.raw`(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*`
const reference = String.raw`\d+${gap}\d+${gap}R`

/**
 * The names with which a PDF runs scripts, starts programs, sends data or carries other files. The
 * short ones need a value, because the bytes of images contain them by chance.
 */
const actions = new RegExp(
  [
    `/(?:JavaScript|Launch|EmbeddedFiles?|OpenAction|RichMedia|SubmitForm|ImportData|GoToE)${nameEnd}`,
    `/JS${gap}(?:[(<]|${reference})`,
    `/AA${gap}(?:<<|${reference})`,
    `/XFA${gap}(?:\\[|${reference})`,
  ].join('|'),
  'u',
)
const objectStreamName = new RegExp(`/ObjStm${nameEnd}`, 'gu')
const streamStart = /(?<!end)stream(?:\r\n|\n|\r)/gu
/** The only filter that is unpacked here; programs that write object streams use no other. */
const deflateOnly = new RegExp(`/Filter${gap}\\[?${gap}/(?:FlateDecode|Fl)${gap}(?:\\]|/|>)`, 'u')

/** `#4A` in a name stands for a character. */
const decodeNames = (text: string) =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )

const hasActionName = (text: string) => actions.test(decodeNames(text))

/** The text before `stream` back to the start of its object. */
function readDictionary(text: string, at: number): string {
  const near = text.slice(Math.max(0, at - dictionaryMax), at)
  return decodeNames(near.slice(near.lastIndexOf(' obj') + 1))
}

/** The objects of an object stream as text; undefined if it cannot be unpacked. */
function unpack(bytes: Uint8Array, dictionary: string, limit: number): string | undefined {
  // Without a filter the objects are in the text of the file, which is searched anyway.
  if (!new RegExp(`/Filter${nameEnd}`, 'u').test(dictionary)) return ''
  if (!deflateOnly.test(dictionary) || /\/Predictor/u.test(dictionary)) return undefined
  try {
    return inflateSync(bytes, {
      maxOutputLength: limit,
      finishFlush: constants.Z_SYNC_FLUSH,
    }).toString('latin1')
  } catch {
    return undefined
  }
}

/**
 * Whether a PDF may do more than show pages: its text or one of its object streams has the name of an
 * action, or an object stream cannot be searched, as in an encrypted file. The file is not parsed:
 * names inside of comments and of the bytes of images count too. Links are not looked for, because
 * they do nothing until they are clicked.
 */
export function mayAct(pdf: Uint8Array): boolean {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  if (hasActionName(text)) return true
  const expected = decodeNames(text).match(objectStreamName)?.length ?? 0
  let left = unpackedMax
  let found = 0
  for (const { index, 0: start } of text.matchAll(streamStart)) {
    const dictionary = readDictionary(text, index)
    if (!dictionary.match(objectStreamName)) continue
    const objects = unpack(pdf.subarray(index + start.length), dictionary, left)
    found += 1
    if (objects === undefined || found > objectStreamsMax || hasActionName(objects)) return true
    left -= objects.length
    if (left <= 0) return true
  }
  return found < expected
}
