import { dentalRegions } from '@talus/anatomy'
import type { Basis } from './camera.ts'
import { buildOf } from './build.ts'
import { addTeeth } from './dental.ts'
import type { Vec } from './geometry.ts'
import { addForeLimb } from './limb-front.ts'
import { addHindLimb } from './limb-hind.ts'
import { SceneBuilder } from './scene.ts'
import type { Scene } from './scene.ts'
import type { FrameRequest } from './simulate.ts'
import { addTrunk } from './trunk.ts'

/** The panel, and how much the animal moves on it. */
export interface Setup {
  readonly width: number
  readonly height: number
  readonly pitch: number
  readonly roll: number
  readonly tilt: number
  readonly wobble: number
  readonly penumbra: number
  /** Half of the field at most, against the panel: a sensor in the mouth is exposed all over. */
  readonly widest: number
  readonly marker: boolean
  readonly grain: number
  /** Counts for a dose, against the large panel; distance of the tube in mm. */
  readonly sensitivity: number
  readonly sid: number
}
export interface Arranged {
  readonly scene: Scene
  readonly setup: Setup
  readonly basis: Basis
}
const side: Basis = { right: [1, 0, 0], down: [0, 1, 0], beam: [0, 0, 1] }
const above: Basis = { right: [0, 0, 1], down: [1, 0, 0], beam: [0, 1, 0] }
const before: Basis = { right: [0, 0, 1], down: [0, 1, 0], beam: [1, 0, 0] }
const panel: Setup = {
  width: 2800,
  height: 2300,
  pitch: 0.148,
  roll: 0.05,
  tilt: 0.03,
  wobble: 6,
  penumbra: 1,
  widest: 0.488,
  marker: true,
  grain: 1,
  sensitivity: 1,
  sid: 1000,
}
/** Intra-oral sensors have fine pixels and stand near the tube; a horse needs a plate. */
const sensor: Setup = {
  ...panel,
  width: 1300,
  height: 900,
  pitch: 0.0296,
  roll: 0.06,
  tilt: 0.02,
  wobble: 0.8,
  penumbra: 0.25,
  widest: 0.6,
  marker: false,
  grain: 0.75,
  sensitivity: 0.11,
  sid: 300,
}
const horsePlate: Setup = { ...sensor, pitch: 0.1, wobble: 3, grain: 1.4, sensitivity: 0.5, sid: 700 }
const upright: Setup = { ...panel, width: 2300, height: 2800 }

function finish(builder: SceneBuilder, aim: Vec, width: number, height: number, scatter: number): Scene {
  const { bodies, landmarks, truth } = builder
  return { bodies, landmarks, truth, aim, field: { width, height }, scatter }
}

export function sceneOf(request: FrameRequest): Arranged {
  const build = buildOf(request.species, request.size, request.seed)
  const builder = new SceneBuilder()
  const { u, tibia: long } = build
  const region = dentalRegions[request.species].find(({ name }) => name === request.bodyPart)
  if (region) {
    const setup = request.species === 'Equine' ? horsePlate : sensor
    const [wide, high] = [setup.width * setup.pitch, setup.height * setup.pitch]
    const { aim } = addTeeth(builder, build, region, wide, { S: 0.72, M: 0.88, L: 1 }[request.size])
    return { scene: finish(builder, aim, wide * 1.2, high * 1.2, 0.12), setup, basis: side }
  }
  const plane = request.view === 'LAT' ? 'side' : 'above'
  if (request.bodyPart === 'Back Legs' && plane === 'side') {
    const { joint } = addHindLimb(builder, build)
    return { scene: finish(builder, joint, 1.25 * long, 1.95 * long, 0.18), setup: upright, basis: side }
  }
  if (request.bodyPart === 'Front Legs') {
    const middle = addForeLimb(builder, build, plane === 'above')
    return {
      scene: finish(builder, middle, 0.9 * long, 2 * long, 0.18),
      setup: upright,
      basis: plane === 'side' ? side : before,
    }
  }
  const { hips, shoulder, spine } = addTrunk(builder, build, plane)
  const loin = build.thoracic + build.lumbar * build.lumbarLength
  const mid = build.chestDepth * 0.4 * u
  const [aim, wide, high]: [Vec, number, number] = {
    Chest: [[5.8 * u, mid, 0], 19, 15] as [Vec, number, number],
    Abdomen: [[(build.thoracic + loin) * 0.5 * u, mid, 0], 20, 14] as [Vec, number, number],
    Vertebrae: [[(build.thoracic * 0.8 + loin * 0.2) * u, 0.4 * u, 0], 20, 10] as [Vec, number, number],
    Cervical: [[-5.5 * u, spine.heightAt(-5.5 * u) + 0.6 * u, 0], 15, 10] as [Vec, number, number],
    Scapula: [[shoulder[0] + 0.8 * u, shoulder[1] * 0.6, 0], 11, 13] as [Vec, number, number],
    'Sacral Vertebrae': [[(loin + 1.2) * u, 0.8 * u, 0], 13, 10] as [Vec, number, number],
    'Caudal Vertebrae': [[(loin + 9) * u, 2 * u, 0], 13, 8] as [Vec, number, number],
    'Back Legs': [[hips[0] + 2.8 * u, 0, 0], 18, 15] as [Vec, number, number],
  }[request.bodyPart as string] ?? [[0, 0, 0], 15, 15]
  const flat = plane === 'side'
  return {
    scene: finish(builder, aim, (flat ? wide : high) * u, (flat ? high : wide) * u, 0.5),
    setup: flat ? panel : upright,
    basis: flat ? side : above,
  }
}
