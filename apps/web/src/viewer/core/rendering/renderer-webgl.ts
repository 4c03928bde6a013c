import { chooseLevel, computePlacement } from '../camera/placement.ts'
import type { Placement } from '../camera/placement.ts'
import type { ImageLevel } from '../loading/pixels.ts'
import { compileProgram, isHardware, releaseContext } from './graphics-card.ts'
import type { GreyRenderer, GreyScene } from './renderer.ts'
import { drawWithinImage } from './clip-to-image.ts'
import { getLevelTransform } from './resample-rotated.ts'
import { getLevelBounds } from './resample.ts'
import { fragmentShader, vertexShader } from './shaders.ts'
import { createTexture, createTextureCache } from './textures.ts'

/** Width of the table texture: 65 536 grey levels form a square. */
const tableWidth = 256

/** Sets the transform from device pixels to the level: `rotation × pixel + origin`. */
function setTransform(
  gl: WebGL2RenderingContext,
  at: (name: string) => WebGLUniformLocation | null,
  { camera, ratio }: GreyScene,
  level: ImageLevel,
  placement: Placement,
) {
  const { across, down, start, reach } = getLevelTransform(level, camera, ratio)
  const { columns, rows } = getLevelBounds(level, camera)
  const { left, top } = placement
  gl.uniformMatrix2fv(at('rotation'), false, [across.x, down.x, across.y, down.y])
  gl.uniform2f(
    at('origin'),
    start.x + across.x * left + across.y * top,
    start.y + down.x * left + down.y * top,
  )
  gl.uniform2f(at('reach'), reach.x, reach.y)
  gl.uniform2i(at('first'), columns.lowest, rows.lowest)
  gl.uniform2i(at('last'), columns.highest, rows.highest)
  gl.uniform2f(at('size'), placement.width, placement.height)
}

export interface GraphicsRenderer extends GreyRenderer {
  /** Whether the WebGL context was lost and nothing can be drawn any more. */
  readonly isLost: () => boolean
}

/**
 * Draws on the GPU, on one canvas for the whole page, and copies from there: browsers allow few
 * WebGL contexts, and each would need its own copy of the image. Undefined without a GPU, or if
 * there is only a software renderer and `isSoftwareAllowed` is not set.
 */
export function createWebglRenderer(isSoftwareAllowed = false): GraphicsRenderer | undefined {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: 'high-performance',
  })
  if (!gl || (!isSoftwareAllowed && !isHardware(gl))) {
    if (gl) releaseContext(gl)
    return undefined
  }
  const program = compileProgram(gl, vertexShader, fragmentShader)
  if (!program) return undefined
  gl.useProgram(program)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  const locations = new Map<string, WebGLUniformLocation | null>()
  const at = (name: string) => {
    if (!locations.has(name)) locations.set(name, gl.getUniformLocation(program, name))
    return locations.get(name) ?? null
  }
  gl.uniform1i(at('pixelValues'), 0)
  gl.uniform1i(at('lookupTable'), 1)
  gl.uniform1i(at('tableWidth'), tableWidth)
  const textures = createTextureCache(gl)
  const maxTextureSize = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
  createTexture(gl, 1)

  let uploadedTable: Uint8Array | undefined
  function setTable(table: Uint8Array) {
    if (table === uploadedTable || !gl) return
    uploadedTable = table
    const rows = Math.ceil(table.length / tableWidth)
    const square = new Uint8Array(rows * tableWidth)
    square.set(table)
    gl.activeTexture(gl.TEXTURE1)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, tableWidth, rows, 0, gl.RED, gl.UNSIGNED_BYTE, square)
  }

  return {
    isLost: () => gl.isContextLost(),
    draw: (context, scene) => {
      const { pixels, camera, ratio, table } = scene
      if (gl.isContextLost()) return false
      const placement = computePlacement(camera, ratio)
      const level = chooseLevel(pixels.levels, camera, ratio)
      if (!placement || !level) return true
      if (Math.max(level.columns, level.rows) > maxTextureSize) return false
      const { width, height } = placement
      if (canvas.width < width) canvas.width = width
      if (canvas.height < height) canvas.height = height
      gl.viewport(0, 0, width, height)
      textures.bind(level)
      setTable(table)
      const { values } = level
      const isSigned = values instanceof Int16Array || values instanceof Int8Array
      const signBit = isSigned ? 2 ** (8 * values.BYTES_PER_ELEMENT - 1) : 0
      gl.uniform1ui(at('signBit'), signBit)
      gl.uniform1f(at('lowest'), pixels.lowest + signBit)
      setTransform(gl, at, scene, level, placement)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      // In the same task: the browser may clear the canvas afterwards.
      const bottom = canvas.height - height
      const { left, top } = placement
      drawWithinImage(context, camera, ratio, () =>
        context.drawImage(canvas, 0, bottom, width, height, left, top, width, height),
      )
      return !gl.isContextLost()
    },
  }
}
