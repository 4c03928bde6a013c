import { tabStorage } from '../browser-storage.ts'
import { onSignOut } from '../session-state.ts'
import { createStore, useStore } from '../store.ts'
import { getClinicInUse, isOtherClinic, parseClinic } from './clinic-choice.ts'
import type { SelectedClinic } from './clinic-choice.ts'
import { useSession } from './session.ts'
import { setWorkplaceClinic } from './workplace.ts'

const key = 'selected-clinic'

const selectedClinicStore = createStore(parseClinic(tabStorage.read(key)))
setWorkplaceClinic(selectedClinicStore.get()?.id)

/** Selects a clinic; undefined returns to the user's own. */
export function selectClinic(clinic: SelectedClinic | undefined) {
  const stored = clinic && {
    id: clinic.id,
    name: clinic.name,
    clinicType: clinic.clinicType,
    timeZone: clinic.timeZone,
    aeTitle: clinic.aeTitle,
  }
  tabStorage.write(key, stored && JSON.stringify(stored))
  selectedClinicStore.set(stored)
  setWorkplaceClinic(stored?.id)
}
onSignOut(() => selectClinic(undefined))

/** The time zone in which lists show times; undefined for a user without a clinic. */
export const useClinicZone = (): string | undefined => useClinicInUse().clinic?.timeZone

export function useClinicInUse() {
  const { clinic: own } = useSession()
  const selected = useStore(selectedClinicStore)
  return { clinic: getClinicInUse(selected, own), isOtherClinic: isOtherClinic(selected, own), own }
}
