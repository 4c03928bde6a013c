import { bodyParts, dentalRegions } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart, View } from '@talus/anatomy'
import { buildOf } from './build.ts'
import type { Build } from './build.ts'
import type { Basis } from './camera.ts'
import { addTeeth } from './dental.ts'
import type { Vec } from './geometry.ts'
import { addHorseLimb } from './horse-limb.ts'
import type { HorseJoint } from './horse-limb.ts'
import { addForeLimb } from './limb-front.ts'
import { addHindLimb } from './limb-hind.ts'
import { SceneBuilder } from './scene.ts'
import type { Scene } from './scene.ts'
import { horsePlate, lying, sensor, upright } from './setup.ts'
import type { Setup } from './setup.ts'
import type { FrameRequest } from './frame.ts'
import { addSkull } from './skull.ts'
import type { Plane } from './chest.ts'
import { addTrunk } from './trunk.ts'
import type { Trunk } from './trunk.ts'
import { legBasis, trunkFromAbove, trunkFromSide } from './views.ts'

export interface Arranged {
  readonly scene: Scene
  readonly setup: Setup
  readonly basis: Basis
}

function finish(
  { bodies, landmarks, truth }: SceneBuilder,
  aim: Vec,
  [width, height]: readonly [number, number],
  scatter: number,
): Scene {
  return { bodies, landmarks, truth, aim, field: { width, height }, scatter }
}

type TrunkPart = Exclude<GeneralBodyPart, 'Skull' | 'Front Legs'>

/** Where the beam is aimed, and the field along and across the body in u. */
function windowOf(
  part: TrunkPart,
  build: Build,
  { hips, shoulder, spine }: Trunk,
  plane: Plane,
): { aim: Vec; along: number; across: number } {
  const { u, thoracic, chestDepth } = build
  const loin = thoracic + build.lumbar * build.lumbarLength
  const spot = (x: number, y: number): Vec => [x * u, plane === 'side' ? y * u : 0, 0]
  const spineAt = (x: number, drop: number) => spot(x, spine.heightAt(x * u) / u + drop)
  switch (part) {
    case 'Chest':
      // Of a horse's chest a panel holds a quarter: the lung behind the heart is asked for most.
      if (build.species === 'Equine')
        return { aim: spot((9.6 * thoracic) / 13, chestDepth * 0.24), along: 19, across: 15 }
      return { aim: spot((5.6 * thoracic) / 13, chestDepth * 0.4), along: 19, across: 15 }
    case 'Abdomen':
      return { aim: spot((thoracic + loin) / 2 - 0.8, chestDepth * 0.42), along: 18, across: 13 }
    case 'Vertebrae':
      return { aim: spineAt(thoracic + 1, 0.4), along: 20, across: 9 }
    case 'Cervical':
      return { aim: spineAt(-5.2, 0.5), along: 15, across: 9 }
    case 'Scapula':
      return { aim: spot(shoulder[0] / u + 0.8, (shoulder[1] / u) * 0.6), along: 11, across: 13 }
    case 'Sacral Vertebrae':
      return { aim: spineAt(loin + 1, 0.6), along: 12, across: 9 }
    case 'Caudal Vertebrae':
      return { aim: spineAt(loin + 9, 0), along: 14, across: 7 }
    case 'Back Legs':
      return { aim: [hips[0] + 3.2 * u, 0, 0], along: 19, across: 15 }
  }
}

function horseJoint(part: BodyPart): HorseJoint | undefined {
  if (part === 'Front Legs' || part === 'Back Legs') return 'cannon'
  if (part.endsWith('Forefoot') || part.includes('Navicular')) return 'foot'
  if (part.endsWith('Fetlock')) return 'fetlock'
  if (part.endsWith('Carpus')) return 'carpus'
  if (part.endsWith('Tarsus')) return 'tarsus'
  return part.endsWith('Stifle') ? 'stifle' : undefined
}

const sideViews: ReadonlySet<View> = new Set(['LAT', 'LM'] as const)

