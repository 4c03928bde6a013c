import { Button } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import type { Share } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { shareMutations } from '../../../api/records/share.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../forms.module.css'

interface ShareRowProps {
  readonly share: Share
  readonly timeZone: string
  /** Time at which the list was fetched (ISO 8601). */
  readonly fetchedOn: string
}

export function ShareRow({ share, timeZone, fetchedOn }: ShareRowProps) {
  const { t } = useTranslation()
  const isExpired = share.expiresOn <= fetchedOn
  const isOpen = share.revokedOn === null && !isExpired
  const revoke = useMutation({
    ...shareMutations.revoke,
    onSuccess: () => toast.done(t('imageForms:link.revoked')),
  })
  const renderState = () => {
    if (share.revokedOn !== null)
      return <Badge tone="neutral">{t('imageForms:link.isRevoked')}</Badge>
    if (isExpired) return <Badge tone="neutral">{t('imageForms:link.isExpired')}</Badge>
    return null
  }
  const facts = [
    t('imageForms:link.images', { count: share.imageCount }),
    t('imageForms:link.until', { time: formatDateTime(share.expiresOn, timeZone) }),
    share.hasPin ? t('imageForms:link.withPin') : t('imageForms:link.withoutPin'),
    share.lastOpenedOn === null
      ? t('imageForms:link.neverOpened')
      : t('imageForms:link.opened', {
          count: share.opened,
          time: formatDateTime(share.lastOpenedOn, timeZone),
        }),
    t('imageForms:link.by', { user: share.user, time: formatDateTime(share.createdOn, timeZone) }),
  ]
  return (
    <li className={styles.line}>
      {isOpen ? <Icon icon={IconLink} size="lg" /> : <Icon icon={IconLinkOff} size="lg" />}
      <span>{share.recipients.join(', ') || t('imageForms:link.noRecipient')}</span>
      {isOpen ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isPending}
          onClick={() => revoke.mutate({ params: { id: share.id } })}
        >
          {t('imageForms:link.revoke')}
        </Button>
      ) : (
        renderState()
      )}
      <small>{facts.join(' · ')}</small>
    </li>
  )
}
