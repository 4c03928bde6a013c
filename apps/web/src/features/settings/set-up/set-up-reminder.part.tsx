import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import type { ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { setUpMutations, setUpQueries } from '../../../api/records/set-up.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { countDone, findNextStep, getStepPath } from './step-order.ts'
import styles from './set-up-reminder.module.css'

/** Reminds an administrator of open steps, until they are done or skipped, or the reminder hidden. */
export function SetUpReminder({ clinicId }: { readonly clinicId: ClinicId }) {
  const { t } = useTranslation()
  const { data } = useQuery(setUpQueries.progress(clinicId))
  const setHidden = useRecordMutation(setUpMutations.skip)
  const next = data && findNextStep(data.steps.filter(({ state }) => state === 'open'))
  if (!data || data.isReminderHidden || next === undefined) return null
  const hide = () =>
    void setHidden({ params: { clinicId }, body: { step: 'reminder', isSkipped: true } }).then(
      () => toast.info(t('shell:setUp.hidden')),
      (error: unknown) => toast.error(error instanceof Error ? error.message : String(error)),
    )
  const values = { done: countDone(data.steps), total: data.steps.length }
  return (
    <aside className={styles.reminder} aria-label={t('shell:title.setup')}>
      <Icon icon={IconListDetails} size="lg" />
      <span className={styles.text}>{t('shell:setUp.text', values)}</span>
      <Button component={Link} to={getStepPath(next)} size="xs" variant="default">
        {t('shell:setUp.continue')}
      </Button>
      <Button size="xs" variant="subtle" color="gray" onClick={hide}>
        {t('shell:setUp.hide')}
      </Button>
    </aside>
  )
}
