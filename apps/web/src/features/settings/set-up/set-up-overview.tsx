import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { setUpQueries } from '../../../api/records/set-up.ts'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { ClinicNeeded } from '../../../ui/states/clinic-needed.tsx'
import { WithTranslations } from '../../../ui/states/with-translations.tsx'
import { QueryCard } from '../query-card.tsx'
import { StepStateList } from './step-state-list.tsx'
import { countDone, findNextStep, getStepPath } from './step-order.ts'
import styles from './set-up.module.css'

/** The section of the settings with the state of every step. */
export const SetUpOverview = () => (
  <ClinicNeeded clinic={useClinicInUse().clinic}>
    {({ id }) => (
      <WithTranslations namespace="setUp">
        <ClinicOverview key={id} clinicId={id} />
      </WithTranslations>
    )}
  </ClinicNeeded>
)

function ClinicOverview({ clinicId }: { readonly clinicId: ClinicId }) {
  const { t } = useTranslation()
  const query = useQuery(setUpQueries.progress(clinicId))
  return (
    <QueryCard title={t('settings:section.set-up')} text={t('setUp:overview.text')} query={query}>
      {({ steps }) => {
        const next = findNextStep(steps)
        return (
          <>
            <div className={styles.summary}>
              <p className={styles.count}>
                {t('setUp:overview.progress', { done: countDone(steps), total: steps.length })}
              </p>
              {next === undefined ? null : (
                <Button
                  component={Link}
                  to={getStepPath(next)}
                  rightSection={<Icon icon={IconArrowRight} />}
                >
                  {t('setUp:overview.guide')}
                </Button>
              )}
            </div>
            <StepStateList steps={steps} />
          </>
        )
      }}
    </QueryCard>
  )
}
