import { levelFor, placementOf } from './placement.ts'
import type { Placement } from './placement.ts'
import type { Level } from './pixels.ts'
import type { GreyRenderer, GreyScene } from './renderer.ts'
import { sidesOf } from './resample.ts'
import { fragmentShader, vertexShader } from './shaders.ts'
import { createTexture, createTextures } from './textures.ts'

/** Wide enough that 65 536 greys are a square. */
const tableWidth = 256

/** Cards that are no cards: the plain canvas is faster than they are. */
const software = /swiftshader|llvmpipe|softpipe|software|basic render/iu

function isHardware(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name: unknown = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)
  return !software.test(String(name))
}

function compile(gl: WebGL2RenderingContext): WebGLProgram | undefined {
  const program = gl.createProgram()
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertexShader],
    [gl.FRAGMENT_SHADER, fragmentShader],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) return undefined
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) === true ? program : undefined
}

/** Where a pixel of the device lies in the level: `turn × pixel + origin`. */
function setPlace(
  gl: WebGL2RenderingContext,
  at: (name: string) => WebGLUniformLocation | null,
  { camera, ratio }: GreyScene,
  level: Level,
  placement: Placement,
) {
  const { across, down, isSideways } = sidesOf(level, camera, ratio, placement)
  const toLevel = ({ first, origin, scale }: typeof across) => ({
    slope: 1 / scale,
    start: (first - origin) / scale,
    reach: Math.max(1, 1 / Math.abs(scale)),
  })
  const [along, below] = [toLevel(across), toLevel(down)]
  const [x, y] = isSideways ? [below, along] : [along, below]
  const [columns, rows] = isSideways ? [down, across] : [across, down]
  gl.uniformMatrix2fv(
    at('turn'),
    false,
    isSideways ? [0, y.slope, x.slope, 0] : [x.slope, 0, 0, y.slope],
  )
  gl.uniform2f(at('origin'), x.start, y.start)
  gl.uniform2f(at('reach'), x.reach, y.reach)
  gl.uniform2i(at('first'), columns.lowest, rows.lowest)
  gl.uniform2i(at('last'), columns.highest, rows.highest)
  gl.uniform2f(at('size'), placement.width, placement.height)
}

export interface GraphicsRenderer extends GreyRenderer {
  /** The card was taken away, and nothing can be drawn any more. */
  readonly isLost: () => boolean
}

/**
 * Draws on the graphics card, on one canvas for the whole page, and copies from there: browsers allow few
 * such canvases, and each would need the image for itself. Undefined where there is no card, or only one
 * in software and `isAnyAllowed` is not said.
 */
export function createWebglRenderer(isAnyAllowed = false): GraphicsRenderer | undefined {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: 'high-performance',
  })
  if (!gl || (!isAnyAllowed && !isHardware(gl))) {
    // Lets go of it at once instead of at the next tidying.
    gl?.getExtension('WEBGL_lose_context')?.loseContext()
    return undefined
  }
  const program = compile(gl)
  if (!program) return undefined
  gl.useProgram(program)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  const locations = new Map<string, WebGLUniformLocation | null>()
  const at = (name: string) => {
    if (!locations.has(name)) locations.set(name, gl.getUniformLocation(program, name))
    return locations.get(name) ?? null
  }
  gl.uniform1i(at('cells'), 0)
  gl.uniform1i(at('greys'), 1)
  gl.uniform1i(at('tableWidth'), tableWidth)
  const textures = createTextures(gl)
  const largest = Number(gl.getParameter(gl.MAX_TEXTURE_SIZE))
  createTexture(gl, 1)

  let shownTable: Uint8Array | undefined
  function setTable(table: Uint8Array) {
    if (table === shownTable || !gl) return
    shownTable = table
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
      const placement = placementOf(camera, ratio)
      const level = levelFor(pixels.levels, camera, ratio)
      if (!placement || !level) return true
      if (Math.max(level.columns, level.rows) > largest) return false
      const { width, height } = placement
      if (canvas.width < width) canvas.width = width
      if (canvas.height < height) canvas.height = height
      gl.viewport(0, 0, width, height)
      textures.bind(level)
      setTable(table)
      const { cells } = level
      const isSigned = cells instanceof Int16Array || cells instanceof Int8Array
      const signBit = isSigned ? 2 ** (8 * cells.BYTES_PER_ELEMENT - 1) : 0
      gl.uniform1ui(at('signBit'), signBit)
      gl.uniform1f(at('lowest'), pixels.lowest + signBit)
      setPlace(gl, at, scene, level, placement)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      // In the same task: the browser may wipe the canvas afterwards.
      const bottom = canvas.height - height
      const { left, top } = placement
      context.drawImage(canvas, 0, bottom, width, height, left, top, width, height)
      return !gl.isContextLost()
    },
  }
}
