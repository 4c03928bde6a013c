import type { Drawing, Point } from '@talus/contract'
import { getMeasuredPoints } from '@talus/measurements'
import { toScreen } from '../camera/camera.ts'
import type { Camera, Rectangle } from '../camera/camera.ts'
import { getLabelAnchor, getLabelPosition, isPointVisible } from '../gestures/label-position.ts'

/** A rectangle in pixels of the viewport. */
export type Box = Rectangle

/** The text of a label, whose place is to be found. */
export interface LabelText {
  readonly drawing: Drawing
  readonly lines: readonly string[]
  /** Font size in pixels. */
  readonly size: number
}

export interface LabelPlace {
  readonly box: Box
  /** End of a line to the anchor, if the label is not beside it. */
  readonly lineFrom: Point | undefined
}

export const lineHeight = 1.25
/** Distance of a label from its anchor. */
const gap = 12
/** Labels keep this distance from each other. */
const clearance = 3
/** A label that is further away from its anchor needs a line to it. */
const lineFreeDistance = 2 * gap
/** Rows above and below the first choice that are tried. */
const rowsMax = 12
const margin = { x: 4, top: 2, bottom: 4 } as const

/** Estimated, because measuring text would take a layout of the page for each frame. */
export const estimateTextSize = (lines: readonly string[], size: number) => ({
  width: Math.max(0, ...lines.map((line) => line.length)) * size * 0.61,
  height: lines.length * size * lineHeight,
})

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width + clearance &&
  other.left < one.left + one.width + clearance &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const isFree = (box: Box, taken: readonly Box[]) => !taken.some((other) => overlap(box, other))

/** The nearest box inside the viewport. */
const moveInside = (box: Box, { width, height }: Camera['viewportSize']): Box => ({
  ...box,
  left: Math.max(margin.x, Math.min(box.left, width - box.width - margin.x)),
  top: Math.max(margin.top, Math.min(box.top, height - box.height - margin.bottom)),
})

function isInside(box: Box, size: Camera['viewportSize']): boolean {
  const { left, top } = moveInside(box, size)
  return Math.abs(left - box.left) < 1e-6 && Math.abs(top - box.top) < 1e-6
}

/** A label that no other label moves: the user has placed it, or it is all of the drawing. */
const isFixed = ({ steps, tool }: Drawing) =>
  tool === 'marker' || steps.at(-1)?.handles.textBox !== undefined

function getFixedBox({ drawing, lines, size }: LabelText, camera: Camera): Box | undefined {
  const position = getLabelPosition(drawing)
  if (!position) return undefined
  const at = toScreen(camera, position)
  const { width, height } = estimateTextSize(lines, size)
  const isCentred = drawing.tool === 'marker'
  return {
    left: isCentred ? at.x - width / 2 : at.x,
    top: isCentred ? at.y - height / 2 : at.y,
    width,
    height,
  }
}

/** The places of a label, in the order in which they are preferred. */
interface Choices {
  /** On the side of the anchor that faces away from the rest of the drawing. */
  readonly first: Box
  /** Computed only when the first choice is taken. */
  readonly listOthers: () => readonly Box[]
}

function listChoices({ drawing, lines, size }: LabelText, camera: Camera): Choices | undefined {
  const anchor = getLabelAnchor(drawing)
  const last = drawing.steps.at(-1)
  if (!anchor || !last) return undefined
  const at = toScreen(camera, anchor)
  const points = getMeasuredPoints(last).map((point) => toScreen(camera, point))
  const box = estimateTextSize(lines, size)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const getMean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  // From the smallest to the largest, without the limit of arguments of a function.
  const getEnds = (values: readonly number[], anchored: number) =>
    values.reduce<readonly [number, number]>(
      ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
      [anchored, anchored],
    )
  const isLeft = at.x < getMean(xs) - 1
  const isBelow = at.y > getMean(ys) + 1
  const sides = { left: at.x - gap - box.width, right: at.x + gap }
  const levels = { above: at.y - gap / 2 - box.height, below: at.y + gap / 2 }
  const place = (left: number, top: number): Box => ({ left, top, ...box })
  const first = place(isLeft ? sides.left : sides.right, isBelow ? levels.below : levels.above)
  const listOthers = () => {
    const [left, right] = getEnds(xs, at.x)
    const [top, bottom] = getEnds(ys, at.y)
    const middle = { left: at.x - box.width / 2, top: at.y - box.height / 2 }
    const columns = [sides.right, sides.left, right + gap, left - gap - box.width, middle.left]
    const around = [
      place(sides.right, middle.top),
      place(sides.left, middle.top),
      ...[right + gap, left - gap - box.width].flatMap((x) =>
        [middle.top, levels.above, levels.below].map((y) => place(x, y)),
      ),
      ...[bottom + gap / 2, top - gap / 2 - box.height].flatMap((y) =>
        [middle.left, sides.right, sides.left].map((x) => place(x, y)),
      ),
    ]
    const corners = [sides.right, sides.left].flatMap((x) =>
      [levels.above, levels.below].map((y) => place(x, y)),
    )
    const row = (size * lineHeight) / 2
    const further = columns.flatMap((x) =>
      Array.from({ length: rowsMax }, (_, at) => (at + 1) * row).flatMap((by) => [
        place(x, first.top - by),
        place(x, first.top + by),
      ]),
    )
    return [...corners, ...around, ...further]
  }
  return { first, listOthers }
}

