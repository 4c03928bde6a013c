import { defaultViewport } from '@talus/contract'
import type { Drawing, Point } from '@talus/contract'
import { expect, test } from 'vitest'
import { toScreen } from '../camera/camera.ts'
import type { Camera } from '../camera/camera.ts'
import { placeLabels } from './place-labels.ts'
import type { Box, LabelText } from './place-labels.ts'

const camera: Camera = {
  columns: 800,
  rows: 600,
  pixelAspect: 1,
  viewportSize: { width: 800, height: 600 },
  viewport: { ...defaultViewport, zoom: 1 },
  crop: undefined,
}

const moveCamera = (x: number, y: number): Camera => ({
  ...camera,
  viewport: { ...camera.viewport, pan: { x, y } },
})

function createLine(id: string, start: Point, end: Point, textBox?: Point): LabelText {
  const handles = { start, end, ...(textBox ? { textBox } : {}) }
  const drawing: Drawing = { id, tool: 'length', steps: [{ step: 1, handles }] }
  return { drawing, lines: ['23.4 mm'], size: 15 }
}

/** Horizontal lines one below the other, closer than their labels are high. */
const createLines = (count: number, { x, y }: Point = { x: 300, y: 250 }) =>
  Array.from({ length: count }, (_, at) =>
    createLine(`line ${at}`, { x, y: y + 8 * at }, { x: x + 100, y: y + 8 * at }),
  )

const overlap = (one: Box, other: Box) =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

const readBoxes = (labels: readonly LabelText[], view = camera, blocked: readonly Box[] = []) =>
  new Map([...placeLabels(labels, view, blocked)].map(([id, { box }]) => [id, box]))

function countOverlaps(boxes: readonly Box[]): number {
  let count = 0
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1)) if (overlap(one, other)) count += 1
  return count
}

const isInside = ({ left, top, width, height }: Box) =>
  left >= 0 && top >= 0 && left + width <= 800 && top + height <= 600

test('neighbouring labels do not cover each other, and an earlier one keeps its place', () => {
  const lines = createLines(6)
  const alone = readBoxes(lines.slice(0, 1))
  const boxes = readBoxes(lines)
  expect(boxes.size).toBe(6)
  expect(countOverlaps([...boxes.values()])).toBe(0)
  expect(boxes.get('line 0')).toEqual(alone.get('line 0'))
  // A further drawing moves none of those that exist.
  const more = readBoxes(createLines(7))
  for (const [id, box] of boxes) expect(more.get(id)).toEqual(box)
})

test('a label without neighbours is beside the end of its line', () => {
  const place = placeLabels(createLines(1), camera).get('line 0')
  expect(place?.box).toMatchObject({ left: 412 })
  expect(place?.lineFrom).toBeUndefined()
})

test('a label stays near its drawing, with a line to it if it is not beside it', () => {
  for (const [id, { box, lineFrom }] of placeLabels(createLines(12), camera)) {
    const y = 250 + 8 * Number(id.split(' ')[1])
    const away = Math.max(300 - (box.left + box.width), box.left - 400, 0)
    expect(away).toBeLessThan(40)
    expect(Math.abs(box.top + box.height / 2 - y)).toBeLessThan(150)
    const dx = Math.max(box.left - 400, 400 - (box.left + box.width), 0)
    const dy = Math.max(box.top - y, y - (box.top + box.height), 0)
    expect(lineFrom !== undefined).toBe(Math.hypot(dx, dy) > 24)
  }
})

test('a label that the user has moved stays, and an earlier drawing gives way to it', () => {
  const [first] = createLines(1)
  if (!first) throw new Error('no line')
  const at = readBoxes([first]).get('line 0')
  if (!at) throw new Error('no place')
  const moved = createLine(
    'moved',
    { x: 100, y: 500 },
    { x: 150, y: 500 },
    { x: at.left, y: at.top },
  )
  const places = placeLabels([first, moved], camera)
  expect(places.get('moved')?.box).toMatchObject({ left: at.left, top: at.top })
  expect(places.get('moved')?.lineFrom).toBeDefined()
  const given = places.get('line 0')?.box
  expect(given && overlap(given, at)).toBe(false)
})

test('a moved picture moves all labels alike, also when one of them leaves the viewport', () => {
  const lines = createLines(6)
  const boxes = readBoxes(lines)
  for (const [x, y] of [
    [7.3, -11.7],
    [-120, 60],
    [33.1, 240],
  ] as const) {
    const shifted = readBoxes(lines, moveCamera(-x, -y))
    for (const [id, box] of shifted) {
      const before = boxes.get(id)
      expect(box.left).toBeCloseTo((before?.left ?? 0) + x, 6)
      expect(box.top).toBeCloseTo((before?.top ?? 0) + y, 6)
    }
  }
  // The first two lines are above the upper edge; the third stays where it was among them.
  const shifted = readBoxes(lines, moveCamera(0, 263))
  expect(shifted.has('line 0')).toBe(false)
  const last = boxes.get('line 5')
  expect(shifted.get('line 5')?.left).toBeCloseTo(last?.left ?? 0, 6)
})

test('labels at an edge stay inside the viewport and do not cover others', () => {
  for (const corner of [
    { x: 5, y: 2 },
    { x: 690, y: 2 },
    { x: 690, y: 545 },
    { x: 5, y: 545 },
  ]) {
    const boxes = [...readBoxes(createLines(6, corner)).values()]
    expect(boxes).toHaveLength(6)
    expect(boxes.every(isInside)).toBe(true)
    expect(countOverlaps(boxes)).toBe(0)
  }
})

test('the space that is kept free is not covered', () => {
  const at = readBoxes(createLines(1)).get('line 0')
  if (!at) throw new Error('no place')
  const given = readBoxes(createLines(1), camera, [at]).get('line 0')
  expect(given && overlap(given, at)).toBe(false)
})

test('a drawing outside the viewport has no label, and a drawing without a text neither', () => {
  const hidden = createLine('hidden', { x: 10, y: 10 }, { x: 900, y: 10 })
  const silent = { ...createLine('silent', { x: 10, y: 90 }, { x: 90, y: 90 }), lines: [] }
  expect(placeLabels([hidden, silent], camera).size).toBe(0)
  expect(toScreen(camera, { x: 900, y: 10 }).x).toBeGreaterThan(800)
})
