import { coarser } from './camera.ts'
import type { Camera } from './camera.ts'
import { noiseTile } from './noise.ts'
import type { Tile } from './noise.ts'
import { boxOf, raster } from './raster.ts'
import type { Body, Scene } from './scene.ts'
import { clipped, emptyBox, joined, WindowStore } from './window.ts'
import type { Window } from './window.ts'

/** How far a ray goes in each tissue, in mm. Bone counts as compact bone. */
export interface Thickness {
  readonly camera: Camera
  readonly coarse: Camera
  /** On the coarse grid: soft tissue has no detail that the full one would show. */
  readonly soft: Float32Array
  readonly fat: Float32Array
  readonly bone: Float32Array
}

/** Two, and no other: half of the rows and columns of the full grid lie on the coarse one. */
export const coarseness = 2
const tileSize = 512
const spongyShare = 0.34

interface Grain {
  readonly spongy: Tile
  readonly patchy: Tile
  readonly content: Tile
}

function addSolid(
  target: Float32Array,
  row: number,
  out: Window,
  k: number,
  mottle: number,
  grain: Tile,
): void {
  for (let y = 0, i = 0; y < out.height; y++) {
    let j = (y + out.y0) * row + out.x0
    const line = ((y + out.y0) & (tileSize - 1)) * tileSize
    for (let x = 0; x < out.width; x++, i++, j++) {
      const chord = (out.far[i] ?? 0) - (out.near[i] ?? 0)
      if (chord <= 0) continue
      const value = 1 + mottle * (grain.data[line + ((x + out.x0) & (tileSize - 1))] ?? 0)
      target[j] = (target[j] ?? 0) + chord * k * value
    }
  }
}

function addShell(
  target: Float32Array,
  row: number,
  out: Window,
  inner: Window,
  k: number,
  share: number,
  { spongy, patchy }: Grain,
): void {
  for (let y = 0, i = 0; y < out.height; y++) {
    let j = (y + out.y0) * row + out.x0
    const line = ((y + out.y0) & (tileSize - 1)) * tileSize
    for (let x = 0; x < out.width; x++, i++, j++) {
      const chord = (out.far[i] ?? 0) - (out.near[i] ?? 0)
      if (chord <= 0) continue
      let hollow = (inner.far[i] ?? 0) - (inner.near[i] ?? 0)
      if (hollow < 0) hollow = 0
      else if (hollow > chord) hollow = chord
      const at = line + ((x + out.x0) & (tileSize - 1))
      // Struts and gaps: a net, not a grey value.
      const net = 1.14 - 0.24 * Math.abs(spongy.data[at] ?? 0) + 0.07 * (patchy.data[at] ?? 0)
      target[j] = (target[j] ?? 0) + (chord - hollow + hollow * share * net) * k
    }
  }
}

const grainOf = (seed: number, scale: number): Grain => ({
  spongy: noiseTile(seed, tileSize, Math.max(1, 0.36 * scale), 2.4),
  patchy: noiseTile(seed + 1, tileSize, Math.max(1, 2.2 * scale)),
  content: noiseTile(seed + 2, tileSize, Math.max(1, 1.6 * scale)),
})

/** `finest` is the size of the finest struts of bone in mm, against those of an adult dog. */
export function thicknessOf(camera: Camera, scene: Scene, finest: number): Thickness {
  const coarse = coarser(camera, coarseness)
  const soft = new Float32Array(coarse.width * coarse.height)
  const fat = new Float32Array(coarse.width * coarse.height)
  const bone = new Float32Array(camera.width * camera.height)
  const fineGrain = grainOf(1, camera.scale * finest)
  const coarseGrain = grainOf(11, coarse.scale * finest)
  const outside = new WindowStore()
  const within = new WindowStore()

  const draw = (body: Body): void => {
    const fine = body.tissue === 'bone'
    const view = fine ? camera : coarse
    const box = clipped(
      body.parts.map((part) => boxOf(view, part)).reduce(joined, emptyBox),
      view.width,
      view.height,
    )
    if (!box) return
    const target = { soft, fat, bone }[body.tissue]
    const out = outside.open(box)
    const shell = body.cortex === undefined ? undefined : within.open(box)
    for (const part of body.parts) {
      raster(view, part, 0, out)
      if (shell && body.cortex !== undefined) raster(view, part, body.cortex * view.scale, shell)
    }
    const k = body.weight / view.scale
    if (shell) addShell(target, view.width, out, shell, k, body.spongy ?? spongyShare, fineGrain)
    else {
      const grain = (fine ? fineGrain : coarseGrain).content
      addSolid(target, view.width, out, k, body.mottle ?? 0, grain)
      if (body.fromFat === true) addSolid(fat, view.width, out, -k, 0, grain)
    }
  }
  for (const body of scene.bodies) draw(body)
  return { camera, coarse, soft, fat, bone }
}
