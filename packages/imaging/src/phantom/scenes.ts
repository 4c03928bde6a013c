import type { Basis } from './camera.ts'
import { buildOf } from './build.ts'
import { SceneBuilder } from './scene.ts'
import type { Scene } from './scene.ts'
import type { FrameRequest } from './simulate.ts'
import { addHindLimb } from './limb-hind.ts'
import { addTrunk } from './trunk.ts'

export interface Setup {
  readonly width: number
  readonly height: number
  readonly pitch: number
  readonly roll: number
  readonly tilt: number
  readonly wobble: number
  readonly penumbra: number
  readonly marker: boolean
  readonly grain: number
}
export interface Arranged {
  readonly scene: Scene
  readonly setup: Setup
  readonly basis: Basis
}
const side: Basis = { right: [1, 0, 0], down: [0, 1, 0], beam: [0, 0, 1] }
const above: Basis = { right: [0, 0, 1], down: [1, 0, 0], beam: [0, 1, 0] }
const panel: Setup = { width: 2800, height: 2300, pitch: 0.148, roll: 0.05, tilt: 0.03, wobble: 6, penumbra: 1, marker: true, grain: 1 }

export function sceneOf(request: FrameRequest): Arranged {
  const build = buildOf(request.species, request.size, request.seed)
  const builder = new SceneBuilder()
  if (request.bodyPart === 'Back Legs' && request.view === 'LAT') {
    const { joint } = addHindLimb(builder, build)
    const long = build.tibia
    return {
      scene: { bodies: builder.bodies, landmarks: builder.landmarks, truth: builder.truth, aim: joint, field: { width: 1.25 * long, height: 1.95 * long }, scatter: 0.18 },
      setup: { ...panel, width: 2300, height: 2800 },
      basis: side,
    }
  }
  const plane = request.view === 'LAT' ? 'side' : 'above'
  addTrunk(builder, build, plane)
  const { u } = build
  return {
    scene: {
      bodies: builder.bodies,
      landmarks: builder.landmarks,
      truth: builder.truth,
      aim: [5.8 * u, 2.3 * u, 0],
      field: plane === 'side' ? { width: 19 * u, height: 15 * u } : { width: 15 * u, height: 19 * u },
      scatter: 0.5,
    },
    setup: plane === 'side' ? panel : { ...panel, width: 2300, height: 2800 },
    basis: plane === 'side' ? side : above,
  }
}