function ofHorseLeg(build: Build, joint: HorseJoint, part: BodyPart, view: View): Arranged {
  const builder = new SceneBuilder()
  const fromSide = sideViews.has(view)
  const basis = legBasis(view)
  if (joint === 'stifle' && fromSide) {
    const { joint: aim } = addHindLimb(builder, build)
    const size = build.tibia
    return {
      scene: finish(builder, [aim[0], 0.02 * size, 0], [0.95 * size, 1.1 * size], 0.5),
      setup: upright,
      basis,
    }
  }
  const hind = bodyParts[part].limb === 'hind'
  const { aim, size } = addHorseLimb(builder, build, joint, hind, fromSide)
  const scatter = joint === 'stifle' ? 0.6 : 0.2
  return { scene: finish(builder, aim, [size * 0.85, size * 1.12], scatter), setup: upright, basis }
}

function ofTrunk(build: Build, part: TrunkPart, view: View): Arranged {
  const builder = new SceneBuilder()
  const plane: Plane = sideViews.has(view) ? 'side' : 'above'
  const trunk = addTrunk(builder, build, plane)
  // The score is of the chest; elsewhere its points are not in the picture.
  if (part !== 'Chest' || build.species === 'Equine') delete builder.truth['vhs']
  const { aim, along, across } = windowOf(part, build, trunk, plane)
  const { u } = build
  const field =
    plane === 'side' ? ([along * u, across * u] as const) : ([across * u, along * u] as const)
  const scatter = Math.min(1, (build.chestHalfWidth * u) / 110)
  return {
    scene: finish(builder, aim, field, scatter),
    setup: plane === 'side' ? lying : upright,
    basis: plane === 'side' ? trunkFromSide : trunkFromAbove,
  }
}

function ofPart(build: Build, part: BodyPart, view: View): Arranged {
  const joint = build.species === 'Equine' ? horseJoint(part) : undefined
  if (joint) return ofHorseLeg(build, joint, part, view)
  const builder = new SceneBuilder()
  const plane: Plane = sideViews.has(view) ? 'side' : 'above'
  const long = build.tibia
  if (part === 'Back Legs' && plane === 'side') {
    const { joint: aim } = addHindLimb(builder, build)
    return {
      scene: finish(builder, aim, [1.25 * long, 1.95 * long], 0.18),
      setup: upright,
      basis: legBasis(view),
    }
  }
  if (part === 'Front Legs') {
    const aim = addForeLimb(builder, build, plane === 'above')
    return {
      scene: finish(builder, aim, [0.85 * long, 1.9 * long], 0.18),
      setup: upright,
      basis: legBasis(view),
    }
  }
  if (part === 'Skull') {
    const { aim, size } = addSkull(builder, build, plane)
    const [wide, high] = [size * 1.2, size * 0.85]
    return plane === 'side'
      ? { scene: finish(builder, aim, [wide, high], 0.3), setup: lying, basis: trunkFromSide }
      : { scene: finish(builder, aim, [high, wide], 0.3), setup: upright, basis: trunkFromAbove }
  }
  const general: TrunkPart = isTrunkPart(part) ? part : 'Chest'
  return ofTrunk(build, general, view)
}

const trunkParts: ReadonlySet<string> = new Set<TrunkPart>([
  'Cervical',
  'Scapula',
  'Chest',
  'Abdomen',
  'Back Legs',
  'Vertebrae',
  'Sacral Vertebrae',
  'Caudal Vertebrae',
])
const isTrunkPart = (part: string): part is TrunkPart => trunkParts.has(part)
const isBodyPart = (part: string): part is BodyPart => part in bodyParts

/** The animal of a request, laid under the tube. A part that nobody has named is shown as chest. */
export function sceneOf(request: FrameRequest): Arranged {
  const { species, bodyPart: part, view = 'LAT', size, seed } = request
  const build = buildOf(species, size, seed)
  const region = dentalRegions[species].find(({ name }) => name === part)
  if (!region) return ofPart(build, isBodyPart(part) ? part : 'Chest', view)
  const builder = new SceneBuilder()
  const setup = species === 'Equine' ? horsePlate : sensor
  const [wide, high] = [setup.width * setup.pitch, setup.height * setup.pitch]
  const { aim } = addTeeth(builder, build, region, wide, { S: 0.72, M: 0.88, L: 1 }[size])
  return {
    scene: finish(builder, aim, [wide * 1.2, high * 1.2], 0.12),
    setup,
    basis: trunkFromSide,
  }
}
