import { bodyParts, findDentalRegion, isBodyPart } from '@talus/anatomy'
import type { BodyPart, GeneralBodyPart, Side, View } from '@talus/anatomy'
import { createAnimalProportions } from './anatomy/animal-proportions.ts'
import type { AnimalProportions } from './anatomy/animal-proportions.ts'
import type { Projection } from './anatomy/chest.ts'
import { addTeeth } from './anatomy/dental.ts'
import { addSkull } from './anatomy/skull.ts'
import { addTrunk } from './anatomy/trunk.ts'
import type { Trunk } from './anatomy/trunk.ts'
import {
  arrangeBothFrontLegs,
  arrangeHorseLeg,
  arrangeSmallLimb,
  findHorseJoint,
  findSmallLimb,
} from './arrange-limb.ts'
import { createScene } from './arranged-scene.ts'
import type { ArrangedScene } from './arranged-scene.ts'
import type { PoseRequest } from './frame.ts'
import type { Vec } from './scene/geometry.ts'
import {
  equineDentalPlate,
  landscapePanel,
  dentalSensor,
  portraitPanel,
} from './scene/panel-setup.ts'
import { SceneBuilder } from './scene/scene.ts'
import { isSideView, mirrorBasis, trunkFromAbove, trunkFromSide } from './scene/views.ts'

type TrunkPart = Exclude<GeneralBodyPart, 'Skull' | 'Front Legs'> | 'Shoulder' | 'Hip'

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
      return { aim: belowSpine(-5.2, 0.5), along: 15, across: 10 }
    case 'Scapula':
      return { aim: toVec(shoulder[0] / u + 0.8, (shoulder[1] / u) * 0.6), along: 11, across: 13 }
    case 'Shoulder':
      return { aim: toVec(shoulder[0] / u, shoulder[1] / u), along: 9, across: 9 }
    case 'Hip':
      return { aim: toVec(hips[0] / u + 0.5, hips[1] / u), along: 11, across: 11 }
    case 'Sacral Vertebrae':
      return { aim: belowSpine(loin + 1, 0.6), along: 12, across: 9 }
    case 'Caudal Vertebrae':
      // Behind the rump, which would need ten times the dose of the tail.
      return { aim: belowSpine(loin + 13, 0), along: 10, across: plane === 'side' ? 4.5 : 6 }
    case 'Back Legs':
      return { aim: [hips[0] + 3.2 * u, 0, 0], along: 19, across: 15 }
  }
}

/** A view from above of one shoulder or hip is aimed at that side; z is to the left. */
function shiftToSide(aim: Vec, side: Side | undefined, by: number): Vec {
  if (side === undefined) return aim
  return [aim[0], aim[1], side === 'L' ? by : -by]
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

interface BuiltTrunk {
  readonly key: string
  readonly builder: SceneBuilder
  readonly trunk: Trunk
}
let lastTrunk: BuiltTrunk | undefined

/** Keeps the last trunk: the next image is often another view or part of the same animal. */
function buildTrunk(build: AnimalProportions, plane: Projection): BuiltTrunk {
  const key = `${plane} ${JSON.stringify(build)}`
  if (lastTrunk?.key === key) return lastTrunk
  const builder = new SceneBuilder()
  lastTrunk = { key, builder, trunk: addTrunk(builder, build, plane) }
  return lastTrunk
}

function arrangeTrunk(
  grown: AnimalProportions,
  part: TrunkPart,
  view: View,
  side?: Side,
): ArrangedScene {
  const plane: Projection = isSideView(view) ? 'side' : 'above'
  const build = grown.species === 'Equine' && plane === 'above' ? shrinkToFoal(grown) : grown
  const { builder, trunk } = buildTrunk(build, plane)
  const { bodies, landmarks } = builder
  // The vertebral heart score applies to the chest; other images do not show its landmarks.
  const truth = part === 'Chest' && build.species !== 'Equine' ? builder.truth : {}
  const { aim, along, across } = getTrunkField(part, build, trunk, plane)
  const { u } = build
  const field =
    plane === 'side' ? ([along * u, across * u] as const) : ([across * u, along * u] as const)
  const scatter = Math.min(1, (build.chestHalfWidth * u) / 110)
  const outwards = part === 'Hip' ? 1.5 * u : Math.abs(trunk.shoulder[2])
  // From behind the animal's left is on the left of the image.
  const isFromBack = plane === 'above' && side !== undefined && view === 'CDCR'
  return {
    scene: createScene(
      { bodies, landmarks, truth },
      plane === 'side' ? aim : shiftToSide(aim, side, outwards),
      field,
      scatter,
    ),
    setup: plane === 'side' ? landscapePanel : portraitPanel,
    basis:
      plane === 'side' ? trunkFromSide : isFromBack ? mirrorBasis(trunkFromAbove) : trunkFromAbove,
  }
}

function arrangeSkull(build: AnimalProportions, view: View): ArrangedScene {
  const builder = new SceneBuilder()
  const plane: Projection = isSideView(view) ? 'side' : 'above'
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

/** Legs without a side in a view of one leg, as old images have them, are shown as the left leg. */
const leftLegs: Readonly<Record<string, BodyPart>> = {
  'Front Legs': 'Left Front Leg',
  'Back Legs': 'Left Back Leg',
}

function arrangePart(build: AnimalProportions, part: BodyPart, view: View): ArrangedScene {
  const { laterality } = bodyParts[part]
  const side = laterality === 'L' || laterality === 'R' ? laterality : undefined
  if (build.species === 'Equine') {
    const joint = findHorseJoint(part)
    if (joint) return arrangeHorseLeg(build, joint, leftLegs[part] ?? part, view)
  }
  if (part === 'Skull') return arrangeSkull(build, view)
  if (part === 'Front Legs' && !isSideView(view)) return arrangeBothFrontLegs(build)
  const leg = part === 'Back Legs' && !isSideView(view) ? part : (leftLegs[part] ?? part)
  const limb = findSmallLimb(leg)
  if (limb) return arrangeSmallLimb(build, limb, leg, view)
  const name = part.replace(/^(?:Left|Right) /u, '')
  return arrangeTrunk(build, isTrunkPart(name) ? name : 'Chest', view, side)
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
  'Shoulder',
  'Hip',
])
const isTrunkPart = (part: string): part is TrunkPart => trunkParts.has(part)

let lastScene: { readonly key: string; readonly arranged: ArrangedScene } | undefined

/**
 * Positions the animal of a request under the tube. An unknown body part is shown as chest. Keeps
 * the last scene: a repeated exposure differs in its technique and pose only.
 */
export function arrangeScene(request: PoseRequest): ArrangedScene {
  const { species, bodyPart, view, size, seed } = request
  const key = JSON.stringify([species, bodyPart, view, size, seed])
  if (lastScene?.key !== key) lastScene = { key, arranged: buildScene(request) }
  return lastScene.arranged
}

function buildScene({
  species,
  bodyPart: part,
  view = 'LAT',
  size,
  seed,
}: PoseRequest): ArrangedScene {
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
