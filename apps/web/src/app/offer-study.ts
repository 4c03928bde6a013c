import { formatPatientName, StudyId } from '@talus/contract'
import i18next from 'i18next'
import { patientQueries } from '../api/records/patient.ts'
import { studyQueries } from '../api/records/study.ts'
import { languageReady } from '../language.ts'
import { formatDay } from '../ui/format/dates.ts'
import { toast } from '../ui/toasts/toast-store.ts'
import { queryClient } from './query-client.ts'

const quiet = { meta: { showsOwnError: true } } as const

/** The animal and the day of a study; undefined for one that the user does not reach. */
async function describeStudy(text: string) {
  const id = /^[1-9]\d*$/u.test(text) ? StudyId.safeParse(text).data : undefined
  if (id === undefined) return undefined
  try {
    const study = await queryClient.query({ ...studyQueries.one(id), ...quiet })
    const patient = await queryClient.query({ ...patientQueries.one(study.patientId), ...quiet })
    return { name: formatPatientName(i18next.t, patient.name), day: formatDay(study.createdOn) }
  } catch {
    return undefined
  }
}

/**
 * Explains why the list is shown although the address names a study, and offers to open the study:
 * pages of a study are opened from another page.
 */
export async function offerStudy(
  studyId: string,
  open: () => unknown,
  onLeave: (listener: () => void) => void,
): Promise<void> {
  await languageReady
  const study = await describeStudy(studyId)
  if (study)
    // On the next page, perhaps that very study, the offer is late and only covers something.
    onLeave(
      toast.offer(i18next.t('shell:openStudy.text', study), {
        label: i18next.t('shell:openStudy.open'),
        run: () => void open(),
      }),
    )
  else toast.warning(i18next.t('shell:openFromList'))
}
