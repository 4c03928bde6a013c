import { productVersion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { settings } from '../../api/page-settings.ts'
import styles from './footer.module.css'

export function FooterTexts() {
  const { t } = useTranslation()
  return (
    <>
      <a href={`mailto:${settings.contactEmail}`}>{settings.contactEmail}</a>
      <a href={`tel:${settings.contactPhone.replaceAll(' ', '')}`}>{settings.contactPhone}</a>
      <span className={styles.tagline}>{t('shell:footer.tagline')}</span>
      <span>{productVersion}</span>
      <span>{settings.rightsNotice ?? t('shell:footer.rights')}</span>
    </>
  )
}

export const Footer = () => (
  <footer className={styles.footer}>
    <FooterTexts />
  </footer>
)
