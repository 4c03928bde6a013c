import type { Clinic, ClinicId, Session } from '@talus/contract'
import { perTab } from '../browser-storage.ts'
import { createStore, useStore } from '../store.ts'
import { useSession } from './session.ts'

const key = 'selected-clinic'

export type SelectedClinic = Pick<Clinic, 'id' | 'name' | 'clinicType' | 'timeZone' | 'aeTitle'>

/** What storage holds was written by anybody with a console: an id and names, or nothing. */
export function parseClinic(text: string | undefined): SelectedClinic | undefined {
  if (!text) return undefined
  try {
    const { id, name, clinicType, timeZone, aeTitle } = JSON.parse(text) as Partial<SelectedClinic>
    if (!Number.isSafeInteger(id) || typeof name !== 'string') return undefined
    if (typeof timeZone !== 'string' || typeof aeTitle !== 'string') return undefined
    if (clinicType !== 'Veterinary' && clinicType !== 'Human') return undefined
    return { id: id as ClinicId, name, clinicType, timeZone, aeTitle }
  } catch {
    return undefined
  }
}

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

/** The chosen clinic, else the own one; root has none of his own. */
export const clinicInUse = (
  selected: SelectedClinic | undefined,
  own: Session['clinic'],
): SelectedClinic | undefined => selected ?? own ?? undefined

export const isAway = (selected: SelectedClinic | undefined, own: Session['clinic']) =>
  selected !== undefined && selected.id !== own?.id

export function useClinicInUse() {
  const { clinic: own } = useSession()
  const selected = useStore(chosen)
  return { clinic: clinicInUse(selected, own), isAway: isAway(selected, own), own }
}
