import { coarsenCamera } from '../scene/camera.ts'
import type { Camera } from '../scene/camera.ts'
import { getNoiseTile } from '../scene/noise.ts'
import type { NoiseTile } from '../scene/noise.ts'
import { getBounds, rasterize } from './rasterize.ts'
import type { Body, Scene } from '../scene/scene.ts'
import { clipBox, emptyBox, unionBoxes, RayIntervalBuffer } from './ray-intervals.ts'
import type { RayIntervals } from './ray-intervals.ts'

/** The path length of each ray in each tissue, in mm. Bone counts as compact bone. */
export interface ThicknessMaps {
  readonly camera: Camera
  readonly coarse: Camera
  /** On the coarse grid, because soft tissue has no fine detail. */
  readonly soft: Float32Array
  readonly fat: Float32Array
  readonly bone: Float32Array
}

/** Must be 2: `expose` interpolates between two neighbours of the coarse grid. */
export const coarseFactor = 2
const tileSize = 512
const spongyShare = 0.34
/** Depth of spongy bone in mm at which its texture has half of its strength. */
const textureDepth = 22

interface Grain {
  readonly spongy: NoiseTile
  readonly patchy: NoiseTile
  readonly content: NoiseTile
}

function addSolid(
  target: Float32Array,
  row: number,
  out: RayIntervals,
  k: number,
  mottle: number,
  grain: NoiseTile,
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
  out: RayIntervals,
  inner: RayIntervals,
  k: number,
  share: number,
  { spongy, patchy }: Grain,
  mm: number,
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
      // A network of trabeculae and gaps, not a uniform density. Layers of it level each other out,
      // so it is faint in thick bones.
      const calm = textureDepth / (textureDepth + hollow * mm)
      const gap = Math.abs(spongy.data[at] ?? 0)
      const net = 0.19 - 0.32 * (gap > 1.7 ? 1.7 : gap) + 0.09 * (patchy.data[at] ?? 0)
      target[j] = (target[j] ?? 0) + (chord - hollow + hollow * share * (1 + net * calm)) * k
    }
  }
}

const createGrain = (seed: number, scale: number): Grain => ({
  spongy: getNoiseTile(seed, tileSize, Math.max(1, 0.36 * scale), 2.4),
  patchy: getNoiseTile(seed + 1, tileSize, Math.max(1, 2.2 * scale)),
  content: getNoiseTile(seed + 2, tileSize, Math.max(1, 1.6 * scale)),
})

/** `finest` is the size of the finest trabeculae relative to those of an adult dog. */
export function computeThickness(camera: Camera, scene: Scene, finest: number): ThicknessMaps {
  const coarse = coarsenCamera(camera, coarseFactor)
  const soft = new Float32Array(coarse.width * coarse.height)
  const fat = new Float32Array(coarse.width * coarse.height)
  const bone = new Float32Array(camera.width * camera.height)
  const fineGrain = createGrain(1, camera.scale * finest)
  const coarseGrain = createGrain(11, coarse.scale * finest)
  const outside = new RayIntervalBuffer()
  const within = new RayIntervalBuffer()

  const draw = (body: Body): void => {
    const fine = body.tissue === 'bone'
    const view = fine ? camera : coarse
    const box = clipBox(
      body.parts.map((part) => getBounds(view, part)).reduce(unionBoxes, emptyBox),
      view.width,
      view.height,
    )
    if (!box) return
    const target = { soft, fat, bone }[body.tissue]
    const summed = body.summed === true
    const out = outside.open(box, summed)
    const shell = body.cortex === undefined ? undefined : within.open(box, summed)
    for (const part of body.parts) {
      rasterize(view, part, 0, out)
      if (shell && body.cortex !== undefined) rasterize(view, part, body.cortex * view.scale, shell)
    }
    const k = body.weight / view.scale
    if (shell)
      addShell(
        target,
        view.width,
        out,
        shell,
        k,
        body.spongy ?? spongyShare,
        fineGrain,
        1 / view.scale,
      )
    else {
      const grain = (fine ? fineGrain : coarseGrain).content
      addSolid(target, view.width, out, k, body.mottle ?? 0, grain)
      if (body.fromFat === true) addSolid(fat, view.width, out, -k, 0, grain)
    }
  }
  for (const body of scene.bodies) draw(body)
  return { camera, coarse, soft, fat, bone }
}
