import { Drawer } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { isLocal, pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { exitApp } from '../exit.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { FooterTexts } from './footer.tsx'
import { getPages, navigationIcons, splitForPhone } from './navigation.ts'
import { UserPanel } from './user-panel.part.tsx'
import styles from './bottom-bar.module.css'

interface PhoneMenuProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The pages and settings that have no place in the bar of a phone. */
export function PhoneMenu({ isOpen, onClose: close }: PhoneMenuProps) {
  const { t } = useTranslation()
  const { inMenu } = splitForPhone(getPages(useActor(), pageSettings.variant))
  const withExit = isLocal && pageSettings.launcherExitUrl !== null
  return (
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
  )
}
