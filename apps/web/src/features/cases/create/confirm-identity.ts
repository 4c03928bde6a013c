import { findOtherIdentity, formatPatientName, SpeciesId } from '@talus/contract'
import type { Patient } from '@talus/contract'
import type { TFunction } from 'i18next'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { listOtherIdentity } from '../shared/identity-lines.ts'
import type { CaseValues } from './case-values.ts'

const toIdentity = (values: CaseValues) => ({
  patientName: values.patientName,
  speciesId: SpeciesId.safeParse(values.speciesId).data ?? null,
  sex: values.sex === '' ? null : values.sex === 'Male',
  birthDate: values.birthDate === '' ? null : values.birthDate,
})

/** Asks before a case is sent that names another animal than the one in the images. */
export async function confirmIdentity(
  t: TFunction,
  values: CaseValues,
  patient: Patient,
): Promise<boolean> {
  const typed = toIdentity(values)
  if (findOtherIdentity(typed, patient).length === 0) return true
  return confirm({
    title: t('cases:identity.title'),
    text: [
      t('caseForm:identity.text', {
        name: formatPatientName(t, patient.name, { number: patient.patientId }),
        patientId: patient.patientId,
      }),
      ...listOtherIdentity(t, typed, patient),
    ].join('\n'),
    confirm: t('caseForm:identity.send'),
    cancel: t('caseForm:identity.back'),
    isDestructive: true,
  })
}
