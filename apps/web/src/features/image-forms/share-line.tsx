import { Button } from '@mantine/core'
import { IconLink, IconLinkOff } from '@tabler/icons-react'
import type { Share } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { Badge } from '../../ui/badge.tsx'
import { dateTime } from '../../ui/dates.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { sharesQuery } from './shares.queries.ts'
import styles from './forms.module.css'

interface ShareLineProps {
  readonly share: Share
  readonly timeZone: string
  /** When the list was asked for, as instants are written. */
  readonly asked: string
}

export function ShareLine({ share, timeZone, asked }: ShareLineProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const isOver = share.expiresOn <= asked
  const isOpen = share.revokedOn === null && !isOver
  const revoke = useMutation({
    mutationFn: () => call(routes.share.revoke, { params: { id: share.id } }),
    onSuccess: async () => {
      toast.done(t('imageForms:link.revoked'))
      await client.invalidateQueries({ queryKey: sharesQuery(share.studyId).queryKey })
    },
  })
  const state = () => {
    if (share.revokedOn !== null)
      return <Badge tone="neutral">{t('imageForms:link.isRevoked')}</Badge>
    if (isOver) return <Badge tone="neutral">{t('imageForms:link.isExpired')}</Badge>
    return null
  }
  const facts = [
    t('imageForms:link.images', { count: share.imageCount }),
    t('imageForms:link.until', { time: dateTime(share.expiresOn, timeZone) }),
    share.hasPin ? t('imageForms:link.withPin') : t('imageForms:link.withoutPin'),
    share.lastOpenedOn === null
      ? t('imageForms:link.neverOpened')
      : t('imageForms:link.opened', {
          count: share.opened,
          time: dateTime(share.lastOpenedOn, timeZone),
        }),
    t('imageForms:link.by', { user: share.user, time: dateTime(share.createdOn, timeZone) }),
  ]
  return (
    <li className={styles.line}>
      {isOpen ? (
        <IconLink size={20} stroke={1.5} aria-hidden />
      ) : (
        <IconLinkOff size={20} stroke={1.5} aria-hidden />
      )}
      <span>{share.recipients.join(', ') || t('imageForms:link.noRecipient')}</span>
      {isOpen ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={revoke.isPending}
          onClick={() => revoke.mutate()}
        >
          {t('imageForms:link.revoke')}
        </Button>
      ) : (
        state()
      )}
      <small>{facts.join(' · ')}</small>
    </li>
  )
}
