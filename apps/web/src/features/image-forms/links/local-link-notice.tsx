import { Button } from '@mantine/core'
import { can } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isLocal } from '../../../api/page-settings.ts'
import { linkAddressQueries } from '../../../api/records/link-address.ts'
import { useActor } from '../../../api/session.ts'
import styles from '../forms.module.css'

interface LocalLinkNoticeProps {
  readonly clinicId: ClinicId
  readonly goTo: ((path: string) => void) | undefined
}

/** Warns that the recipients of a link cannot open it, because it names this computer itself. */
export function LocalLinkNotice({ clinicId, goTo }: LocalLinkNoticeProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const { data } = useQuery(linkAddressQueries.ofClinic(clinicId))
  if (!data?.isLocal) return null
  const mayChange = isLocal && can(actor, 'device.manage')
  return (
    <div className={styles.warning} role="note">
      <span>{t('imageForms:localLink.text', { address: data.used })}</span>
      {mayChange && goTo ? (
        <Button variant="default" size="xs" onClick={() => goTo('/settings/clinic')}>
          {t('imageForms:localLink.toSettings')}
        </Button>
      ) : (
        <span>{t('imageForms:localLink.ask')}</span>
      )}
    </div>
  )
}
