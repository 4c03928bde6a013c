import type { Build } from './build.ts'
import { add, mix, times, unit } from './geometry.ts'
import type { Vec } from './geometry.ts'
import { longBone, longBonePart, sleeve } from './limb-front.ts'
import { ball, plate, tube } from './scene.ts'
import type { SceneBuilder } from './scene.ts'

export type HorseJoint = 'foot' | 'fetlock' | 'cannon' | 'carpus' | 'tarsus' | 'stifle'

/** x palmar or plantar, y distal, z lateral; the fetlock is the origin. */
interface Leg {
  readonly scene: SceneBuilder
  readonly at: (x: number, y: number, z?: number) => Vec
  readonly r: (mm: number) => number
  readonly fromSide: boolean
}

/** A short bone with flat ends, as the rows of carpus and tarsus have them. */
function block({ scene, at, r }: Leg, x: number, y: number, z: number, wide: number, high: number): void {
  scene.bonelike(0.95, {
    cortex: r(1.6),
    spongy: 0.42,
    parts: [
      tube(
        [-1, -0.85, -0.5, 0, 0.5, 0.85, 1].map((t) => at(x, y + (t * high) / 2, z)),
        [0.88, 0.98, 1, 0.95, 1, 0.98, 0.9].map((k) => r(wide) * k),
        { flat: true, straight: true },
      ),
    ],
  })
}

function addCannon(leg: Leg, hind: boolean): void {
  const { scene, at, r } = leg
  const long = hind ? -265 : -225
  scene.bonelike(1, {
    cortex: r(3),
    spongy: 0.3,
    parts: [
      longBonePart(at(0, long), at(0, -16), [r(26), r(hind ? 17.5 : 17), r(20)], { wall: 0.46, deep: 1.05 }),
      tube([at(0, -4, -21), at(0, -4, 21)], [r(21), r(21)], { flat: true, straight: true }),
      tube([at(0, -4, -3), at(0, -4, 3)], [r(25), r(25)], { flat: true, straight: true }),
    ],
  })
  for (const z of [-15, 15])
    scene.bonelike(0.9, {
      cortex: r(2),
      spongy: 0.2,
      parts: [tube([at(17, long + 4, z), at(20, long + 40, z), at(20, long * 0.6, z * 0.95), at(18, -75, z * 0.9), at(18, -66, z * 0.9)], [9, 7, 4.5, 3, 3.6].map(r))],
    })
  // Sesamoids behind the joint.
  for (const z of [-14, 14])
    scene.bonelike(0.95, {
      cortex: r(1.6),
      spongy: 0.45,
      parts: [{ kind: 'ellipsoid', centre: at(33, 0, z), axes: [times(unit([1, 0.25, 0]), r(11)), times(unit([-0.25, 1, 0]), r(18)), [0, 0, r(11)]] }],
    })
}

