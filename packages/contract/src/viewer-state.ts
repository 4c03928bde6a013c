import { z } from 'zod'
import { CaseId, StudyId } from './ids.ts'
import { route } from './route.ts'

const State = z.record(z.string(), z.unknown())
export const ViewerState = z.object({
  viewportState: State,
  cropState: State,
  toolState: State,
  /** Goes up with each save; a save from an older one is refused instead of overwriting. */
  version: z.int().nonnegative().default(0),
})
export type ViewerState = z.output<typeof ViewerState>

export const viewerStateRoutes = {
  ofStudy: route({
    method: 'GET',
    path: '/viewerState/:studyId/state',
    summary: 'The saved viewer state of a study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: ViewerState,
  }),
  save: route({
    method: 'PUT',
    path: '/viewerState/:studyId',
    summary: 'Save the viewer state of a study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    body: ViewerState,
    response: ViewerState.pick({ version: true }),
  }),
  ofCase: route({
    method: 'GET',
    path: '/viewerState/case/:id/state',
    summary: 'The viewer state that came with a case',
    needs: 'case.view-as-radiologist',
    clinic: 'none',
    params: z.object({ id: CaseId }),
    response: ViewerState,
  }),
}
