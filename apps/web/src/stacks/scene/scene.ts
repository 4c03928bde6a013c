import { defaultViewport } from '@talus/contract'
import type { ImageId, Stack, Viewport } from '@talus/contract'
import { createFrame, createGeometry, toMillimetres, wholeBox } from '@talus/volume'
import type { Frame, PlaneName } from '@talus/volume'
import type { StackLink } from './link.ts'
import type { VolumeView } from './volume-view.ts'
import type { SlabChoice } from './slab.ts'
import { countSlices, getMiddle } from './contents.ts'
import { layouts } from './layouts.ts'
import type { CellContent, LayoutName } from './layouts.ts'

/** One viewport: its series, its visible slice and its view. */
export interface CellState {
  readonly stackKey: string
  /** Counted from 0. */
  readonly slice: number
  /**
   * The slice at which the viewport would stand if its stack had no ends and slices at every place:
   * viewports that scroll together keep their distance by it. Void once another slice is shown.
   */
  readonly aim?: number | undefined
  readonly viewport: Viewport
  /** The phase that only this viewport shows; without it, the one that is chosen for the stack. */
  readonly phase?: number | undefined
  /** The plane that its tabs have chosen. */
  readonly plane: PlaneName | undefined
}

/** Everything about the viewports that is not saved. */
export interface StackScene {
  readonly layout: LayoutName
  readonly cells: readonly CellState[]
  readonly active: number
  /** The viewport that fills the page, if the user has enlarged one. */
  readonly enlarged: number | undefined
  /** The phase of each stack; the first without an entry. */
  readonly phases: ReadonlyMap<string, number>
  /** The single source of all cross-hairs; undefined until planes are shown. */
  readonly frame: Frame | undefined
  readonly slab: SlabChoice
  readonly isCrosshairVisible: boolean
  readonly areLinesVisible: boolean
  readonly isSynchronised: boolean
  /** Set by the user for stacks without common coordinates. */
  readonly link: StackLink | undefined
  readonly cine: { readonly isPlaying: boolean; readonly rate: number }
  readonly volumeView: VolumeView
  readonly lightBox: { readonly columns: number; readonly rows: number }
  /** Changes when a volume is opened again after an error. */
  readonly reopened: number
  /** How each stack is first shown, by its key; as it was scanned without an entry. */
  readonly hangings: ReadonlyMap<string, Viewport>
  /** Stacks are neither turned nor flipped, as the user prefers. */
  readonly isAsScanned: boolean
}

export const cineRate = { initial: 12, sliderMin: 1, sliderMax: 30, min: 1, max: 60 } as const

export const initialSlab: SlabChoice = { isOn: false, mode: 'mip', thickness: 10 }

export const clampRate = (rate: number): number =>
  Number.isFinite(rate)
    ? Math.min(cineRate.max, Math.max(cineRate.min, Math.round(rate)))
    : cineRate.initial

export const getPhase = ({ phases }: Pick<StackScene, 'phases'>, key: string): number =>
  phases.get(key) ?? 0

/** The phase that a viewport shows. */
export const getCellPhase = (
  scene: Pick<StackScene, 'phases'>,
  { stackKey, phase }: Pick<CellState, 'stackKey' | 'phase'>,
): number => phase ?? getPhase(scene, stackKey)

type Hung = Pick<StackScene, 'hangings' | 'isAsScanned'>

export const getHangingOf = ({ hangings, isAsScanned }: Hung, stack: Stack): Viewport =>
  (isAsScanned ? undefined : hangings.get(stack.key)) ?? defaultViewport

export const createCell = (scene: Hung, stack: Stack, slice: number): CellState => ({
  stackKey: stack.key,
  slice,
  viewport: getHangingOf(scene, stack),
  plane: undefined,
})

/** The series that is shown first: the volume with the most slices, or else the first series. */
export function chooseFirstStack(stacks: readonly Stack[]): Stack | undefined {
  const volumes = stacks.filter(({ kind }) => kind === 'volume')
  const candidates = volumes.length > 0 ? volumes : stacks
  return candidates.reduce<Stack | undefined>(
    (best, one) => (best && countSlices(best) >= countSlices(one) ? best : one),
    undefined,
  )
}

/** The slice that is shown first: that of the image which the address names, or a middle one. */
export function chooseFirstSlice(
  stacks: readonly Stack[],
  imageId: ImageId | undefined,
): { readonly stack: Stack; readonly slice: number } | undefined {
  for (const stack of stacks) {
    const slice = stack.phases[0]?.slices.findIndex((one) => one.imageId === imageId) ?? -1
    if (slice >= 0) return { stack, slice }
  }
  const stack = chooseFirstStack(stacks)
  return stack && { stack, slice: getMiddle(stack) }
}

