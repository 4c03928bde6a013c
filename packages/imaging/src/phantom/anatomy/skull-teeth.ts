import { interpolate, smoothStep } from '../scene/geometry.ts'
import type { Vec } from '../scene/geometry.ts'
import { randomBetween } from '../scene/noise.ts'
import { tube } from '../scene/scene.ts'
import { sweep } from '../scene/surface.ts'
import type { Section } from '../scene/surface.ts'
import type { Head } from './skull.ts'
import type { ToothPlan } from './skull-shape.ts'

/** Adds one row of teeth. A root ends inside the jaw, however low the jaw is there. */
export function addTeeth(head: Head, side: number, jaw: 'upper' | 'lower'): void {
  const { shape, build } = head
  const rows = shape.jaw
  const middle = rows.map(([x, y]): [number, number] => [x, y])
  const half = rows.map((row): [number, number] => [row[0], row[3]])
  const horse = build.species === 'Equine'
  for (const plan of jaw === 'upper' ? shape.upperTeeth : shape.lowerTeeth) {
    const high = interpolate(half, plan.x)
    const lowerNeck = interpolate(middle, plan.x) - high * 0.94
    // The cheek teeth of a horse meet without a gap: their crowns share the space between the jaws.
    const isCheekTooth = horse && plan.roots === 2
    const tooth = isCheekTooth ? { ...plan, crown: (lowerNeck - shape.gum) / 2 - 0.009 } : plan
    if (jaw === 'upper') {
      addTooth(head, tooth, { side, neck: shape.gum, down: 1, root: plan.root, horse })
      continue
    }
    // Space below the neck, measured along an inclined root.
    const space = (high * 1.72 - 0.01) * Math.hypot(1, plan.roots === 1 ? plan.lean : 0)
    addTooth(head, tooth, {
      side,
      neck: lowerNeck,
      down: -1,
      root: Math.min(plan.root, space),
      horse,
    })
  }
}

interface Position {
  readonly side: number
  /** Height of the neck, and 1 if the crown points down. */
  readonly neck: number
  readonly down: 1 | -1
  readonly root: number
  readonly horse: boolean
}

function addTooth(head: Head, plan: ToothPlan, position: Position): void {
  const { scene, at, k, shape } = head
  const { side, neck, down, root, horse } = position
  const stretch = plan.x < 0 ? shape.face : 1
  const lean = plan.lean / Math.hypot(1, plan.lean)
  const rise = 1 / Math.hypot(1, plan.lean)
  /** Along the tooth from its neck: positive towards the tip of the root; `aside` along the jaw. */
  const locate = (along: number, aside = 0, out = 0): Vec =>
    at(plan.x + (along * lean + aside) / stretch, neck - down * along * rise, side * (plan.z + out))
  const thick = plan.half * (plan.roots === 2 ? (horse ? 0.85 : 0.5) : 0.8)
  const section = (along: number, share: number): Section => ({
    at: locate(-along),
    wide: plan.half * share * k,
    thick: thick * share * k,
  })
  if (horse && plan.roots === 2) return addReserveCrown(head, plan, root, locate)
  const crown = [
    section(-0.014, 0.86),
    section(plan.crown * 0.22, 1),
    section(plan.crown * 0.6, plan.roots === 2 ? 0.8 : 0.66),
    section(plan.crown, plan.roots === 2 ? 0.3 : 0.18),
  ]
  const crownSurface = sweep(crown, { axis: [1, 0, 0], ends: [0.2, 0.4], segments: 16 })
  scene.addBonePart(0.62, { parts: [crownSurface] })
  scene.addBonePart(0.4, { cortex: 0.008 * k, spongy: 0, parts: [crownSurface] })
  const offsets = plan.roots === 2 ? [-0.5, 0.5] : [0]
  for (const offset of offsets) {
    const wide = plan.half * (plan.roots === 2 ? 0.44 : 0.82)
    const stops = [-0.04, 0.2, 0.5, 0.8, 1]
    const shares = [1, 0.95, 0.8, 0.55, 0.28]
    const path = stops.map((t) => locate(root * t, offset * plan.half * (1 + 0.12 * t)))
    const create = (grow: number) =>
      sweep(
        path.map((where, i): Section => ({
          at: where,
          wide: (wide * (shares[i] ?? 0) + grow) * k,
          thick: (wide * (shares[i] ?? 0) * 0.9 + grow) * k,
        })),
        { axis: [1, 0, 0], ends: [0.3, 0.8], segments: 14 },
      )
    // The root replaces spongy bone; the gap around it is a fine dark line.
    scene.addBonePart(-0.16, { parts: [create(0.006)] })
    scene.addBonePart(0.55, { parts: [create(0)] })
    scene.addBonePart(-0.4, {
      parts: [
        tube(
          path,
          shares.map((share) => wide * share * 0.24 * k),
        ),
      ],
    })
  }
}

