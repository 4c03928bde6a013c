import { Button } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import type { AccountSession } from '@talus/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountMutations, accountQueries } from '../../api/records/account.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { formatDateTime } from '../../ui/format/dates.ts'
import { Card } from '../../ui/layout/page-frame.tsx'
import { confirm } from '../../ui/modals/confirm.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import styles from './account.module.css'

const mobileSystems: readonly string[] = ['Android', 'iPhone', 'iPad']

/** The open sessions of the user. An ended session returns to the sign-in page within seconds. */
export function SessionsCard() {
  const { t } = useTranslation()
  const { data: sessions, isError, refetch } = useQuery(accountQueries.sessions)
  const endOthers = useRecordMutation(accountMutations.endOthers)
  const others = sessions?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  const askToEndOthers = async () => {
    await confirm({
      title: t('account:sessions.endOthers'),
      text: t('account:sessions.endOthersText', { count: others }),
      confirm: t('account:sessions.endOthers'),
      act: async () => {
        const { ended } = await endOthers({})
        toast.done(t('account:sessions.ended', { count: ended }))
      },
    })
  }
  return (
    <Card title={t('account:sessions.title')} text={t('account:sessions.text')}>
      {isError && !sessions ? (
        <Button variant="default" onClick={() => void refetch()}>
          {t('common:action.tryAgain')}
        </Button>
      ) : (
        <ul className={styles.sessions}>
          {(sessions ?? []).map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {others > 0 ? (
        <Button variant="default" onClick={() => void askToEndOthers()}>
          {t('account:sessions.endOthers')}
        </Button>
      ) : null}
    </Card>
  )
}

function SessionRow({ session }: { readonly session: AccountSession }) {
  const { t } = useTranslation()
  const end = useMutation({
    ...accountMutations.endSession,
    onSuccess: () => toast.done(t('account:sessions.ended', { count: 1 })),
  })
  const { browser, system, address, createdOn, lastUsedOn, isCurrent } = session
  const device =
    browser && system
      ? t('account:sessions.device', { browser, system })
      : browser || system || t('account:sessions.unknown')
  return (
    <li className={styles.session}>
      <Icon
        icon={mobileSystems.includes(system) ? IconDeviceMobile : IconDeviceDesktop}
        size="lg"
      />
      <div className={styles.sessionText}>
        <p className={styles.device}>
          {device}
          {isCurrent ? <Badge tone="green">{t('account:sessions.current')}</Badge> : null}
        </p>
        <p className={styles.quiet}>
          {t('account:sessions.since', { address, time: formatDateTime(createdOn) })}
        </p>
        <p className={styles.quiet}>
          {t('account:sessions.lastUsed', { time: formatDateTime(lastUsedOn) })}
        </p>
      </div>
      {isCurrent ? null : (
        <Button
          variant="default"
          size="sm"
          loading={end.isPending}
          aria-label={t('account:sessions.endOne', { device })}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          {t('account:sessions.end')}
        </Button>
      )}
    </li>
  )
}
