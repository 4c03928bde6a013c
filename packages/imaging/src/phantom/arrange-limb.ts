import { bodyParts } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import type { AnimalProportions } from './anatomy/animal-proportions.ts'
import { addHorseLimb } from './anatomy/horse-limb.ts'
import type { HorseJoint } from './anatomy/horse-limb.ts'
import { addForeLimb } from './anatomy/limb-front.ts'
import { addHindLimbFront } from './anatomy/limb-hind-front.ts'
import { addHindLimb } from './anatomy/limb-hind.ts'
import { createScene } from './arranged-scene.ts'
import type { ArrangedScene } from './arranged-scene.ts'
import { add } from './scene/geometry.ts'
import type { Vec } from './scene/geometry.ts'
import { portraitPanel } from './scene/panel-setup.ts'
import { placeBodies } from './scene/place-bodies.ts'
import { SceneBuilder } from './scene/scene.ts'
import { getLegBasis, isSideView, trunkFromAbove } from './scene/views.ts'

export function findHorseJoint(part: BodyPart): HorseJoint | undefined {
  if (/(?:Front|Back) Legs?$/u.test(part)) return 'cannon'
  if (part.endsWith('Forefoot') || part.includes('Navicular')) return 'foot'
  if (part.endsWith('Fetlock')) return 'fetlock'
  if (part.endsWith('Carpus')) return 'carpus'
  if (part.endsWith('Tarsus')) return 'tarsus'
  return part.endsWith('Stifle') ? 'stifle' : undefined
}

export function arrangeHorseLeg(
  build: AnimalProportions,
  joint: HorseJoint,
  part: BodyPart,
  view: View,
): ArrangedScene {
  const builder = new SceneBuilder()
  const fromSide = isSideView(view)
  const basis = getLegBasis(view, part)
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
  const { aim, size } = addHorseLimb(builder, build, joint, hind)
  const scatter = joint === 'stifle' ? 0.6 : 0.2
  return {
    scene: createScene(builder, aim, [size * 0.85, size * 1.12], scatter),
    setup: portraitPanel,
    basis,
  }
}

type SmallJoint = 'leg' | 'elbow' | 'carpus' | 'stifle' | 'tarsus'

interface SmallLimb {
  readonly joint: SmallJoint
  readonly isHind: boolean
}

/** The free part of a small animal's leg; shoulder and hip are images of the trunk. */
export function findSmallLimb(part: BodyPart): SmallLimb | undefined {
  const name = part.replace(/^(?:Left|Right) /u, '')
  const limbs: Readonly<Record<string, SmallLimb>> = {
    'Front Leg': { joint: 'leg', isHind: false },
    Elbow: { joint: 'elbow', isHind: false },
    Carpus: { joint: 'carpus', isHind: false },
    'Back Leg': { joint: 'leg', isHind: true },
    Stifle: { joint: 'stifle', isHind: true },
    Tarsus: { joint: 'tarsus', isHind: true },
  }
  return limbs[name]
}

interface LimbField {
  readonly aim: Vec
  readonly size: readonly [width: number, height: number]
}

function addFrontLimb(
  builder: SceneBuilder,
  build: AnimalProportions,
  joint: SmallJoint,
  fromSide: boolean,
): LimbField {
  const middle = addForeLimb(builder, build, !fromSide)
  // The middle is at 0.55 of the radius below the elbow; the carpus is at 1.07.
  const long = build.tibia * 0.94
  if (joint === 'elbow') return { aim: add(middle, [0, -0.55 * long, 0]), size: [0.85, 0.9] }
  if (joint === 'carpus') return { aim: add(middle, [0, 0.56 * long, 0]), size: [0.7, 0.85] }
  return { aim: middle, size: [0.85, 1.9] }
}

function addBackLimb(
  builder: SceneBuilder,
  build: AnimalProportions,
  joint: SmallJoint,
  fromSide: boolean,
): LimbField {
  if (fromSide) {
    const { joint: middle, talus } = addHindLimb(builder, build)
    // A stifle is shown with the tarsus, because plans of its surgery measure along the tibia.
    if (joint === 'tarsus') return { aim: add(talus, [0, 0.02 * build.tibia, 0]), size: [0.8, 0.8] }
    return { aim: middle, size: [1.25, 1.95] }
  }
  const { stifle, tarsus, middle } = addHindLimbFront(builder, build)
  if (joint === 'stifle') return { aim: stifle, size: [0.85, 1] }
  return joint === 'tarsus' ? { aim: tarsus, size: [0.7, 0.9] } : { aim: middle, size: [0.85, 1.9] }
}

export function arrangeSmallLimb(
  build: AnimalProportions,
  { joint, isHind }: SmallLimb,
  part: BodyPart,
  view: View,
): ArrangedScene {
  const builder = new SceneBuilder()
  const addLimb = isHind ? addBackLimb : addFrontLimb
  const { aim, size } = addLimb(builder, build, joint, isSideView(view))
  const [width, height] = size
  return {
    scene: createScene(builder, aim, [width * build.tibia, height * build.tibia], 0.18),
    setup: portraitPanel,
    basis: getLegBasis(view, part),
  }
}

/** Both front legs side by side, the right one on the left of the image. */
export function arrangeBothFrontLegs(build: AnimalProportions): ArrangedScene {
  const builder = new SceneBuilder()
  const aim = addForeLimb(builder, build, true)
  const left = [...builder.bodies]
  const apart = 0.42 * build.tibia
  builder.bodies.length = 0
  builder.bodies.push(
    ...placeBodies(left, ([x, y, z]) => [x, y, z + apart]),
    ...placeBodies(left, ([x, y, z]) => [x, y, -z - apart]),
  )
  const { right, beam } = trunkFromAbove
  return {
    scene: createScene(builder, aim, [1.75 * build.tibia, 1.9 * build.tibia], 0.18),
    setup: portraitPanel,
    basis: { right, down: [0, 1, 0], beam: [-beam[1], 0, 0] },
  }
}
