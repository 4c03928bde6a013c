import { perTab } from '../browser-storage.ts'
import { createStore, useStore } from '../store.ts'
import { clinicInUse, isAway, parseClinic } from './clinic-choice.ts'
import type { SelectedClinic } from './clinic-choice.ts'
import { useSession } from './session.ts'

const key = 'selected-clinic'

const chosen = createStore(parseClinic(perTab.read(key)))

/** Undefined goes back to the own clinic. */
export function selectClinic(clinic: SelectedClinic | undefined) {
  const kept = clinic && {
    id: clinic.id,
    name: clinic.name,
    clinicType: clinic.clinicType,
    timeZone: clinic.timeZone,
    aeTitle: clinic.aeTitle,
  }
  perTab.write(key, kept && JSON.stringify(kept))
  chosen.set(kept)
}

export function useClinicInUse() {
  const { clinic: own } = useSession()
  const selected = useStore(chosen)
  return { clinic: clinicInUse(selected, own), isAway: isAway(selected, own), own }
}
