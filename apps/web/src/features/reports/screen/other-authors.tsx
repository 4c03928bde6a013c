import { Button } from '@mantine/core'
import type { StudyId, StudyReport } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportQueries } from '../../../api/records/report.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { useSession } from '../../../api/session.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { Notice } from './draft-notices.tsx'

/** Two authors rarely begin within the same seconds; the question costs one small request. */
const intervalMs = 30_000

interface Author {
  readonly username: string
}

/** Says who else writes about the study, and who has created a version since it was opened. */
export function OtherAuthors({ studyId }: { readonly studyId: StudyId }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { clinic } = useClinicInUse()
  const isOther = ({ username }: Author) => username !== user.username
  const drafts = useQuery({ ...reportQueries.others(studyId), refetchInterval: intervalMs }).data
  const versions = useQuery({
    ...reportQueries.versions(studyId),
    refetchInterval: intervalMs,
  }).data
  const [opened] = useState(versions?.[0]?.version ?? 0)
  const [dismissed, setDismissed] = useState<readonly string[]>([])
  const formatTime = (time: string) => formatDateTime(time, clinic?.timeZone)
  const isNew = ({ version }: StudyReport) => version > opened
  const notices = [
    ...(versions ?? [])
      .filter((one) => isOther(one) && isNew(one))
      .map((one) => ({
        key: `version ${String(one.version)}`,
        text: t('report:others.version', {
          name: one.username,
          version: one.version,
          time: formatTime(one.createdOn),
        }),
      })),
    ...(drafts ?? []).filter(isOther).map((one) => ({
      key: `draft ${one.username}`,
      text: t('report:others.draft', { name: one.username, time: formatTime(one.savedOn) }),
    })),
  ]
  return notices
    .filter(({ key }) => !dismissed.includes(key))
    .map(({ key, text }) => (
      <Notice key={key} text={text}>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => setDismissed((now) => [...now, key])}
        >
          {t('report:others.dismiss')}
        </Button>
      </Notice>
    ))
}