function addDigit({ scene, at, r, fromSide }: Leg): void {
  const way: Vec = [-0.56, 0.83, 0]
  const start = at(-2, 22)
  const p1End = add(start, times(way, r(80)))
  const p2Start = add(start, times(way, r(84)))
  const p2End = add(p2Start, times(way, r(40)))
  longBone(scene, start, p1End, [r(25), r(16), r(20)], { wall: 0.4, deep: 1.1 })
  longBone(scene, p2Start, p2End, [r(22), r(18), r(19)], { wall: 0.3, deep: 1.1 })
  const tip = add(p2End, times(way, r(46)))
  const [px, py] = [p2End[0], p2End[1]]
  // The coffin bone: a wedge from the side, a half moon from the front.
  scene.bonelike(0.95, {
    cortex: r(2.2),
    spongy: 0.3,
    parts: [
      fromSide
        ? plate([[px - r(24), py - r(6), 0], [px - r(12), py + r(6), 0], [px + r(6), py + r(9), 0], [px + r(18), py + r(8), 0], [px + r(34), py + r(26), 0], [px + r(10), py + r(32), 0], [tip[0] - r(6), py + r(42), 0], [tip[0] - r(10), py + r(37), 0]], r(58), r(16))
        : plate([[px, py - r(4), 0], [px, py + r(3), r(18)], [px, py + r(2), r(30)], [px, py + r(16), r(38)], [px, py + r(34), r(40)], [px, py + r(42), r(20)], [px, py + r(44), 0], [px, py + r(42), r(-20)], [px, py + r(34), r(-40)], [px, py + r(16), r(-38)], [px, py + r(2), r(-30)], [px, py + r(3), r(-18)]], r(34), r(10)),
    ],
  })
  for (const z of [-34, 34]) scene.bonelike(0.5, { cortex: r(1.5), parts: [tube([add([px, py, 0], [r(10), r(14), r(z * 0.8)]), add([px, py, 0], [r(48), r(22), r(z)])], [r(9), r(4)])] })
  const navicular = add(p2End, [r(22), r(-1), 0])
  scene.bonelike(1, {
    cortex: r(2),
    spongy: 0.45,
    parts: [tube([-28, -20, 0, 20, 28].map((z) => add(navicular, [0, 0, r(z)])), [4, 7, 8.5, 7, 4].map(r), { deep: 1 }), ball(navicular, r(6), r(10), r(22))],
  })
  scene.landmarks['navicular'] = navicular
  scene.landmarks['coffinTip'] = tip
  const hoof = (grow: number): Vec[] =>
    fromSide
      ? [[px - r(32 + grow), py - r(26), 0], [px + r(30), py - r(14), 0], [px + r(52 + grow), py + r(2), 0], [px + r(60 + grow), py + r(46 + grow), 0], [tip[0] - r(20 + grow), py + r(58 + grow), 0], [tip[0] - r(14 + grow), py + r(48), 0]]
      : [[px, py - r(28), r(-38 - grow)], [px, py - r(34), 0], [px, py - r(28), r(38 + grow)], [px, py + r(50), r(58 + grow)], [px, py + r(60 + grow), r(50)], [px, py + r(60 + grow), r(-50)], [px, py + r(50), r(-58 - grow)]]
  scene.soft(1.05, plate(hoof(0), r(fromSide ? 100 : 95), r(26)))
  const row = (t: number): Vec => mix(at(0, 0), p2End, t)
  const sheath: [Vec, number, number][] = [[at(10, -20), r(44), r(36)], [row(0.1), r(44), r(36)], [row(0.5), r(36), r(33)], [row(0.9), r(40), r(38)], [row(1.2), r(30), r(36)], [row(1.5), r(4), r(6)]]
  scene.fat(0.12, sleeve(sheath))
  scene.soft(0.88, sleeve(sheath))
}

function addCarpus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  longBone(scene, at(0, top - 300), at(0, top - 64), [r(34), r(22), r(35)], { wall: 0.42, deep: 1.15 })
  for (const [x, z, wide, high] of [[-6, -19, 15, 25], [-2, 0, 16, 26], [4, 19, 15, 26]] as const) block(leg, x, top - 46, z, wide, high)
  for (const [x, z, wide, high] of [[-6, -17, 15, 21], [-3, 2, 19, 22], [6, 21, 13, 23]] as const) block(leg, x, top - 17, z, wide, high)
  scene.bonelike(0.9, { cortex: r(2), spongy: 0.35, parts: [plate([at(24, top - 64, 16), at(44, top - 62, 18), at(50, top - 46, 18), at(40, top - 34, 18), at(24, top - 38, 16)], r(12), r(5))] })
}

function addTarsus(leg: Leg, top: number): void {
  const { scene, at, r } = leg
  longBone(scene, at(-40, top - 330), at(-8, top - 92), [r(34), r(24), r(32)], { wall: 0.42 })
  for (const z of [-13, 13]) scene.bonelike(0.9, { cortex: r(2), spongy: 0.4, parts: [ball(at(-8, top - 72, z), r(27), r(27), r(12)), ball(at(-4, top - 54, z), r(24), r(18), r(14))] })
  scene.bonelike(0.95, {
    cortex: r(2.6),
    spongy: 0.35,
    parts: [plate([at(40, top - 142, 10), at(58, top - 142, 10), at(62, top - 124, 10), at(50, top - 80, 12), at(46, top - 36, 14), at(18, top - 34, 14), at(14, top - 70, 12), at(34, top - 100, 10)], r(26), r(10))],
  })
  block(leg, -2, top - 30, 0, 25, 13)
  block(leg, -2, top - 13, -2, 25, 14)
  block(leg, 16, top - 22, 18, 14, 30)
}

