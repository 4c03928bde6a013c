import { bodyParts, findDentalRegion, isBodyPart } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart, View } from '@talus/anatomy'
import { createAnimalProportions } from './anatomy/animal-proportions.ts'
import type { AnimalProportions } from './anatomy/animal-proportions.ts'
import type { ViewBasis } from './scene/camera.ts'
import { addTeeth } from './anatomy/dental.ts'
import type { Vec } from './scene/geometry.ts'
import { addHorseLimb } from './anatomy/horse-limb.ts'
import type { HorseJoint } from './anatomy/horse-limb.ts'
import { addForeLimb } from './anatomy/limb-front.ts'
import { addHindLimb } from './anatomy/limb-hind.ts'
import { SceneBuilder } from './scene/scene.ts'
import type { Scene } from './scene/scene.ts'
import {
  equineDentalPlate,
  landscapePanel,
  dentalSensor,
  portraitPanel,
} from './scene/panel-setup.ts'
import type { PanelSetup } from './scene/panel-setup.ts'
import type { FrameRequest } from './frame.ts'
import { addSkull } from './anatomy/skull.ts'
import type { Projection } from './anatomy/chest.ts'
import { addTrunk } from './anatomy/trunk.ts'
import type { Trunk } from './anatomy/trunk.ts'
import { getLegBasis, trunkFromAbove, trunkFromSide } from './scene/views.ts'

export interface ArrangedScene {
  readonly scene: Scene
  readonly setup: PanelSetup
  readonly basis: ViewBasis
}

function createScene(
  { bodies, landmarks, truth }: SceneBuilder,
  aim: Vec,
  [width, height]: readonly [number, number],
  scatter: number,
): Scene {
  return { bodies, landmarks, truth, aim, field: { width, height }, scatter }
}

type TrunkPart = Exclude<GeneralBodyPart, 'Skull' | 'Front Legs'>

/** The target of the beam, and the field along and across the body in u. */
function getTrunkField(
  part: TrunkPart,
  build: AnimalProportions,
  { hips, shoulder, spine }: Trunk,
  plane: Projection,
): { aim: Vec; along: number; across: number } {
  const { u, thoracic, chestDepth } = build
  const loin = thoracic + build.lumbar * build.lumbarLength
  const toVec = (x: number, y: number): Vec => [x * u, plane === 'side' ? y * u : 0, 0]
  const belowSpine = (x: number, drop: number) => toVec(x, spine.heightAt(x * u) / u + drop)
  switch (part) {
    case 'Chest':
      // A panel covers a quarter of a horse's chest: the lung caudal of the heart is requested
      // most.
      if (build.species === 'Equine' && plane === 'side')
        return { aim: toVec((9.6 * thoracic) / 13, chestDepth * 0.42), along: 9, across: 7.4 }
      return { aim: toVec((5.6 * thoracic) / 13, chestDepth * 0.4), along: 19, across: 15 }
    case 'Abdomen':
      return { aim: toVec((thoracic + loin) / 2 - 0.8, chestDepth * 0.42), along: 18, across: 13 }
    case 'Vertebrae':
      return { aim: belowSpine(thoracic + 1, 0.4), along: 20, across: 9 }
    case 'Cervical':
      return { aim: belowSpine(-5.2, 0.5), along: 15, across: 9 }
    case 'Scapula':
      return { aim: toVec(shoulder[0] / u + 0.8, (shoulder[1] / u) * 0.6), along: 11, across: 13 }
    case 'Sacral Vertebrae':
      return { aim: belowSpine(loin + 1, 0.6), along: 12, across: 9 }
    case 'Caudal Vertebrae':
      // Behind the rump, which would need ten times the dose of the tail.
      return { aim: belowSpine(loin + 13, 0), along: 10, across: 6 }
    case 'Back Legs':
      return { aim: [hips[0] + 3.2 * u, 0, 0], along: 19, across: 15 }
  }
}

function findHorseJoint(part: BodyPart): HorseJoint | undefined {
  if (part === 'Front Legs' || part === 'Back Legs') return 'cannon'
  if (part.endsWith('Forefoot') || part.includes('Navicular')) return 'foot'
  if (part.endsWith('Fetlock')) return 'fetlock'
  if (part.endsWith('Carpus')) return 'carpus'
  if (part.endsWith('Tarsus')) return 'tarsus'
  return part.endsWith('Stifle') ? 'stifle' : undefined
}

const sideViews: ReadonlySet<View> = new Set(['LAT', 'LM'] as const)

