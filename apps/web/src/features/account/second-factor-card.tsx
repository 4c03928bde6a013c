import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import type { SecondFactor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountMutations, accountQueries } from '../../api/records/account.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { useSession } from '../../api/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { openForm } from '../../ui/form/open-form.ts'
import { formatDay } from '../../ui/format/dates.ts'
import { Card } from '../../ui/layout/page-frame.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { ConfirmPasswordForm } from './confirm-password-form.tsx'
import { showRecoveryCodes } from './recovery-codes.tsx'
import { SetUpFactor } from './set-up-factor.tsx'
import styles from './account.module.css'

export function SecondFactorCard() {
  const { t } = useTranslation()
  const { mustSetUp } = useSession()
  const { data: factor, isError, refetch } = useQuery(accountQueries.secondFactor)
  return (
    <Card
      title={t('account:factor.title')}
      text={mustSetUp ? t('account:factor.demandedText') : t('account:factor.text')}
    >
      {factor ? (
        <FactorState factor={factor} />
      ) : isError ? (
        <Button variant="default" onClick={() => void refetch()}>
          {t('common:action.tryAgain')}
        </Button>
      ) : null}
    </Card>
  )
}

function FactorState({ factor }: { readonly factor: SecondFactor }) {
  const { t } = useTranslation()
  const { isOn, isDemanded, enabledOn, recoveryCodesLeft } = factor
  const removeFactor = useRecordMutation(accountMutations.removeFactor)
  const renewCodes = useRecordMutation(accountMutations.renewCodes)
  const setUp = () =>
    openForm(t('account:factor.setUp'), (close) => <SetUpFactor onDone={close} />, 560)
  const renew = () =>
    openForm(t('account:factor.renew'), (close) => (
      <ConfirmPasswordForm
        text={t('account:factor.renewText')}
        submitText={t('account:factor.renew')}
        onCancel={close}
        act={async (currentPassword) => {
          const { recoveryCodes } = await renewCodes({ body: { currentPassword } })
          close()
          showRecoveryCodes(recoveryCodes)
        }}
      />
    ))
  const remove = () =>
    openForm(t('account:factor.remove'), (close) => (
      <ConfirmPasswordForm
        text={t('account:factor.removeText')}
        submitText={t('account:factor.remove')}
        onCancel={close}
        act={async (currentPassword) => {
          await removeFactor({ body: { currentPassword } })
          toast.done(t('account:factor.removed'))
          close()
        }}
      />
    ))
  if (!isOn)
    return (
      <div className={styles.factor}>
        <Badge icon={<Icon icon={IconShieldOff} size="sm" />}>{t('account:factor.off')}</Badge>
        <div className={styles.buttons}>
          <Button onClick={setUp}>{t('account:factor.setUp')}</Button>
        </div>
      </div>
    )
  return (
    <div className={styles.factor}>
      <div className={styles.row}>
        <Badge tone="green" icon={<Icon icon={IconShieldCheck} size="sm" />}>
          {t('account:factor.onSince', { day: formatDay(enabledOn ?? '') })}
        </Badge>
        <Badge tone={recoveryCodesLeft < 3 ? 'amber' : 'neutral'}>
          {t('account:factor.codesLeft', { count: recoveryCodesLeft })}
        </Badge>
      </div>
      <p className={styles.quiet}>{t('account:factor.renewHint')}</p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={renew}>
          {t('account:factor.renew')}
        </Button>
        {isDemanded ? null : (
          <Button variant="default" onClick={remove}>
            {t('account:factor.remove')}
          </Button>
        )}
      </div>
    </div>
  )
}
