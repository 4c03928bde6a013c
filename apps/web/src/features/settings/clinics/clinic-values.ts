import { ClinicDraft, joinedAddress, languages, clinicTypes } from '@talus/contract'
import type { Clinic, ClinicType, Language } from '@talus/contract'
import i18next from 'i18next'
import { schemaFaults } from '../../../ui/form/schema-faults.ts'

/** A clinic as its form has it: the address in lines, the choices still open. */
export type ClinicValues = {
  name: string
  clinicType: string
  lang: string
  aeTitle: string
  phone: string
  email: string
  timeZone: string
  address: string
}

export const clinicRequired = ['name', 'address', 'lang', 'clinicType'] as const

export const newClinic = (): ClinicValues => ({
  name: '',
  clinicType: '',
  lang: 'en',
  aeTitle: '',
  phone: '',
  email: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  address: '',
})

export const valuesOf = (clinic: Clinic): ClinicValues => ({
  name: clinic.name,
  clinicType: clinic.clinicType,
  lang: clinic.lang,
  aeTitle: clinic.aeTitle,
  phone: clinic.phone,
  email: clinic.email,
  timeZone: clinic.timeZone,
  address: clinic.address.split(', ').join('\n'),
})

export const clinicLabels = () => ({
  name: i18next.t('settings:clinic.name'),
  clinicType: i18next.t('settings:clinic.type'),
  lang: i18next.t('settings:clinic.language'),
  aeTitle: i18next.t('settings:clinic.aeTitle'),
  phone: i18next.t('settings:clinic.phone'),
  email: i18next.t('settings:clinic.email'),
  timeZone: i18next.t('settings:clinic.timeZone'),
  address: i18next.t('settings:clinic.address'),
})

const isType = (text: string): text is ClinicType => clinicTypes.some((type) => type === text)
const isLanguage = (text: string): text is Language => languages.some((lang) => lang === text)

/** What is sent; undefined while the type or the language is still open, which Save waits for. */
export function draftOf(values: ClinicValues) {
  const { clinicType, lang } = values
  if (!isType(clinicType) || !isLanguage(lang)) return undefined
  return {
    name: values.name,
    clinicType,
    lang,
    aeTitle: values.aeTitle,
    phone: values.phone,
    email: values.email,
    timeZone: values.timeZone,
    address: joinedAddress(values.address),
  }
}

export const clinicFaults = (values: ClinicValues) => schemaFaults(ClinicDraft, values)
