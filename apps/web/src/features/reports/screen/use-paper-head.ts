import { formatBreed } from '@talus/anatomy'
import { formatPatientName, getSpeciesName } from '@talus/contract'
import type { Study } from '@talus/contract'
import type { ReportLanguage } from '@talus/report/document'
import { routes } from '@talus/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callForFile } from '../../../api/call.ts'
import { breedQuery } from '../../../api/records/breed.ts'
import { clinicQueries } from '../../../api/records/clinic.ts'
import { ownerQueries } from '../../../api/records/owner.ts'
import { patientQueries } from '../../../api/records/patient.ts'
import { reportQueries } from '../../../api/records/report.ts'
import { useSession } from '../../../api/session.ts'
import { useImageFile } from '../../../api/use-thumbnail.ts'
import { formatDay, formatLongDay } from '../../../ui/format/dates.ts'
import type { PaperHead } from '../pages/paper-header.tsx'
import { useReportTexts } from './use-report-texts.ts'

/** The letterhead and the patient of a study, as the first page shows them. */
export function usePaperHead(study: Study, language: ReportLanguage): PaperHead {
  const t = useReportTexts(language)
  const { user } = useSession()
  const author = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username
  const clinic = useQuery(clinicQueries.one(study.clinicId)).data
  const patient = useQuery(patientQueries.one(study.patientId)).data
  const owner = useQuery(ownerQueries.one(patient?.ownerId ?? undefined)).data
  const breeds = useQuery(breedQuery).data
  const settings = useQuery(reportQueries.settings(study.clinicId)).data
  const logo = useLogo(study.clinicId, settings?.logo?.sha256)
  return useMemo(() => {
    const species = patient?.speciesId ? getSpeciesName(patient.speciesId) : undefined
    const breed = breeds?.find(({ id }) => id === patient?.breedId)?.name
    const animal = [
      species && t(`report:species.${species}`),
      breed && formatBreed(breed, language),
    ]
    const facts = [
      {
        label: t('report:head.patient'),
        value: patient && formatPatientName(t, patient.name, { number: patient.patientId }),
      },
      { label: t('report:head.patientId'), value: patient?.patientId },
      { label: t('report:head.owner'), value: owner?.name },
      { label: t('report:head.animal'), value: animal.filter(Boolean).join(', ') },
      {
        label: t('report:head.sex'),
        value: patient?.sex && t(`report:sex.${patient.sex}${patient.neutered ? 'Neutered' : ''}`),
      },
      {
        label: t('report:head.born'),
        value: patient?.birthDate && formatLongDay(patient.birthDate, language),
      },
      {
        label: t('report:head.study'),
        value: formatLongDay(formatDay(study.createdOn, clinic?.timeZone), language),
      },
    ]
    return {
      clinic: {
        name: clinic?.name ?? '',
        contact: [clinic?.address, clinic?.phone, clinic?.email].filter(Boolean).join('\n'),
        logo,
      },
      patient: facts.flatMap(({ label, value }) => (value ? [{ label, value }] : [])),
      signature: { name: author, date: t('report:head.date') },
      footer: [patient && formatPatientName(t, patient.name), author, clinic?.name]
        .filter(Boolean)
        .join(' · '),
      formatPageNumber: (number, count) => t('report:pages.number', { number, count }),
    }
  }, [t, language, clinic, patient, owner, breeds, logo, author, study.createdOn])
}

/** Not requested without a logo. */
function useLogo(clinicId: Study['clinicId'], sha256: string | undefined): string | undefined {
  const { src } = useImageFile(['report-logo', clinicId, sha256 ?? null], (settings) =>
    sha256 === undefined
      ? Promise.reject(new Error('The clinic has no logo.'))
      : callForFile(routes.report.logo, { query: { ClinicId: clinicId } }, settings),
  )
  return src
}
