import type { ImageId, Stack, StudyId, StudyStacks } from '@talus/contract'
import { createStore } from '../store.ts'
import type { Store } from '../store.ts'
import { openDrawings } from '../viewer/core/viewer-session.ts'
import type { ViewerSession, ViewerSessionOptions } from '../viewer/core/viewer-session.ts'
import type { Camera } from '../viewer/core/camera/camera.ts'
import type { GreyWindow } from '../viewer/core/rendering/window.ts'
import { createStackCine } from './scene/cine.ts'
import type { StackCine } from './scene/cine.ts'
import { hangStacks } from './scene/hangings.ts'
import { restoreScene } from './scene/kept-scene.ts'
import { createSceneStorage } from './scene/scene-storage.ts'
import {
  chooseFirstSlice,
  createScene,
  findStack,
  getActiveCell,
  getCellPhase,
} from './scene/scene.ts'
import type { StackScene } from './scene/scene.ts'
import { createRequestsOf } from './source/stack-source.ts'
import { takeStartedVolume } from './source/started-study.ts'
import { createStackHistory } from './stack-history.ts'
import type { StackHistory } from './stack-history.ts'
import { createVolumes } from './volume/volumes.ts'
import type { Volumes } from './volume/volumes.ts'

/** A press on the button, or the server that answers again. */
export type RetryCause = 'press' | 'contact'

/** State and services of an open stack viewer outside of React. */
export interface StackSession extends Pick<ViewerSession, 'store' | 'authors' | 'saver'> {
  readonly study: StudyStacks
  readonly scene: Store<StackScene>
  readonly volumes: Volumes
  readonly cine: StackCine
  /** The undo steps of drawings and of corrections of the position. */
  readonly history: StackHistory
  /** Windows of series whose files have none. */
  readonly autoWindows: Map<string, GreyWindow>
  /** Cameras of the viewports, for keys that act on the active one. */
  readonly cameras: Map<number, Camera>
  /** Adds the series of another study to those that can be shown. */
  readonly addStacks: (stacks: readonly Stack[]) => void
  /** Loads a series again. */
  readonly retry: (stack: Stack, phase: number, slice: number, cause: RetryCause) => void
  readonly close: () => void
}

interface StackSessionOptions extends Pick<
  ViewerSessionOptions,
  'state' | 'onMerged' | 'onRestored' | 'createRules'
> {
  readonly studyId: StudyId
  readonly study: StudyStacks
  /** Whether slices hang as those of animals. */
  readonly isVeterinary: boolean
  /** The image that the address names; its slice is shown first. */
  readonly firstImage: ImageId | undefined
}

/** The viewports as they were before a reload, or the series that is shown first. */
function openScene(
  { study, firstImage, isVeterinary }: StackSessionOptions,
  kept: string | undefined,
) {
  const first = chooseFirstSlice(study.stacks, firstImage)
  if (!first) return undefined
  const initial = createScene(first.stack, hangStacks(study, isVeterinary))
  const restored = kept === undefined ? undefined : restoreScene(initial, study.stacks, kept)
  const active = restored && getActiveCell(restored)
  const stack = active && findStack(study.stacks, active.stackKey)
  if (restored && stack) {
    const phase = getCellPhase(restored, active)
    const scene = createStore<StackScene>(restored)
    return { scene, first: { stack, phase, slice: active.slice } }
  }
  const cells = initial.cells.map((cell) => ({ ...cell, slice: first.slice }))
  return { scene: createStore<StackScene>({ ...initial, cells }), first: { ...first, phase: 0 } }
}

/** Undefined if the study has no slices. */
export function openStackSession(options: StackSessionOptions): StackSession | undefined {
  const { studyId, study } = options
  const userId = options.state?.storage?.userId
  const kept = userId === undefined ? undefined : createSceneStorage(userId, studyId)
  const opened = openScene(options, kept?.read())
  if (!opened) return undefined
  const { first, scene } = opened
  let known: readonly Stack[] = study.stacks
  const stopKeeping = kept?.follow(scene, study.stacks)
  const volumes = createVolumes(createRequestsOf(studyId))
  // Loading starts before anything is drawn, most often when the user opened the study.
  const started = takeStartedVolume(studyId)
  if (started?.stackKey === first.stack.key && first.phase === 0)
    volumes.add(first.stack, 0, started.client)
  else started?.client.close()
  volumes.open(first.stack, first.phase, first.slice)
  const images = [
    ...new Set(
      study.stacks.flatMap(({ phases }) =>
        phases.flatMap(({ slices }) => slices.map(({ imageId }) => imageId)),
      ),
    ),
  ]
  const drawings = openDrawings({
    ...options,
    grid: { rows: 1, columns: 1, cells: [], active: 0 },
    tool: matchMedia('(pointer: coarse)').matches ? 'scroll' : 'windowLevel',
    imageIds: () => images,
  })
  const cine = createStackCine({
    scene,
    isLoaded: (cell, slice) => {
      const stack = findStack(known, cell.stackKey)
      return stack !== undefined && volumes.hasSlice(stack, getCellPhase(scene.get(), cell), slice)
    },
    countSlices: (cell) => {
      const stack = findStack(known, cell.stackKey)
      return stack?.phases[getCellPhase(scene.get(), cell)]?.slices.length ?? 0
    },
  })
  return {
    ...drawings,
    study,
    scene,
    volumes,
    cine,
    history: createStackHistory(drawings.store),
    autoWindows: new Map(),
    cameras: new Map(),
    addStacks: (stacks) => {
      known = [...known, ...stacks]
      const hangings = hangStacks({ ...study, stacks: [...stacks] }, options.isVeterinary)
      scene.set((now) => ({ ...now, hangings: new Map([...now.hangings, ...hangings]) }))
    },
    retry: (stack, phase, slice, cause) => {
      // Several viewports may show the volume, and the first one has opened it again.
      const { fault } = volumes.open(stack, phase, slice).progress.get()
      if (cause === 'contact' && !fault) return
      volumes.reopen(stack, phase, slice)
      // The viewports take the new volume when they render the next time.
      scene.set((now) => ({ ...now, reopened: now.reopened + 1 }))
    },
    close: () => {
      stopKeeping?.()
      drawings.saver?.stop()
      cine.close()
      volumes.close()
    },
  }
}
