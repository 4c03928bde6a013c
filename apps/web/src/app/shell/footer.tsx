import { productVersion } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../api/page-settings.ts'
import styles from './footer.module.css'

export function FooterTexts() {
  const { t } = useTranslation()
  return (
    <>
      <a href={`mailto:${pageSettings.contactEmail}`}>{pageSettings.contactEmail}</a>
      <a href={`tel:${pageSettings.contactPhone.replaceAll(' ', '')}`}>
        {pageSettings.contactPhone}
      </a>
      <span className={styles.tagline}>{t('shell:footer.tagline')}</span>
      <span>{productVersion}</span>
      <span>{pageSettings.rightsNotice ?? t('shell:footer.rights')}</span>
    </>
  )
}

export const Footer = () => (
  <footer className={styles.footer}>
    <FooterTexts />
  </footer>
)
