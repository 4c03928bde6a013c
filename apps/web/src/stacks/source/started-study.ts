import { routes } from '@talus/contract/routes'
import type { StudyId, StudyStacks } from '@talus/contract'
import { call } from '../../api/call.ts'
import { onSignOut } from '../../session-state.ts'
import type { VolumeClient } from '../volume/volume-client.ts'

/** A volume whose slices are being received before the viewer is rendered. */
export interface StartedVolume {
  readonly stackKey: string
  readonly client: VolumeClient
}

interface StartedStudy {
  readonly studyId: StudyId
  /** Undefined after the viewer has taken them. */
  stacks: Promise<StudyStacks> | undefined
  volume: StartedVolume | undefined
  readonly timer: ReturnType<typeof setTimeout>
}

/** A study that is older than this may have got more slices: it is requested again. */
const freshForMs = 5000

let started: StartedStudy | undefined
onSignOut(() => {
  discardStarted()
  started = undefined
})

/** Ends the worker if no viewer has taken its volume. */
function discardStarted() {
  clearTimeout(started?.timer)
  started?.volume?.client.close()
  started = undefined
}

const fetchStacks = (studyId: StudyId, signal?: AbortSignal) =>
  call(routes.stack.ofStudy, { params: { studyId } }, { signal, isQuiet: true })

/** Requests a study that is being opened, and opens its first volume as soon as it is described. */
export function startStudy(
  studyId: StudyId,
  openVolume: (stacks: Promise<StudyStacks>) => Promise<StartedVolume | undefined>,
): void {
  discardStarted()
  const stacks = fetchStacks(studyId)
  // It may fail before the code that handles its error is loaded.
  stacks.catch(() => undefined)
  const study: StartedStudy = {
    studyId,
    stacks,
    volume: undefined,
    timer: setTimeout(discardStarted, freshForMs),
  }
  started = study
  openVolume(stacks).then(
    (volume) => {
      if (started === study) study.volume = volume
      else volume?.client.close()
    },
    // The viewer handles the rejection when it takes the promise.
    () => undefined,
  )
}

/** The stacks of a study; those that were requested when the user opened it are used once. */
export function loadStacks(studyId: StudyId, signal: AbortSignal): Promise<StudyStacks> {
  const taken = started?.studyId === studyId ? started.stacks : undefined
  if (started && taken) started.stacks = undefined
  return taken ?? fetchStacks(studyId, signal)
}

/** The volume that was started for the study; from now on the caller closes it. */
export function takeStartedVolume(studyId: StudyId): StartedVolume | undefined {
  const volume = started?.studyId === studyId ? started.volume : undefined
  if (started && volume) started.volume = undefined
  discardStarted()
  return volume
}
