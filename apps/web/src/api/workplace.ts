import type { ClinicId, Workplace } from '@talus/contract'
import { persistentStorage } from '../browser-storage.ts'
import { onSignOut } from '../session-state.ts'
import { createStore } from '../store.ts'

const key = 'room'

/**
 * The room in which this computer stands, and the clinic that its user has selected; sent with every
 * request. The room belongs to the computer and stays when its user signs out.
 */
export const workplaceStore = createStore<Workplace>({ room: persistentStorage.read(key) })

/** Chooses the room of this computer; undefined lets the server find it. */
export function chooseRoom(room: string | undefined) {
  persistentStorage.write(key, room)
  workplaceStore.set((now) => ({ ...now, room }))
}

export const setWorkplaceClinic = (clinicId: ClinicId | undefined) =>
  workplaceStore.set((now) => ({ ...now, clinicId }))
onSignOut(() => setWorkplaceClinic(undefined))