function addStifleFront({ scene, at, r }: Leg): void {
  scene.bonelike(1, {
    cortex: r(4),
    spongy: 0.28,
    parts: [
      longBonePart(at(-10, -330), at(0, -55), [r(45), r(30), r(40)], { flat: false }),
      ball(at(14, -46, -30), r(44), r(44), r(26)),
      ball(at(14, -44, 32), r(42), r(42), r(24)),
      ball(at(-30, -70, -18), r(30), r(46), r(16)),
      ball(at(-26, -74, 20), r(24), r(36), r(13)),
    ],
  })
  scene.bonelike(1, {
    cortex: r(4),
    spongy: 0.28,
    parts: [longBonePart(at(0, 8), at(0, 330), [r(56), r(27), r(34)]), tube([at(0, 12, -14), at(0, -4, -5), at(0, -8, 4), at(0, 12, 14)], [14, 9, 8, 14].map(r)), ball(at(-40, 40), r(22), r(34), r(22))],
  })
  scene.bonelike(0.9, { cortex: r(2), spongy: 0.2, parts: [tube([at(20, 26, 56), at(20, 60, 56), at(18, 150, 44), at(15, 230, 36)], [10, 7, 4.5, 2].map(r))] })
  scene.bonelike(0.8, { cortex: r(3), spongy: 0.4, parts: [ball(at(-62, -104, 0), r(20), r(34), r(32))] })
}

/** Part of a horse's leg; returns where the beam is aimed. */
export function addHorseLimb(scene: SceneBuilder, build: Build, joint: HorseJoint, hind: boolean, fromSide: boolean): { aim: Vec; size: number } {
  const k = build.u / 46
  const leg: Leg = { scene, at: (x, y, z = 0) => [x * k, y * k, z * k], r: (mm) => mm * k, fromSide }
  const { at, r } = leg
  if (joint === 'stifle') {
    addStifleFront(leg)
    const thick: [Vec, number, number][] = [[at(0, -330), r(190), r(120)], [at(10, -120), r(150), r(100)], [at(10, 0), r(120), r(90)], [at(20, 150), r(110), r(80)], [at(10, 340), r(80), r(60)]]
    scene.soft(1, sleeve(thick))
    return { aim: at(0, -20), size: r(330) }
  }
  addCannon(leg, hind)
  addDigit(leg)
  const top = hind ? -267 : -227
  if (hind) addTarsus(leg, top)
  else addCarpus(leg, top)
  const sheath: [Vec, number, number][] = hind
    ? [[at(-20, top - 300), r(95), r(70)], [at(14, top - 140), r(66), r(46)], [at(16, top - 60), r(62), r(50)], [at(10, top - 10), r(52), r(44)], [at(14, -150), r(40), r(31)], [at(14, -40), r(42), r(34)], [at(12, 0), r(46), r(38)], [at(8, 30), r(20), r(20)]]
    : [[at(4, top - 300), r(75), r(60)], [at(4, top - 120), r(54), r(46)], [at(8, top - 40), r(56), r(52)], [at(10, top + 10), r(48), r(42)], [at(14, -120), r(38), r(30)], [at(14, -40), r(42), r(34)], [at(12, 0), r(46), r(38)], [at(8, 30), r(20), r(20)]]
  const rows = fromSide ? sheath : sheath.map(([where, half, deep]): [Vec, number, number] => [where, deep, half])
  scene.fat(0.15, sleeve(rows))
  scene.soft(0.85, sleeve(rows))
  const aims: Record<Exclude<HorseJoint, 'stifle'>, [Vec, number]> = {
    foot: [at(-55, 120), 190],
    fetlock: [at(0, 8), 220],
    cannon: [at(8, top / 2), 300],
    carpus: [at(4, top - 30), 230],
    tarsus: [at(8, top - 55), 260],
  }
  const [aim, size] = aims[joint]
  return { aim, size: r(size) }
}
