import type { DentalRegion } from '@talus/anatomy'
import { sampleStations } from '../../ui/art/curves.ts'
import type { Knot, Point, Station } from '../../ui/art/curves.ts'
import type { DrawnRegion, Frame } from '../canvas/region.ts'
import { joinBorders } from '../canvas/borders.ts'
import { numberOffsets, drawTooth } from './tooth-shapes.ts'
import type { ToothForm, ToothSize } from './tooth-shapes.ts'

export interface ArcadeTooth extends ToothSize {
  /** The last two digits of the Triadan number. */
  readonly position: number
  readonly form: ToothForm
  /** Width of the bare gum in front of the tooth. */
  readonly gap?: number
}

/** Half a dental arcade: the animal's right side, at the viewer's left. */
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
  /** Position of its number. */
  readonly at: Point
}

const steps = 400
/** Half the width of the band of gum that a region is. */
const band = 25
/** Smallest size for a gloved finger, in pixels of a map of 340 px. */
const minTargetPx = 45
const toothSpace = 2
/** Distance of the dot of a region from the gum, towards palate or tongue. */
const dotSpace = 5

interface ArcadeCurve {
  readonly length: number
  readonly at: (distance: number) => Station
}

function measureCurve(course: readonly Knot[]): ArcadeCurve {
  const fine = sampleStations(course, 0, course.length - 1, steps)
  const [first = { x: 0, y: 0, angle: 0, step: 0 }] = fine
  const length = first.step * steps
  const at = (distance: number) => {
    const index = Math.floor((distance / length) * steps)
    return fine[Math.min(Math.max(index, 0), steps - 1)] ?? first
  }
  return { length, at }
}

const offsetStation = ({ x, y, angle }: Station, distance: number): Knot => [
  x - Math.sin(angle) * distance,
  y + Math.cos(angle) * distance,
]

/** A tooth with the section of the arcade that it occupies. */
interface ToothSpan extends ArcadeTooth {
  readonly from: number
  readonly to: number
}

/** Places the teeth one after another, scaled so that they fill the whole arcade. */
function layOutTeeth(teeth: readonly ArcadeTooth[], length: number): ToothSpan[] {
  const sum = teeth.reduce((total, { width, gap = 0 }) => total + gap + width, 0)
  let reached = 0
  return teeth.map((tooth) => {
    const from = reached + ((tooth.gap ?? 0) * length) / sum
    reached = from + (tooth.width * length) / sum
    return { ...tooth, from, to: reached }
  })
}

/** Gives bare gum to a region of a single tooth, which would otherwise be too small to touch. */
function findBoundary(before: readonly ToothSpan[], after: readonly ToothSpan[]): number {
  const [end, start] = [before.at(-1)?.to ?? 0, after[0]?.from ?? 0]
  if (before.length === 1 && after.length > 1) return start
  if (after.length === 1 && before.length > 1) return end
  return (end + start) / 2
}

/** The band of gum between two positions of the arcade, extended straight beyond its end. */
function drawBand(curve: ArcadeCurve, from: number, to: number, beyond = 0): string {
  const pieces = 10
  const stations = Array.from({ length: pieces + 1 }, (_, i) =>
    curve.at(from + ((to - from) * i) / pieces),
  )
  const end = curve.at(to)
  const [x, y] = [end.x + Math.cos(end.angle) * beyond, end.y + Math.sin(end.angle) * beyond]
  if (beyond > 0) stations.push({ ...end, x, y })
  return joinBorders(
    stations.map((place) => offsetStation(place, band)),
    stations.map((place) => offsetStation(place, -band)).toReversed(),
  )
}

/** Draws one quadrant of the mouth: its teeth, and the regions that packages/anatomy defines. */
export function drawQuadrant(arcade: Arcade, regions: readonly DentalRegion[], gum: 1 | -1) {
  const curve = measureCurve(arcade.course)
  const spans = layOutTeeth(arcade.teeth, curve.length)
  const groups = regions.map((region) => ({
    region,
    teethOfRegion: spans.filter(({ position }) =>
      region.teeth.some((tooth) => tooth % 100 === position),
    ),
  }))
  const boundaries = groups.map(({ teethOfRegion }, i) => {
    const next = groups[i + 1]
    return next ? findBoundary(teethOfRegion, next.teethOfRegion) : curve.length
  })
  return groups.map(({ region, teethOfRegion }, i) => {
    const [from, to] = [i === 0 ? 0 : (boundaries[i - 1] ?? 0), boundaries[i] ?? curve.length]
    const middle = curve.at((from + to) / 2)
    const [x, y] = offsetStation(middle, -gum * (band + dotSpace))
    // The last region can extend into the space behind the last tooth.
    const missing = i === groups.length - 1 ? Math.max(0, minTargetPx - (to - from)) : 0
    const drawn: DrawnRegion<string> = {
      id: region.name,
      path: drawBand(curve, from, to),
      ...(missing > 0 && { touchPath: drawBand(curve, from, to, missing) }),
      at: [x, y],
    }
    const teeth = teethOfRegion.map((tooth): DrawnTooth => {
      const at = curve.at((tooth.from + tooth.to) / 2)
      const number = region.teeth.find((name) => name % 100 === tooth.position) ?? 0
      const size = { width: tooth.to - tooth.from - toothSpace, depth: tooth.depth }
      const [textX, textY] = offsetStation(at, gum * tooth.depth * numberOffsets[tooth.form])
      return { number, ...drawTooth(tooth.form, size, at, gum), at: [textX, textY] }
    })
    return { region, drawn, teeth }
  })
}
