import { countBlocks, createTransferTable, describeRays } from '@talus/volume'
import type { RayView, SmallVolume, TransferTable, ValueRange } from '@talus/volume'
import {
  compileProgram,
  isHardware,
  releaseContext,
} from '../../viewer/core/rendering/graphics-card.ts'
import { vertexShader } from '../../viewer/core/rendering/shaders.ts'
import { rayShader } from './ray-shader.ts'
import type { RayPicture } from './rays-client.ts'
import type { CastRequest } from './rays-protocol.ts'

/** Rays on the graphics card, which holds a copy of the small volume. */
export interface RaysOnCard {
  /** Undefined if the card was lost (sleep, driver update, too many pages). */
  readonly cast: (request: CastRequest) => RayPicture | undefined
  readonly close: () => void
}

type Grid = Pick<SmallVolume, 'columns' | 'rows' | 'layers'>

function createVolumeTexture(
  gl: WebGL2RenderingContext,
  unit: number,
  { columns, rows, layers }: Grid,
  cells: Uint8Array,
  filter: GLenum,
): void {
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.bindTexture(gl.TEXTURE_3D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MIN_FILTER, filter)
  gl.texParameteri(gl.TEXTURE_3D, gl.TEXTURE_MAG_FILTER, filter)
  for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R])
    gl.texParameteri(gl.TEXTURE_3D, wrap, gl.CLAMP_TO_EDGE)
  const { RED, R8, UNSIGNED_BYTE } = gl
  gl.texImage3D(gl.TEXTURE_3D, 0, R8, columns, rows, layers, 0, RED, UNSIGNED_BYTE, cells)
}

/** The table as one row of texels: colour and opacity of each of the 256 cells. */
function toTexels({ numbers }: TransferTable): Float32Array {
  const texels = new Float32Array(4 * 256)
  for (let cell = 0; cell < 256; cell += 1)
    for (let part = 0; part < 4; part += 1)
      // The table begins with the opacity, texels end with it.
      texels[4 * cell + ((part + 3) % 4)] = numbers[256 * part + cell] ?? 0
  return texels
}

function setTable(gl: WebGL2RenderingContext, unit: number, table: TransferTable): void {
  gl.activeTexture(gl.TEXTURE0 + unit)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, 256, 1, 0, gl.RGBA, gl.FLOAT, toTexels(table))
}

const units = { cells: 0, blocks: 1, colours: 2 } as const

function prepare(gl: WebGL2RenderingContext, program: WebGLProgram, small: SmallVolume): void {
  gl.useProgram(program)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  createVolumeTexture(gl, units.cells, small, small.cells, gl.LINEAR)
  createVolumeTexture(gl, units.blocks, countBlocks(small), small.blocks, gl.NEAREST)
  gl.activeTexture(gl.TEXTURE0 + units.colours)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  for (const [name, unit] of Object.entries(units))
    gl.uniform1i(gl.getUniformLocation(program, name), unit)
}

function setView(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  small: SmallVolume,
  view: RayView,
): void {
  const vectors = {
    size: [small.columns, small.rows, small.layers],
    start: view.start,
    right: view.right,
    down: view.down,
    stride: view.step,
    light: view.light,
    gradientScale: view.gradient,
    lowest: view.lowest,
    highest: view.highest,
  }
  for (const [name, vector] of Object.entries(vectors))
    gl.uniform3fv(gl.getUniformLocation(program, name), vector)
  gl.uniform1f(gl.getUniformLocation(program, 'height'), view.height)
}

/** Undefined without a graphics card, or if it cannot hold the volume. */
export function openRaysOnCard(small: SmallVolume, range: ValueRange): RaysOnCard | undefined {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    // The picture is copied after a promise has been resolved.
    preserveDrawingBuffer: true,
    powerPreference: 'high-performance',
  })
  if (!gl) return undefined
  const largest = Math.max(small.columns, small.rows, small.layers)
  const isSuitable = isHardware(gl) && largest <= Number(gl.getParameter(gl.MAX_3D_TEXTURE_SIZE))
  const program = isSuitable ? compileProgram(gl, vertexShader, rayShader) : undefined
  if (!program) {
    releaseContext(gl)
    return undefined
  }
  prepare(gl, program, small)
  return {
    cast: ({ picture, preset, box }) => {
      const view = describeRays(small, picture, box)
      const table = createTransferTable(preset, range, view.stepLength)
      const { width, height } = view
      if (canvas.width !== width || canvas.height !== height)
        Object.assign(canvas, { width, height })
      gl.viewport(0, 0, width, height)
      setTable(gl, units.colours, table)
      gl.uniform1i(gl.getUniformLocation(program, 'lowestVisible'), table.lowestVisible)
      setView(gl, program, small, view)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      // A card that has too little memory draws nothing.
      if (gl.isContextLost() || gl.getError() !== gl.NO_ERROR) return undefined
      return { width, height, drawOn: (context) => context.drawImage(canvas, 0, 0) }
    },
    close: () => releaseContext(gl),
  }
}
