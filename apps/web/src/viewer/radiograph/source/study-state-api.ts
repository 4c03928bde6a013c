import { routes } from '@talus/contract/routes'
import type { StudyId, SavedViewerState } from '@talus/contract'
import { call } from '../../../api/call.ts'
import { watchRevision } from '../../../api/records/watch-revision.ts'
import { onSignOut } from '../../../session-state.ts'
import type { ViewerStateApi } from '../../core/store/saver.ts'

/** Pending saves: a user who reopens a study at once waits for their own save. */
const pendingSaves = new Map<StudyId, Promise<unknown>>()

async function loadNow(studyId: StudyId): Promise<SavedViewerState> {
  await pendingSaves.get(studyId)
  return call(routes.viewerState.ofStudy, { params: { studyId } }, { isQuiet: true })
}

/** A state older than this is requested again because another user may have drawn since. */
const freshForMs = 5000

let started: { studyId: StudyId; at: number; state: Promise<SavedViewerState> } | undefined
onSignOut(() => {
  started = undefined
})

/** Requests the state of a study that is being opened before its viewer is rendered. */
export function startLoadingState(studyId: StudyId): void {
  const state = loadNow(studyId)
  // The viewer handles the rejection when it takes the promise; this prevents an unhandled one.
  state.catch(() => undefined)
  started = { studyId, at: Date.now(), state }
}

function takeStarted(studyId: StudyId): Promise<SavedViewerState> | undefined {
  const request = started
  started = undefined
  const isFresh = request?.studyId === studyId && Date.now() - request.at < freshForMs
  return isFresh ? request.state : undefined
}

export const createStudyStateApi = (studyId: StudyId): ViewerStateApi => ({
  load: () => takeStarted(studyId) ?? loadNow(studyId),
  save: (state, settings = {}) => {
    const saving = call(
      routes.viewerState.save,
      { params: { studyId }, body: state },
      { isQuiet: true, ...settings },
    )
    const settled = saving.then(
      () => undefined,
      () => undefined,
    )
    pendingSaves.set(studyId, settled)
    void settled.then(() => {
      if (pendingSaves.get(studyId) === settled) pendingSaves.delete(studyId)
    })
    return saving
  },
  watch: (onVersion) =>
    watchRevision({ kind: 'drawings', studyId }, (version) => onVersion(Number(version))),
  // Other workstations get the measurements as a report; the server writes it later if this fails.
  finish: () => {
    call(routes.viewerState.report, { params: { studyId } }, { isQuiet: true }).catch(
      () => undefined,
    )
  },
})
