import { concatBytes, toLatin1Bytes } from './pdf-syntax.ts'

/** Compresses as zlib does (RFC 1950); passed in, because the language has no such function. */
export type Deflate = (bytes: Uint8Array) => Uint8Array

export interface PdfObjects {
  /** Reserves a number, so that objects can refer to each other before they are written. */
  readonly reserve: () => number
  readonly put: (id: number, body: string) => void
  readonly putStream: (id: number, entries: string, bytes: Uint8Array) => void
  /** For a stream that is compressed already (JPEG) or must stay readable (XMP). */
  readonly putRawStream: (id: number, entries: string, bytes: Uint8Array) => void
  readonly writeFile: (root: number, info: number, fileId: string) => Uint8Array
}

interface StoredObject {
  readonly body: string
  readonly stream?: Uint8Array
}

export function createPdfObjects(deflate: Deflate): PdfObjects {
  const objects: (StoredObject | undefined)[] = []
  const store = (id: number, entries: string, stream: Uint8Array) => {
    objects[id - 1] = { body: `<<${entries}/Length ${String(stream.length)}>>`, stream }
  }
  return {
    reserve: () => objects.push(undefined),
    put: (id, body) => {
      objects[id - 1] = { body }
    },
    putStream: (id, entries, bytes) => {
      store(id, `${entries}/Filter/FlateDecode`, deflate(bytes))
    },
    putRawStream: store,
    writeFile: (root, info, fileId) => writeFile(objects, root, info, fileId),
  }
}

function writeFile(
  objects: readonly (StoredObject | undefined)[],
  root: number,
  info: number,
  fileId: string,
): Uint8Array {
  // Four bytes above 127 in a comment mark the file as binary; PDF/A demands it.
  const parts = [toLatin1Bytes('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n')]
  let at = parts[0]?.length ?? 0
  const push = (bytes: Uint8Array) => {
    parts.push(bytes)
    at += bytes.length
  }
  const offsets = objects.map((object, index) => {
    if (!object) throw new Error(`The PDF object ${String(index + 1)} was not written`)
    const start = at
    const { body, stream } = object
    push(toLatin1Bytes(`${String(index + 1)} 0 obj\n${body}`))
    if (stream) {
      push(toLatin1Bytes('\nstream\n'))
      push(stream)
      push(toLatin1Bytes('\nendstream'))
    }
    push(toLatin1Bytes('\nendobj\n'))
    return start
  })
  const size = String(objects.length + 1)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  push(
    toLatin1Bytes(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n` +
        `<</Size ${size}/Root ${String(root)} 0 R/Info ${String(info)} 0 R/ID[<${fileId}><${fileId}>]>>\n` +
        `startxref\n${String(at)}\n%%EOF\n`,
    ),
  )
  return concatBytes(parts)
}