export function createScene(
  first: Stack,
  hangings: ReadonlyMap<string, Viewport> = new Map(),
): StackScene {
  return {
    layout: '2d',
    cells: [createCell({ hangings, isAsScanned: false }, first, getMiddle(first))],
    active: 0,
    enlarged: undefined,
    phases: new Map(),
    frame: undefined,
    slab: initialSlab,
    isCrosshairVisible: true,
    areLinesVisible: true,
    isSynchronised: false,
    link: undefined,
    cine: { isPlaying: false, rate: cineRate.initial },
    volumeView: {
      preset: first.unit === 'HU' ? 'bone' : 'surface',
      axes: undefined,
      zoom: 1,
      box: wholeBox,
    },
    lightBox: { columns: 4, rows: 3 },
    reopened: 0,
    hangings,
    isAsScanned: false,
  }
}

export const findStack = (stacks: readonly Stack[], key: string): Stack | undefined =>
  stacks.find((stack) => stack.key === key)

export const getActiveCell = ({ cells, active }: StackScene): CellState | undefined => cells[active]

const stackContent: CellContent = { kind: 'stack' }

/** Makes a viewport the active one; a viewport of a layout that was left is none of them. */
export const withActive =
  (index: number) =>
  (now: StackScene): StackScene =>
    now.active === index || !now.cells[index] ? now : { ...now, active: index }

export const getContent = ({ layout }: Pick<StackScene, 'layout'>, index: number): CellContent =>
  layouts[layout].cells[index] ?? stackContent

/** A point in the middle of a slice, in millimetres; undefined if its position is unknown. */
export function getSliceCentre(stack: Stack, phase: number, slice: number) {
  if (stack.kind !== 'volume') return undefined
  const geometry = createGeometry(stack, phase)
  return toMillimetres(geometry, [(stack.columns - 1) / 2, (stack.rows - 1) / 2, slice])
}

/** Shows a series in the active viewport; in a layout of planes, in all of them. */
export const withStack =
  (stack: Stack, slice = getMiddle(stack)) =>
  (now: StackScene): StackScene => {
    if (!layouts[now.layout].needsVolume)
      return {
        ...now,
        cells: now.cells.map((cell, index) =>
          index !== now.active || cell.stackKey === stack.key
            ? index === now.active
              ? { ...cell, slice }
              : cell
            : createCell(now, stack, slice),
        ),
      }
    if (stack.kind !== 'volume')
      return {
        ...now,
        layout: '2d',
        active: 0,
        enlarged: undefined,
        cells: [createCell(now, stack, slice)],
      }
    const centre = getSliceCentre(stack, getPhase(now, stack.key), slice)
    return {
      ...now,
      frame: centre ? createFrame(centre) : now.frame,
      cells: now.cells.map((cell) =>
        // Planes are computed as they hang.
        cell.stackKey === stack.key
          ? cell
          : { ...createCell(now, stack, slice), viewport: defaultViewport },
      ),
    }
  }

export const withCell =
  (index: number, change: (cell: CellState) => CellState) =>
  (now: StackScene): StackScene => ({
    ...now,
    cells: now.cells.map((cell, at) => (at === index ? change(cell) : cell)),
  })

/** Planes of one volume share the window: they show one tissue from three sides. */
export const withCellViewport =
  (index: number, viewport: Viewport) =>
  (now: StackScene): StackScene => {
    const isShared = layouts[now.layout].needsVolume
    const { window, invert } = viewport
    return {
      ...now,
      cells: now.cells.map((cell, at) =>
        at === index
          ? { ...cell, viewport }
          : isShared
            ? { ...cell, viewport: { ...cell.viewport, window, invert } }
            : cell,
      ),
    }
  }

/** The next phase in the active viewport, with the same place and the same window. */
export const withNextPhase =
  (stack: Stack) =>
  (now: StackScene): StackScene => {
    const cell = getActiveCell(now)
    const shown = cell?.stackKey === stack.key ? getCellPhase(now, cell) : getPhase(now, stack.key)
    return withPhase(stack, (shown + 1) % Math.max(1, stack.phases.length))(now)
  }

/** A phase in the active viewport alone if phases are beside each other, otherwise in all of them. */
export const withPhase =
  (stack: Stack, phase: number) =>
  (now: StackScene): StackScene =>
    getActiveCell(now)?.phase === undefined
      ? { ...now, phases: new Map(now.phases).set(stack.key, phase) }
      : withCell(now.active, (one) => ({ ...one, phase }))(now)
