import { Button } from '@mantine/core'
import { IconKey, IconPencil, IconPlus, IconShieldOff } from '@tabler/icons-react'
import { exchangeRights } from '@talus/contract'
import type { ServiceAccount } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SelectedClinic } from '../../../api/clinic-choice.ts'
import { serviceAccountMutations, serviceAccountsQuery } from '../../../api/records/dicom-access.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { CopyIcon } from '../../../ui/buttons/copy-button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { openForm } from '../../../ui/form/open-form.ts'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { useToday } from '../../../ui/hooks/use-today.ts'
import { confirm } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { QueryCard } from '../query-card.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './dicom-access.module.css'
import { getDicomWebUrl, isOnlyHere } from './dicom-web-url.ts'
import { ListRow } from './list-row.tsx'

/** The programs that use DICOMweb with a key, and the address that they use. */
export function AccountsCard({ clinic }: { readonly clinic: SelectedClinic }) {
  const { t } = useTranslation()
  const query = useQuery(serviceAccountsQuery(clinic.id))
  const url = getDicomWebUrl()
  const label = t('access:account.url')
  const create = () =>
    openForm(t('access:account.create'), (close) => (
      <AccountForm clinicId={clinic.id} onDone={close} />
    ))
  return (
    <QueryCard title={t('access:account.title')} text={t('access:account.text')} query={query}>
      {(accounts) => (
        <div className={styles.body}>
          <div>
            <div className={styles.facts}>{label}</div>
            <div className={styles.value}>
              <pre className={styles.code} aria-label={label}>
                {url}
              </pre>
              <CopyIcon text={url} what={label} />
            </div>
            {isOnlyHere(url) ? <p className={styles.note}>{t('access:account.onlyHere')}</p> : null}
          </div>
          {accounts.length === 0 ? (
            <p className={styles.note}>{t('access:account.empty')}</p>
          ) : (
            <ul className={styles.rows}>
              {accounts
                .toSorted(
                  (one, other) => Number(one.revokedOn !== null) - Number(other.revokedOn !== null),
                )
                .map((account) => (
                  <AccountRow key={account.id} account={account} timeZone={clinic.timeZone} />
                ))}
            </ul>
          )}
          <div className={styles.actions}>
            <Button variant="default" leftSection={<Icon icon={IconPlus} />} onClick={create}>
              {t('access:account.create')}
            </Button>
          </div>
        </div>
      )}
    </QueryCard>
  )
}

const rightFlags = { store: 'mayStore', query: 'mayQuery', retrieve: 'mayRetrieve' } as const

interface AccountRowProps {
  readonly account: ServiceAccount
  readonly timeZone: string
}

function AccountRow({ account, timeZone }: AccountRowProps) {
  const { t } = useTranslation()
  const today = useToday(timeZone)
  const revokeKey = useRecordMutation(serviceAccountMutations.revoke)
  const { name, clinicId, revokedOn, validUntil, lastUsedOn } = account
  const isExpired = validUntil !== null && validUntil < today
  const isRevoked = revokedOn !== null
  const edit = () =>
    openForm(t('access:account.editTitle'), (close) => (
      <AccountForm clinicId={clinicId} account={account} onDone={close} />
    ))
  const revoke = async () => {
    const isDone = await confirm({
      isDestructive: true,
      title: t('access:account.revokeTitle'),
      text: t('access:account.revokeText', { name }),
      confirm: t('access:account.revoke'),
      act: () => revokeKey({ params: { id: account.id } }),
    })
    if (isDone) toast.done(t('access:account.revoked', { name }))
  }
  const badges = () => {
    if (revokedOn !== null)
      return (
        <Badge tone="red">
          {t('access:account.stateRevoked', { when: formatDateTime(revokedOn, timeZone) })}
        </Badge>
      )
    return (
      <span className={styles.badges}>
        {isExpired ? <Badge tone="red">{t('access:account.stateExpired')}</Badge> : null}
        {exchangeRights
          .filter((right) => account[rightFlags[right]])
          .map((right) => (
            <Badge key={right}>{t(`access:rightName.${right}`)}</Badge>
          ))}
      </span>
    )
  }
  return (
    <ListRow
      icon={<Icon icon={isRevoked ? IconShieldOff : IconKey} size="lg" />}
      title={name}
      isOff={isRevoked}
      badges={badges()}
      facts={[
        t('access:account.keyEnd', { hint: account.keyHint }),
        ...(validUntil === null ? [] : [t('access:account.until', { day: validUntil })]),
        lastUsedOn === null
          ? t('access:account.neverUsed')
          : t('access:account.used', {
              when: formatDateTime(lastUsedOn, timeZone),
              address: account.lastAddress,
            }),
        t('access:account.by', { user: account.createdBy }),
      ]}
      actions={
        isRevoked ? null : (
          <>
            <Button
              variant="default"
              leftSection={<Icon icon={IconPencil} />}
              aria-label={t('access:account.editNamed', { name })}
              onClick={edit}
            >
              {t('access:account.edit')}
            </Button>
            <Button
              variant="default"
              leftSection={<Icon icon={IconShieldOff} />}
              aria-label={t('access:account.revokeNamed', { name })}
              onClick={() => void revoke()}
            >
              {t('access:account.revoke')}
            </Button>
          </>
        )
      }
    />
  )
}
