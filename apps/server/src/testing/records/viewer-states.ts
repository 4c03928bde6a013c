import type { ClinicId, Drawing, PermissionFlag, ViewerState } from '@talus/contract'
import type { TestServer } from '../server/test-server.ts'
import { insertUser } from './clinics-and-users.ts'

let drawings = 0
export const createDrawing = (tool: Drawing['tool'] = 'vhs', length = 93.25): Drawing => ({
  id: `00000000-0000-4000-8000-${String((drawings += 1)).padStart(12, '0')}`,
  tool,
  steps: [{ step: 1, handles: { start: { x: 1.5, y: 2 }, end: { x: 100, y: 200.25 } }, length }],
})

export const createToolState = (
  imageId: number,
  ...all: readonly Drawing[]
): ViewerState['toolState'] => ({ [imageId]: { drawings: [...all], calibration: null } })

export const createViewerState = (more: Partial<ViewerState> = {}): ViewerState => ({
  viewportState: {},
  cropState: {},
  toolState: {},
  version: 0,
  ...more,
})

/** The token of a new user of a clinic with these permissions. */
export const createDrawingUser = async (
  server: TestServer,
  clinicId: ClinicId,
  flags: Partial<Record<PermissionFlag, boolean>>,
): Promise<string> =>
  server.createToken(
    await insertUser(server.unscopedDb, {
      username: `draws.${Object.keys(flags).join('.')}`,
      clinicId,
      flags,
      passwordHash: server.passwordHash,
    }),
  )
