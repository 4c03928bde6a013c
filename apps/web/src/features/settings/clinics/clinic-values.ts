import { ClinicDraft, joinAddress, isLanguage, clinicTypes } from '@talus/contract'
import type { Clinic, ClinicType } from '@talus/contract'
import i18next from 'i18next'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'

/** Form values of a clinic, in the order of the fields; the choices may be blank. */
export type ClinicValues = {
  name: string
  aeTitle: string
  clinicType: string
  lang: string
  phone: string
  email: string
  address: string
  timeZone: string
}

export const clinicRequired = ['name', 'address', 'lang', 'clinicType'] as const

export const createClinicValues = (): ClinicValues => ({
  name: '',
  aeTitle: '',
  clinicType: '',
  lang: 'en',
  phone: '',
  email: '',
  address: '',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

/**
 * Splits an address into lines; a house number stays with its street (“48, rue du Grand-Érable”).
 */
export const toAddressLines = (address: string) => address.replaceAll(/(?<!^\d+\p{L}?), /gu, '\n')

export const toClinicValues = (clinic: Clinic): ClinicValues => ({
  name: clinic.name,
  aeTitle: clinic.aeTitle,
  clinicType: clinic.clinicType,
  lang: clinic.lang,
  phone: clinic.phone,
  email: clinic.email,
  address: toAddressLines(clinic.address),
  timeZone: clinic.timeZone,
})

export const getClinicLabels = () => ({
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

/** Converts form values to the request body; undefined while the type or the language is blank. */
export function toClinicDraft(values: ClinicValues) {
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
    address: joinAddress(values.address),
  }
}

export const findClinicFaults = (values: ClinicValues) => findSchemaFaults(ClinicDraft, values)
