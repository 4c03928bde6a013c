import type { Clinic, ClinicId, Session } from '@talus/contract'

export type SelectedClinic = Pick<Clinic, 'id' | 'name' | 'clinicType' | 'timeZone' | 'aeTitle'>

/** Validates the stored clinic, because anyone with a browser console can edit the storage. */
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

/** The selected clinic, else the user's own; root has no own clinic. */
export const getClinicInUse = (
  selected: SelectedClinic | undefined,
  own: Session['clinic'],
): SelectedClinic | undefined => selected ?? own ?? undefined

export const isOtherClinic = (selected: SelectedClinic | undefined, own: Session['clinic']) =>
  selected !== undefined && selected.id !== own?.id
