import { defaultViewport } from '@talus/contract'
import type { Stack } from '@talus/contract'
import { automaticShares, createGeometry, getPlanes, identity, wholeBox } from '@talus/volume'
import type { OrientationOptions } from '@talus/volume'
import type { Viewport } from '../viewer/core/model.ts'
import { zoomBy } from '../viewer/core/gestures/view-transforms.ts'
import {
  fitViewport,
  flipViewport,
  invertViewport,
  rotateViewport,
} from '../viewer/core/toolbar/viewport-actions.ts'
import { countSlices } from './scene/contents.ts'
import { layouts } from './scene/layouts.ts'
import type { LayoutName } from './scene/layouts.ts'
import { createLink } from './scene/link.ts'
import { getOrientation } from './scene/orientation.ts'
import {
  findStack,
  getActiveCell,
  getCellPhase,
  getHangingOf,
  getContent,
  getPhase,
  withCellViewport,
  withNextPhase,
} from './scene/scene.ts'
import { withLayout } from './scene/show-layout.ts'
import type { StackScene } from './scene/scene.ts'
import { withScannedSides } from './scene/hangings.ts'
import { withStraightPlanes, withTurnedPlanes } from './scene/turn-planes.ts'
import { scrollFrame, withSlice, withoutAim } from './scene/scroll.ts'
import { nextSlabMode, stepSlab } from './scene/slab.ts'
import { createAutoWindow } from './scene/stack-window.ts'
import type { WindowPreset } from './scene/window-presets.ts'
import type { StackSession } from './stack-session.ts'

/** Degrees by which a key turns the planes. */
const turnStep = (5 * Math.PI) / 180

const resetVolumeView = ({ volumeView, ...scene }: StackScene): StackScene => ({
  ...scene,
  volumeView: { ...volumeView, axes: undefined, zoom: 1, box: wholeBox },
})

/** Scrolling several series together. */
const createLinkActions = ({ scene, study }: StackSession) => ({
  toggleSync: () =>
    scene.set((now) => ({
      ...now,
      isSynchronised: !now.isSynchronised,
      link: undefined,
      // Both start at the slices that are visible now.
      cells: now.cells.map(withoutAim),
    })),
  /** Scrolls the visible series together from here; returns whether there are two of them. */
  linkHere: (): boolean => {
    const link = createLink(scene.get(), study.stacks)
    if (link) scene.set((now) => ({ ...now, isSynchronised: true, link }))
    return link !== undefined
  },
})

