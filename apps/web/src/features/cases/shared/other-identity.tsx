import { IconAlertTriangle } from '@tabler/icons-react'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/display/icon.tsx'
import { listOtherIdentity } from './identity-lines.ts'
import styles from './other-identity.module.css'

/** Warns that the clinic has named another animal than the one in the images. */
export function OtherIdentity({ radCase }: { readonly radCase: CaseDetail }) {
  const { t } = useTranslation()
  const { registeredPatient } = radCase
  if (!registeredPatient || radCase.otherIdentity.length === 0) return null
  return (
    <div className={styles.warning} role="note">
      <Icon icon={IconAlertTriangle} size="lg" />
      <div>
        <strong>{t('cases:identity.title')}</strong>
        <ul>
          {listOtherIdentity(t, radCase, registeredPatient).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
