import { Vector, Viewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import { findNearestSlice, planeNames, slabModes, volumePresetNames } from '@talus/volume'
import { z } from 'zod'
import { layoutNames, layouts } from './layouts.ts'
import { clampRate, findStack, getCellPhase } from './scene.ts'
import type { CellState, StackScene } from './scene.ts'
import { clampSlice } from './scroll.ts'
import { getSlicePlace } from './slice-place.ts'

const index = z.int().min(0)
const Axes = z.object({ right: Vector, down: Vector })
const Box = z.object({ from: Vector, to: Vector })

/** The part of the viewports that a reload of the page keeps. */
const KeptScene = z.object({
  layout: z.enum(layoutNames),
  cells: z
    .array(
      z.object({
        stackKey: z.string(),
        slice: index,
        /** The middle of the slice: further slices may have arrived in the meantime. */
        place: Vector.optional(),
        viewport: Viewport,
        phase: index.optional(),
        plane: z.enum(planeNames).optional(),
      }),
    )
    .min(1),
  active: index,
  enlarged: index.optional(),
  phases: z.array(z.tuple([z.string(), index])),
  frame: z.object({ origin: Vector, rotation: z.tuple([Vector, Vector, Vector]) }).optional(),
  slab: z.object({ isOn: z.boolean(), mode: z.enum(slabModes), thickness: z.number().positive() }),
  isCrosshairVisible: z.boolean(),
  areLinesVisible: z.boolean(),
  isSynchronised: z.boolean(),
  link: z
    .object({
      reference: z.string(),
      places: z.array(z.tuple([z.string(), z.number()])),
      inPlace: z.array(z.string()),
    })
    .optional(),
  rate: z.number(),
  volumeView: z.object({
    preset: z.enum(volumePresetNames),
    axes: Axes.optional(),
    zoom: z.number().positive(),
    box: Box,
  }),
  lightBox: z.object({ columns: z.int().min(1).max(12), rows: z.int().min(1).max(12) }),
  isAsScanned: z.boolean(),
})
type KeptScene = z.output<typeof KeptScene>

/** The text from which `restoreScene` shows the viewports again. */
export const writeScene = (scene: StackScene, stacks: readonly Stack[]): string =>
  JSON.stringify({
    ...pick(scene),
    cells: scene.cells.map((cell) => {
      const { stackKey, slice, viewport, phase, plane } = cell
      const stack = findStack(stacks, stackKey)
      const place = stack && getSlicePlace(stack, getCellPhase(scene, cell), slice)
      return { stackKey, slice, place, viewport, phase, plane }
    }),
    phases: [...scene.phases],
    link: scene.link && {
      ...scene.link,
      places: [...scene.link.places],
      inPlace: [...scene.link.inPlace],
    },
    rate: scene.cine.rate,
  })

/** The parts that are kept as they are. */
const pick = ({
  layout,
  active,
  enlarged,
  frame,
  slab,
  isCrosshairVisible,
  areLinesVisible,
  isSynchronised,
  volumeView,
  lightBox,
  isAsScanned,
}: StackScene) => ({
  layout,
  active,
  enlarged,
  frame,
  slab,
  isCrosshairVisible,
  areLinesVisible,
  isSynchronised,
  volumeView,
  lightBox,
  isAsScanned,
})

function parse(text: string): KeptScene | undefined {
  try {
    return KeptScene.parse(JSON.parse(text))
  } catch {
    // Written by another version of the application and not readable any more.
    return undefined
  }
}

const clampPhase = (stack: Stack, phase: number) =>
  Math.min(phase, Math.max(0, stack.phases.length - 1))

function restoreCell(
  { stackKey, slice, place, viewport, phase, plane }: KeptScene['cells'][number],
  stack: Stack,
  shownPhase: number,
): CellState {
  const nearest = place && findNearestSlice(stack, place, shownPhase)
  const count = stack.phases[shownPhase]?.slices.length ?? 0
  return {
    stackKey,
    slice: nearest?.index ?? clampSlice(slice, count),
    viewport,
    phase: phase === undefined ? undefined : clampPhase(stack, phase),
    plane,
  }
}

/**
 * The viewports as they were before a reload; undefined if the text is not readable or its series
 * do not exist any more. Series of other studies are not opened again: the active one of this study
 * is then shown alone.
 */
export function restoreScene(
  initial: StackScene,
  stacks: readonly Stack[],
  text: string,
): StackScene | undefined {
  const kept = parse(text)
  if (!kept || kept.cells.length !== layouts[kept.layout].cells.length) return undefined
  const phases = new Map(
    kept.phases.flatMap(([key, phase]) => {
      const stack = findStack(stacks, key)
      return stack ? [[key, clampPhase(stack, phase)] as const] : []
    }),
  )
  const cells = kept.cells.map((cell) => {
    const stack = findStack(stacks, cell.stackKey)
    if (!stack) return undefined
    const shown = clampPhase(stack, cell.phase ?? phases.get(stack.key) ?? 0)
    return restoreCell(cell, stack, shown)
  })
  const known = cells.filter((cell) => cell !== undefined)
  const active = Math.min(kept.active, cells.length - 1)
  const link =
    kept.link?.places.every(([key]) => findStack(stacks, key)) === true
      ? {
          ...kept.link,
          places: new Map(kept.link.places),
          inPlace: new Set(kept.link.inPlace),
        }
      : undefined
  const { rate, cells: _cells, ...parts } = kept
  const restored: StackScene = {
    ...initial,
    ...parts,
    phases,
    link,
    volumeView: { ...kept.volumeView, axes: kept.volumeView.axes },
    frame: kept.frame,
    enlarged: kept.enlarged,
    cine: { isPlaying: false, rate: clampRate(rate) },
    cells: known,
    active,
  }
  const { needsVolume } = layouts[kept.layout]
  const isVolume = ({ stackKey }: CellState) => findStack(stacks, stackKey)?.kind === 'volume'
  if (known.length === cells.length && (!needsVolume || (kept.frame && known.every(isVolume))))
    return restored
  const alone = needsVolume ? undefined : (cells[active] ?? known[0])
  return alone && { ...restored, layout: '2d', cells: [alone], active: 0, enlarged: undefined }
}