function arrangeHorseLeg(
  build: AnimalProportions,
  joint: HorseJoint,
  part: BodyPart,
  view: View,
): ArrangedScene {
  const builder = new SceneBuilder()
  const fromSide = sideViews.has(view)
  const basis = getLegBasis(view)
  if (joint === 'stifle' && fromSide) {
    const { joint: aim } = addHindLimb(builder, build)
    const size = build.tibia
    return {
      scene: createScene(builder, [aim[0], 0.02 * size, 0], [0.95 * size, 1.1 * size], 0.5),
      setup: portraitPanel,
      basis,
    }
  }
  const hind = bodyParts[part].limb === 'hind'
  const { aim, size } = addHorseLimb(builder, build, joint, hind, fromSide)
  const scatter = joint === 'stifle' ? 0.6 : 0.2
  return {
    scene: createScene(builder, aim, [size * 0.85, size * 1.12], scatter),
    setup: portraitPanel,
    basis,
  }
}

/** The size of a foal relative to the grown horse. */
const foalScale = 0.45

/**
 * A horse is radiographed from back to belly only as a foal: no X-ray system penetrates a grown one
 * in this direction. The technique chart does the same.
 */
const shrinkToFoal = (horse: AnimalProportions): AnimalProportions => ({
  ...horse,
  u: foalScale * horse.u,
  tibia: foalScale * horse.tibia,
})

function arrangeTrunk(grown: AnimalProportions, part: TrunkPart, view: View): ArrangedScene {
  const builder = new SceneBuilder()
  const plane: Projection = sideViews.has(view) ? 'side' : 'above'
  const build = grown.species === 'Equine' && plane === 'above' ? shrinkToFoal(grown) : grown
  const trunk = addTrunk(builder, build, plane)
  // The vertebral heart score applies to the chest; other images do not show its landmarks.
  if (part !== 'Chest' || build.species === 'Equine') delete builder.truth['vhs']
  const { aim, along, across } = getTrunkField(part, build, trunk, plane)
  const { u } = build
  const field =
    plane === 'side' ? ([along * u, across * u] as const) : ([across * u, along * u] as const)
  const scatter = Math.min(1, (build.chestHalfWidth * u) / 110)
  return {
    scene: createScene(builder, aim, field, scatter),
    setup: plane === 'side' ? landscapePanel : portraitPanel,
    basis: plane === 'side' ? trunkFromSide : trunkFromAbove,
  }
}

function arrangePart(build: AnimalProportions, part: BodyPart, view: View): ArrangedScene {
  const joint = build.species === 'Equine' ? findHorseJoint(part) : undefined
  if (joint) return arrangeHorseLeg(build, joint, part, view)
  const builder = new SceneBuilder()
  const plane: Projection = sideViews.has(view) ? 'side' : 'above'
  const long = build.tibia
  if (part === 'Back Legs' && plane === 'side') {
    const { joint: aim } = addHindLimb(builder, build)
    return {
      scene: createScene(builder, aim, [1.25 * long, 1.95 * long], 0.18),
      setup: portraitPanel,
      basis: getLegBasis(view),
    }
  }
  if (part === 'Front Legs') {
    const aim = addForeLimb(builder, build, plane === 'above')
    return {
      scene: createScene(builder, aim, [0.85 * long, 1.9 * long], 0.18),
      setup: portraitPanel,
      basis: getLegBasis(view),
    }
  }
  if (part === 'Skull') {
    const { aim, size } = addSkull(builder, build, plane)
    const [wide, high] = [size * 1.2, size * 0.85]
    return plane === 'side'
      ? {
          scene: createScene(builder, aim, [wide, high], 0.3),
          setup: landscapePanel,
          basis: trunkFromSide,
        }
      : {
          scene: createScene(builder, aim, [high, wide], 0.3),
          setup: portraitPanel,
          basis: trunkFromAbove,
        }
  }
  const general: TrunkPart = isTrunkPart(part) ? part : 'Chest'
  return arrangeTrunk(build, general, view)
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

/** Positions the animal of a request under the tube. An unknown body part is shown as chest. */
export function arrangeScene(request: FrameRequest): ArrangedScene {
  const { species, bodyPart: part, view = 'LAT', size, seed } = request
  const build = createAnimalProportions(species, size, seed)
  const region = findDentalRegion(part, species)
  if (!region) return arrangePart(build, isBodyPart(part) ? part : 'Chest', view)
  const builder = new SceneBuilder()
  const setup = species === 'Equine' ? equineDentalPlate : dentalSensor
  const [wide, high] = [setup.width * setup.pitch, setup.height * setup.pitch]
  const { aim } = addTeeth(builder, build, region, wide, { S: 0.72, M: 0.88, L: 1 }[size])
  return {
    scene: createScene(builder, aim, [wide * 1.2, high * 1.2], 0.12),
    setup,
    basis: trunkFromSide,
  }
}
