import { productVersion } from '@talus/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSettings } from '../../api/page-settings.ts'
import { TalusMark } from '../../ui/art/talus-mark.tsx'
import { LanguageSwitch } from '../../ui/preferences/language-switch.tsx'
import { LazyArt } from './lazy-art.tsx'
import styles from './sign-in-frame.module.css'

interface SignInFrameProps {
  readonly title: string
  readonly children: ReactNode
}

/** Explains the purpose of the form. */
export const Lead = ({ text }: { readonly text: string }) => <p className={styles.text}>{text}</p>

/** Layout of the three pages before sign-in: the drawing on the left, the form on the right. */
export function SignInFrame({ title, children }: SignInFrameProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.page}>
      <aside className={styles.side} aria-hidden>
        <LazyArt className={styles.art} />
      </aside>
      <div className={styles.column}>
        <header className={styles.top}>
          <span className={styles.brand}>
            <TalusMark size={28} />
            <span>Talus</span>
          </span>
          <LanguageSwitch />
        </header>
        <main className={styles.main} id="main" tabIndex={-1}>
          <h1 className={styles.title}>{title}</h1>
          {children}
        </main>
        <footer className={styles.foot}>
          <span>
            <a href={`mailto:${pageSettings.contactEmail}`}>{pageSettings.contactEmail}</a>
            <a href={`tel:${pageSettings.contactPhone.replaceAll(' ', '')}`}>
              {pageSettings.contactPhone}
            </a>
          </span>
          <span>
            <span>{t('shell:footer.tagline')}</span>
            <span>{productVersion}</span>
            <span>{pageSettings.rightsNotice ?? t('shell:footer.rights')}</span>
          </span>
        </footer>
      </div>
    </div>
  )
}
