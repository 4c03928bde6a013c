import type { Cells, Level } from './pixels.ts'

interface Kept {
  readonly texture: WebGLTexture
  readonly bytes: number
}

/** Of the card's memory, which the whole computer shares. */
const maxBytes = 256_000_000

const asUnsigned = (cells: Cells): Uint8Array | Uint16Array =>
  cells.BYTES_PER_ELEMENT === 2
    ? new Uint16Array(cells.buffer, cells.byteOffset, cells.length)
    : new Uint8Array(cells.buffer, cells.byteOffset, cells.length)

/** As whole numbers, never mixed and never repeated. */
export function createTexture(gl: WebGL2RenderingContext, unit: number): WebGLTexture {
  const texture = gl.createTexture()
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return texture
}

/** The levels that the card holds; those not drawn for the longest time make room. */
export function createTextures(gl: WebGL2RenderingContext) {
  // A map remembers the order in which it was filled: the first is the oldest.
  const kept = new Map<Level, Kept>()
  let bytes = 0

  function upload({ columns, rows, cells }: Level): WebGLTexture {
    const texture = createTexture(gl, 0)
    const is16 = cells.BYTES_PER_ELEMENT === 2
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      is16 ? gl.R16UI : gl.R8UI,
      columns,
      rows,
      0,
      gl.RED_INTEGER,
      is16 ? gl.UNSIGNED_SHORT : gl.UNSIGNED_BYTE,
      asUnsigned(cells),
    )
    return texture
  }

  return {
    bind: (level: Level) => {
      const known = kept.get(level)
      const entry = known ?? { texture: upload(level), bytes: level.cells.byteLength }
      kept.delete(level)
      kept.set(level, entry)
      if (known) {
        gl.activeTexture(gl.TEXTURE0)
        gl.bindTexture(gl.TEXTURE_2D, known.texture)
        return
      }
      bytes += entry.bytes
      for (const [oldest, { texture, bytes: freed }] of kept) {
        if (bytes <= maxBytes || oldest === level) break
        gl.deleteTexture(texture)
        kept.delete(oldest)
        bytes -= freed
      }
    },
  }
}
