import type { Clinic, ClinicId, Session } from '@talus/contract'

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

/** The chosen clinic, else the own one; root has none of his own. */
export const clinicInUse = (
  selected: SelectedClinic | undefined,
  own: Session['clinic'],
): SelectedClinic | undefined => selected ?? own ?? undefined

export const isAway = (selected: SelectedClinic | undefined, own: Session['clinic']) =>
  selected !== undefined && selected.id !== own?.id
