import type { ClinicId, Workplace } from '@talus/contract'
import { persistentStorage } from '../browser-storage.ts'
import { onSignOut } from '../session-state.ts'
import { createStore } from '../store.ts'

const key = 'xRayRoom'

/**
 * The X-ray room in which this computer stands, and the clinic that its user has selected; sent with every
 * request. The X-ray room belongs to the computer and stays when its user signs out.
 */
export const workplaceStore = createStore<Workplace>({ xRayRoom: persistentStorage.read(key) })

/** Chooses the X-ray room of this computer; undefined lets the server find it. */
export function chooseXRayRoom(xRayRoom: string | undefined) {
  persistentStorage.write(key, xRayRoom)
  workplaceStore.set((now) => ({ ...now, xRayRoom }))
}

/** Calls the listener when another tab of this browser has chosen another X-ray room. */
export function watchXRayRoomOfOtherTabs(onChange: (xRayRoom: string | undefined) => void) {
  addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage || (event.key !== key && event.key !== null)) return
    const xRayRoom = persistentStorage.read(key)
    if (xRayRoom !== workplaceStore.get().xRayRoom) onChange(xRayRoom)
  })
}

/** Calls the listener when this computer gets another X-ray room. */
export function onXRayRoomChange(listener: () => void) {
  let known = workplaceStore.get().xRayRoom
  return workplaceStore.subscribe(() => {
    const { xRayRoom } = workplaceStore.get()
    if (xRayRoom === known) return
    known = xRayRoom
    listener()
  })
}

export const setWorkplaceClinic = (clinicId: ClinicId | undefined) =>
  workplaceStore.set((now) => ({ ...now, clinicId }))
onSignOut(() => setWorkplaceClinic(undefined))