/** The free box that is nearest to the first choice; the earlier of two at the same distance. */
function findFree(
  { first, listOthers }: Choices,
  taken: readonly Box[],
  adapt: (box: Box) => Box = (box) => box,
): Box | undefined {
  const start = adapt(first)
  if (isFree(start, taken)) return start
  let nearest: Box | undefined
  let shortest = Infinity
  for (const choice of listOthers()) {
    const box = adapt(choice)
    // Rounded, so that a moved picture with other rounding errors has the same order.
    const away = Math.round(Math.hypot(box.left - first.left, box.top - first.top))
    if (away >= shortest || !isFree(box, taken)) continue
    nearest = box
    shortest = away
  }
  return nearest
}

const toPlace = (box: Box, at: Point, isMoved: boolean): LabelPlace => {
  const lineFrom = {
    x: Math.max(box.left, Math.min(at.x, box.left + box.width)),
    y: Math.max(box.top, Math.min(at.y, box.top + box.height)),
  }
  const isAway = Math.hypot(lineFrom.x - at.x, lineFrom.y - at.y) > lineFreeDistance
  return { box, lineFrom: isMoved || isAway ? lineFrom : undefined }
}

interface Found extends LabelText {
  readonly at: Point
  readonly isVisible: boolean
  readonly isMoved: boolean
  readonly choices: Choices | undefined
  readonly box: Box
}

/**
 * First as if the viewport had no edges, so that labels keep their places among each other while the
 * picture is moved, even if one of them leaves it. An earlier drawing keeps its place, and the later
 * one gives way; labels that the user has placed come before all others.
 */
function placeWithoutEdges(
  labels: readonly LabelText[],
  camera: Camera,
  blocked: readonly Box[],
): readonly Found[] {
  const taken = [...blocked]
  const fixed = new Map<LabelText, Box>()
  for (const label of labels) {
    const box = isFixed(label.drawing) ? getFixedBox(label, camera) : undefined
    if (!box) continue
    fixed.set(label, box)
    taken.push(box)
  }
  return labels.flatMap((label): Found[] => {
    const anchor = getLabelAnchor(label.drawing)
    if (!anchor) return []
    const known = {
      ...label,
      at: toScreen(camera, anchor),
      isVisible: isPointVisible(camera, anchor),
      isMoved: label.drawing.steps.at(-1)?.handles.textBox !== undefined,
    }
    const box = fixed.get(label)
    if (box) return [{ ...known, choices: undefined, box }]
    const choices = listChoices(label, camera)
    if (!choices) return []
    const found = findFree(choices, taken) ?? choices.first
    taken.push(found)
    return [{ ...known, choices, box: found }]
  })
}

/**
 * The places of the labels of a viewport, by the ids of their drawings: no label covers another one
 * if there is space around its drawing. `blocked` is kept free.
 */
export function placeLabels(
  labels: readonly LabelText[],
  camera: Camera,
  blocked: readonly Box[] = [],
): ReadonlyMap<string, LabelPlace> {
  const { viewportSize } = camera
  const found = placeWithoutEdges(
    labels.filter(({ lines }) => lines.length > 0),
    camera,
    blocked,
  ).filter(({ isVisible }) => isVisible)
  const places = new Map<string, LabelPlace>()
  const taken = [...blocked]
  const take = ({ drawing, at, isMoved }: Found, box: Box) => {
    taken.push(box)
    places.set(drawing.id, toPlace(box, at, isMoved))
  }
  // Then the labels that the edge moves look for a place between those that stay.
  const isAtEdge = ({ box }: Found) => !isInside(box, viewportSize)
  for (const one of found) if (!isAtEdge(one)) take(one, one.box)
  for (const one of found)
    if (isAtEdge(one) && !one.choices) take(one, moveInside(one.box, viewportSize))
  for (const one of found) {
    if (!isAtEdge(one) || !one.choices) continue
    const first = moveInside(one.box, viewportSize)
    const choices = { first, listOthers: one.choices.listOthers }
    const free = findFree(choices, taken, (box) => moveInside(box, viewportSize))
    take(one, free ?? first)
  }
  return places
}
