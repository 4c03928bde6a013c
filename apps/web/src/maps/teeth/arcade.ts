import type { DentalRegion } from '@talus/anatomy'
import { stations } from '../../ui/art/curves.ts'
import type { Knot, Point, Station } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { ring } from '../canvas/rings.ts'
import { numberShift, toothPaths } from './tooth-shapes.ts'
import type { ToothForm, ToothSize } from './tooth-shapes.ts'

export interface ArcadeTooth extends ToothSize {
  /** The last two digits of its Triadan number. */
  readonly place: number
  readonly form: ToothForm
  /** Bare gum in front of it. */
  readonly gap?: number
}

/** Half an arcade: that of the animal's right side, at the viewer's left. */
export interface Arcade {
  /** Along the teeth, from the midline to the last one. */
  readonly course: readonly Knot[]
  readonly teeth: readonly ArcadeTooth[]
}

export interface MouthDrawing {
  readonly frame: Frame
  readonly upper: Arcade
  readonly lower: Arcade
  /** Palate and tongue. */
  readonly inside: readonly string[]
}

export interface DrawnTooth {
  readonly number: number
  readonly crown: string
  readonly lines: readonly string[]
  /** Where its number stands. */
  readonly at: Point
}

const steps = 400
/** Half the width of the band of gum that a region is. */
const band = 25
/** What a gloved finger needs, in pixels of a map of 340. */
const finger = 45
const toothSpace = 2
/** How far from the gum, over palate or tongue, the dot of a region stands. */
const dotSpace = 5

interface Walk {
  readonly length: number
  readonly at: (distance: number) => Station
}

function walk(course: readonly Knot[]): Walk {
  const fine = stations(course, 0, course.length - 1, steps)
  const [first = { x: 0, y: 0, angle: 0, step: 0 }] = fine
  const length = first.step * steps
  const at = (distance: number) => {
    const index = Math.floor((distance / length) * steps)
    return fine[Math.min(Math.max(index, 0), steps - 1)] ?? first
  }
  return { length, at }
}

const beside = ({ x, y, angle }: Station, distance: number): Knot => [
  x - Math.sin(angle) * distance,
  y + Math.cos(angle) * distance,
]

/** A tooth with the stretch of the arcade that it takes up. */
interface Stretch extends ArcadeTooth {
  readonly from: number
  readonly to: number
}

/** The teeth one behind another, stretched a little so that they fill the whole course. */
function stretches(teeth: readonly ArcadeTooth[], length: number): Stretch[] {
  const sum = teeth.reduce((total, { width, gap = 0 }) => total + gap + width, 0)
  let reached = 0
  return teeth.map((tooth) => {
    const from = reached + ((tooth.gap ?? 0) * length) / sum
    reached = from + (tooth.width * length) / sum
    return { ...tooth, from, to: reached }
  })
}

/** Bare gum belongs to a tooth that is a region of its own: it has to be as large as a finger. */
function cutBetween(before: readonly Stretch[], after: readonly Stretch[]): number {
  const [end, start] = [before.at(-1)?.to ?? 0, after[0]?.from ?? 0]
  if (before.length === 1 && after.length > 1) return start
  if (after.length === 1 && before.length > 1) return end
  return (end + start) / 2
}

/** The band of gum from one place of the arcade to another, and straight on beyond its end. */
function bandOf(way: Walk, from: number, to: number, beyond = 0): string {
  const pieces = 10
  const places = Array.from({ length: pieces + 1 }, (_, i) =>
    way.at(from + ((to - from) * i) / pieces),
  )
  const end = way.at(to)
  const [x, y] = [end.x + Math.cos(end.angle) * beyond, end.y + Math.sin(end.angle) * beyond]
  if (beyond > 0) places.push({ ...end, x, y })
  return ring(
    places.map((place) => beside(place, band)),
    places.map((place) => beside(place, -band)).toReversed(),
  )
}

/** One quadrant of the mouth: its teeth, and the regions that packages/anatomy makes of them. */
export function drawQuadrant(arcade: Arcade, regions: readonly DentalRegion[], gum: 1 | -1) {
  const way = walk(arcade.course)
  const all = stretches(arcade.teeth, way.length)
  const groups = regions.map((region) => ({
    region,
    stretch: all.filter(({ place }) => region.teeth.some((tooth) => tooth % 100 === place)),
  }))
  const cuts = groups.map(({ stretch }, i) => {
    const next = groups[i + 1]
    return next ? cutBetween(stretch, next.stretch) : way.length
  })
  return groups.map(({ region, stretch }, i) => {
    const [from, to] = [i === 0 ? 0 : (cuts[i - 1] ?? 0), cuts[i] ?? way.length]
    const middle = way.at((from + to) / 2)
    const [x, y] = beside(middle, -gum * (band + dotSpace))
    // Behind the last tooth there is room between the jaws.
    const missing = i === groups.length - 1 ? Math.max(0, finger - (to - from)) : 0
    const drawn: DrawnRegion<string> = {
      id: region.name,
      path: bandOf(way, from, to),
      ...(missing > 0 && { reach: bandOf(way, from, to, missing) }),
      at: [x, y],
    }
    const teeth = stretch.map((tooth): DrawnTooth => {
      const at = way.at((tooth.from + tooth.to) / 2)
      const number = region.teeth.find((name) => name % 100 === tooth.place) ?? 0
      const size = { width: tooth.to - tooth.from - toothSpace, depth: tooth.depth }
      const [textX, textY] = beside(at, gum * tooth.depth * numberShift[tooth.form])
      return { number, ...toothPaths(tooth.form, size, at, gum), at: [textX, textY] }
    })
    return { region, drawn, teeth }
  })
}
