import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/session.ts'
import { Card, Facts, PageFrame } from '../../ui/layout/page-frame.tsx'
import { WithTranslations } from '../../ui/states/with-translations.tsx'
import { PasswordCard } from './password-card.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import styles from './account.module.css'

interface AccountPageProps {
  /** Cards of other features. */
  readonly children?: ReactNode
}

export const AccountPage = ({ children }: AccountPageProps) => (
  <WithTranslations namespace="account" height={400}>
    <AccountCards>{children}</AccountCards>
  </WithTranslations>
)

function AccountCards({ children }: AccountPageProps) {
  const { t } = useTranslation()
  const { user, clinic, mustSetUp } = useSession()
  // Nothing else works until the second factor is set up.
  if (mustSetUp)
    return (
      <PageFrame>
        <div className={styles.cards}>
          <SecondFactorCard />
        </div>
      </PageFrame>
    )
  return (
    <PageFrame>
      <div className={styles.cards}>
        <Card title={t('account:user.title')} text={t('account:user.text')}>
          <Facts
            facts={[
              [t('account:user.name'), `${user.firstName} ${user.lastName}`.trim()],
              [t('account:user.username'), user.username],
              [t('account:user.email'), user.email],
              [t('account:user.clinic'), clinic?.name ?? ''],
            ]}
          />
        </Card>
        <PasswordCard />
        <SecondFactorCard />
        <SessionsCard />
        {children}
      </div>
    </PageFrame>
  )
}
