import { refuse } from '@talus/contract'
import type { FastifyInstance } from 'fastify'

/**
 * Whether an object of a JSON text has a name twice. `JSON.parse` keeps the last one silently, and a
 * proxy or another reader of the same text might keep the first.
 */
export function hasRepeatedName(text: string): boolean {
  /** The names of each open object; undefined for an open list. */
  const open: (Set<string> | undefined)[] = []
  let last: string | undefined
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      const end = findEndOfString(text, at)
      last = text.slice(at, end + 1)
      at = end
    } else if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    else if (character === ':' && last !== undefined) {
      const names = open.at(-1)
      // "a" and "\u0061" are the same name.
      const name = last.includes('\\') ? readString(last) : last.slice(1, -1)
      if (names?.has(name)) return true
      names?.add(name)
      last = undefined
    }
  }
  return false
}

/** The position of the closing quote; the end of the text if there is none. */
function findEndOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

function readString(token: string): string {
  try {
    return String(JSON.parse(token))
  } catch {
    // The parser of the whole text refuses it.
    return token
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return refuse('request/malformed')
  }
}

/** Reads JSON bodies; invalid UTF-8 and repeated names are refused instead of being repaired. */
export function readStrictJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const text = typeof bytes === 'string' ? bytes : decode(bytes)
      if (hasRepeatedName(text)) refuse('request/malformed')
      void parse(request, text, done)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  })
}