/** The actions of the toolbar and the keys on the active viewport. */
export function createStackActions(session: StackSession, isVeterinary: boolean) {
  const { scene, study, cameras } = session
  const { stacks } = study
  const getStack = (): Stack | undefined => {
    const cell = getActiveCell(scene.get())
    return cell && findStack(stacks, cell.stackKey)
  }
  const getPlane = () => {
    const now = scene.get()
    const stack = getStack()
    const content = getContent(now, now.active)
    if (!stack || !now.frame || content.kind !== 'plane') return undefined
    const planes = getPlanes(now.frame, getOrientation(stack, study, isVeterinary))
    const geometry = createGeometry(stack, getPhase(now, stack.key))
    return { plane: planes[now.cells[now.active]?.plane ?? content.plane], geometry }
  }
  const changeViewport = (change: (now: Viewport) => Viewport) =>
    scene.set((now) => {
      const cell = getActiveCell(now)
      return cell ? withCellViewport(now.active, change(cell.viewport))(now) : now
    })
  const showSlice = (slice: number) => {
    session.cine.stop()
    scene.set((now) => withSlice(now.active, slice, stacks)(now))
  }
  const stepSlice = (by: number) => {
    const plane = getPlane()
    const now = scene.get()
    if (!plane) return showSlice((getActiveCell(now)?.slice ?? 0) + by)
    return scene.set((one) =>
      one.frame
        ? { ...one, frame: scrollFrame(one.frame, plane.geometry, plane.plane.normal, by) }
        : one,
    )
  }
  return {
    getStack,
    getOrientation: (): OrientationOptions => {
      const stack = getStack()
      return stack
        ? getOrientation(stack, study, isVeterinary)
        : { region: 'body', correction: identity }
    },
    chooseLayout: (layout: LayoutName) => scene.set(withLayout(layout, stacks)),
    canShow: (layout: LayoutName) => !layouts[layout].needsVolume || getStack()?.kind === 'volume',
    stepSlice,
    showFirst: () => (getPlane() ? stepSlice(-1e6) : showSlice(0)),
    showLast: () => (getPlane() ? stepSlice(1e6) : showSlice(1e6)),
    zoom: (factor: number) => {
      const camera = cameras.get(scene.get().active)
      if (!camera) return
      const { width, height } = camera.viewportSize
      const view = zoomBy(camera, { x: width / 2, y: height / 2 }, factor)
      changeViewport((now) => ({ ...now, ...view }))
    },
    fit: () => changeViewport(fitViewport),
    invert: () => changeViewport(invertViewport),
    rotateRight: () => changeViewport((now) => rotateViewport(now, 'right')),
    flipHorizontal: () => changeViewport((now) => flipViewport(now, 'horizontal')),
    setWindow: ({ window }: WindowPreset) => {
      if (window !== 'auto' && window !== 'autoTight')
        return changeViewport((now) => ({ ...now, window }))
      const now = scene.get()
      const [cell, stack] = [getActiveCell(now), getStack()]
      const volume =
        cell && stack && session.volumes.open(stack, getCellPhase(now, cell), cell.slice)
      const pixels = volume?.peekSlice(cell?.slice ?? 0)
      const share = window === 'auto' ? automaticShares.normal : automaticShares.tight
      const auto = stack && pixels && createAutoWindow(stack, pixels, share)
      return auto && changeViewport((one) => ({ ...one, window: auto }))
    },
    /** Shows the active viewport as it was opened; planes are straight again and meet in the middle. */
    reset: () => {
      const stack = getStack()
      const isPlane = getPlane() !== undefined
      if (stack && isPlane) return scene.set(withStraightPlanes(stack))
      changeViewport(() => (stack ? getHangingOf(scene.get(), stack) : defaultViewport))
      if (getContent(scene.get(), scene.get().active).kind === 'volume') scene.set(resetVolumeView)
    },
    turnPlanes: (direction: 1 | -1) => {
      const plane = getPlane()
      if (plane) scene.set(withTurnedPlanes(plane.plane.normal, direction * turnStep, cameras))
    },
    stepSlab: (by: 1 | -1) => scene.set((now) => ({ ...now, slab: stepSlab(now.slab, by) })),
    nextSlabMode: () => scene.set((now) => ({ ...now, slab: nextSlabMode(now.slab) })),
    nextPhase: () => {
      const stack = getStack()
      if (stack && stack.phases.length > 1) scene.set(withNextPhase(stack))
    },
    toggleCrosshair: () =>
      scene.set((now) => ({ ...now, isCrosshairVisible: !now.isCrosshairVisible })),
    toggleScannedSides: () => scene.set(withScannedSides(stacks)),
    toggleLines: () => scene.set((now) => ({ ...now, areLinesVisible: !now.areLinesVisible })),
    ...createLinkActions(session),
    toggleEnlarged: () =>
      scene.set((now) => ({
        ...now,
        enlarged: now.enlarged === undefined && now.cells.length > 1 ? now.active : undefined,
      })),
    nextCell: () =>
      scene.set((now) => {
        const next = (now.active + 1) % now.cells.length
        return { ...now, active: next, enlarged: now.enlarged === undefined ? undefined : next }
      }),
    countSlices: () => {
      const stack = getStack()
      return stack ? countSlices(stack, getPhase(scene.get(), stack.key)) : 0
    },
    setLightBox: (columns: number, rows: number) =>
      scene.set((now) => ({ ...now, lightBox: { columns, rows } })),
  }
}

export type StackActions = ReturnType<typeof createStackActions>