/** The long crown of a horse's cheek tooth: folds of enamel along it, and short roots. */
function addReserveCrown(
  { scene, k, build }: Head,
  plan: ToothPlan,
  root: number,
  locate: (along: number, aside?: number, out?: number) => Vec,
): void {
  const { random } = build
  const body = root * 0.84
  // A tooth is slightly curved, the caudal ones more.
  const curve = 0.018 + 0.09 * plan.lean + randomBetween(random, -0.01, 0.01)
  const lean = plan.lean / Math.hypot(1, plan.lean)
  // Outside of the jaw the crown is upright, so that its grinding surface lies along the jaw.
  const place = (along: number, aside = 0) => {
    const t = along / root
    return locate(along, aside + curve * t * Math.abs(t) - Math.min(along, 0) * lean)
  }
  const stops = [-plan.crown / body, 0, 0.2, 0.4, 0.6, 0.8, 0.92, 1]
  const create = (grow: number) =>
    sweep(
      stops.map((t): Section => ({
        at: place(body * t),
        wide: (plan.half * (0.99 - 0.08 * t * t - 0.16 * t ** 8) + grow) * k,
        thick: (plan.half * 0.85 * (1 - 0.15 * t * t - 0.25 * t ** 8) + grow) * k,
        // Enamel ends before the roots.
        wall: (0.011 - 0.01 * smoothStep(0.55, 0.92, t)) * k,
      })),
      { axis: [1, 0, 0], power: 2.7, ends: [0.1, 0.6], segments: 24 },
    )
  scene.addBonePart(-0.12, { parts: [create(0.008)] })
  scene.addBonePart(0.28, { parts: [create(0)] })
  scene.addBonePart(0.3, { cortex: 0.011 * k, spongy: 0, parts: [create(0)] })
  // Folds of enamel: each has its own course and thickness.
  for (const middle of [-0.62, -0.38, -0.12, 0.14, 0.42, 0.66]) {
    const phase = randomBetween(random, 0, 6)
    const from = middle + randomBetween(random, -0.07, 0.07)
    const strength = randomBetween(random, 0.6, 1.25)
    const fold = (t: number) => from * (1 - 0.14 * t * t) + 0.045 * Math.sin(phase + 4.3 * t)
    const width = (t: number, i: number) =>
      (1 + 0.4 * Math.sin(2 * phase + 3 * i)) * (1 - smoothStep(0.6, 0.95, t)) * 0.0085 + 0.0006
    scene.addBonePart(0.26 * strength, {
      parts: [
        tube(
          stops.map((t) => place(body * t, fold(t) * plan.half)),
          stops.map((t, i) => width(t, i) * k),
          { deep: 3.4 },
        ),
      ],
    })
  }
  for (const aside of [-0.48, 0.46]) {
    const splay = randomBetween(random, 0.9, 1.15)
    const shares = [0.1, 0.36, 0.42, 0.38, 0.26]
    scene.addBonePart(0.26, {
      parts: [
        sweep(
          [0.56, 0.7, 0.82, 0.9, 0.95].map((t, i): Section => ({
            at: place(root * t, aside * plan.half * splay),
            wide: plan.half * (shares[i] ?? 0) * k,
            thick: plan.half * (shares[i] ?? 0) * 1.1 * k,
          })),
          { axis: [1, 0, 0], ends: [1, 0.9], segments: 14 },
        ),
      ],
    })
  }
}
