import { IconPlayerPlay } from '@tabler/icons-react'
import type { StudyRow } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useClinicInUse } from '../../../api/selected-clinic.ts'
import { lazyCode } from '../../../lazy-code.ts'
import { ExplainedButton } from '../../../ui/buttons/explained-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { WithCode } from '../../../ui/states/with-code.tsx'
import styles from './xray-button.module.css'

interface XrayButtonProps {
  readonly row: StudyRow | undefined
}

const code = lazyCode(() => import('./xray-button.part.tsx'))

/**
 * The start button of the registration for a study of a list, with the same label and rules. The
 * code of the devices is loaded with the first selected study.
 */
export function XrayButton({ row }: XrayButtonProps) {
  const { t } = useTranslation()
  const { clinic } = useClinicInUse()
  if (!clinic) return null
  const disabled = (
    <div className={styles.xray}>
      <ExplainedButton
        leftSection={<Icon icon={IconPlayerPlay} />}
        variant="light"
        reason={t(row ? 'registration:obstacle.checking' : 'studies:reason.noneSelected')}
      >
        {t('registration:start.StartStudy')}
      </ExplainedButton>
    </div>
  )
  if (!row) return disabled
  return (
    <WithCode code={code} fallback={disabled}>
      {({ StudyXrayButton }) => <StudyXrayButton clinic={clinic} row={row} />}
    </WithCode>
  )
}
