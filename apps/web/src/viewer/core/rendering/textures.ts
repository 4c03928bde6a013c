import type { PixelValues, ImageLevel } from '../loading/pixels.ts'

interface CachedTexture {
  readonly texture: WebGLTexture
  readonly bytes: number
}

/** Budget of GPU memory, which all programs of the computer share. */
const maxBytes = 256_000_000

const toUnsigned = (values: PixelValues): Uint8Array | Uint16Array =>
  values.BYTES_PER_ELEMENT === 2
    ? new Uint16Array(values.buffer, values.byteOffset, values.length)
    : new Uint8Array(values.buffer, values.byteOffset, values.length)

/** Without filtering and repetition, as integer textures require. */
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

/** LRU cache of the levels in GPU memory. */
export function createTextureCache(gl: WebGL2RenderingContext) {
  // A map keeps insertion order: the first entry is the least recently used.
  const cached = new Map<ImageLevel, CachedTexture>()
  let bytes = 0

  function upload({ columns, rows, values }: ImageLevel): WebGLTexture {
    const texture = createTexture(gl, 0)
    const is16 = values.BYTES_PER_ELEMENT === 2
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      is16 ? gl.R16UI : gl.R8UI,
      columns,
      rows,
      0,
      gl.RED_INTEGER,
      is16 ? gl.UNSIGNED_SHORT : gl.UNSIGNED_BYTE,
      toUnsigned(values),
    )
    return texture
  }

  return {
    bind: (level: ImageLevel) => {
      const known = cached.get(level)
      const entry = known ?? { texture: upload(level), bytes: level.values.byteLength }
      cached.delete(level)
      cached.set(level, entry)
      if (known) {
        gl.activeTexture(gl.TEXTURE0)
        gl.bindTexture(gl.TEXTURE_2D, known.texture)
        return
      }
      bytes += entry.bytes
      for (const [oldest, { texture, bytes: freed }] of cached) {
        if (bytes <= maxBytes || oldest === level) break
        gl.deleteTexture(texture)
        cached.delete(oldest)
        bytes -= freed
      }
    },
  }
}
