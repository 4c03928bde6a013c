import { Drawer } from '@mantine/core'
import { IconMenu2, IconPower } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { isLocal, pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { exitApp } from '../exit.ts'
import { FooterTexts } from './footer.tsx'
import { navigationIcons, getPages, splitForPhone } from './navigation.ts'
import { UserPanel } from './user-panel.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './bottom-bar.module.css'

/** The navigation of a phone: three pages and a menu with everything else. */
export function BottomBar() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { inBar, inMenu } = splitForPhone(getPages(useActor(), pageSettings.variant))
  const withExit = isLocal && pageSettings.launcherExitUrl !== null
  return (
    <>
      <nav className={styles.bar} aria-label={t('shell:nav.label')}>
        {inBar.map((item) => {
          const icon = navigationIcons[item]
          return (
            <NavLink key={item} to={`/${item}`} className={() => styles.item}>
              <Icon icon={icon} size="xl" />
              <span>{t(`shell:nav.${item}`)}</span>
            </NavLink>
          )
        })}
        <button
          type="button"
          className={styles.item}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon icon={IconMenu2} size="xl" />
          <span>{t('shell:nav.menu')}</span>
        </button>
      </nav>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title={t('shell:nav.menu')}
        closeButtonProps={{ 'aria-label': t('common:action.close'), size: 40, iconSize: 20 }}
        attributes={{ header: { role: 'presentation' } }}
        classNames={{ content: styles.sheet ?? '', header: styles.sheetHead ?? '' }}
      >
        <div className={styles.menu}>
          {inMenu.map((item) => {
            const icon = navigationIcons[item]
            return (
              <NavLink key={item} to={`/${item}`} className={() => styles.line} onClick={close}>
                <Icon icon={icon} size="lg" />
                {t(`shell:nav.${item}`)}
              </NavLink>
            )
          })}
          {withExit ? (
            <button
              type="button"
              className={styles.line}
              onClick={() => {
                close()
                void exitApp()
              }}
            >
              <Icon icon={IconPower} size="lg" />
              {t('shell:nav.exit')}
            </button>
          ) : null}
        </div>
        <UserPanel onDone={close} />
        <footer className={styles.texts}>
          <FooterTexts />
        </footer>
      </Drawer>
    </>
  )
}
