import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { useActor } from '../../api/session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { openWithCode } from '../../ui/modals/open-with-code.ts'
import { navigationIcons, getPages, splitForPhone } from './navigation.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './bottom-bar.module.css'

const code = lazyCode(() => import('./phone-menu.part.tsx'))

/** The navigation of a phone: three pages and a menu with everything else. */
export function BottomBar() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [menu, setMenu] = useState(code.get)
  const { inBar } = splitForPhone(getPages(useActor(), pageSettings.variant))
  const open = () =>
    openWithCode(code, (loaded) => {
      // Rendered closed at first: a drawer slides in only if it was closed before.
      flushSync(() => setMenu(() => loaded))
      setOpen(true)
    })
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
        <button type="button" className={styles.item} aria-haspopup="dialog" onClick={open}>
          <Icon icon={IconMenu2} size="xl" />
          <span>{t('shell:nav.menu')}</span>
        </button>
      </nav>
      {menu === undefined ? null : (
        <menu.PhoneMenu isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
