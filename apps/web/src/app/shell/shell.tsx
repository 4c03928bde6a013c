import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { settings } from '../../api/page-settings.ts'
import { pending } from '../../api/pending-requests.ts'
import { useActor } from '../../api/session.ts'
import { tokenStore } from '../../api/token.ts'
import { useStore } from '../../store.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { openShortcutSheet } from '../../ui/shortcuts/shortcut-sheet.tsx'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { usePageTitle } from '../use-page-title.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { navigationKeys, pagesOf } from './navigation.ts'
import { Rail } from './rail.tsx'
import styles from './shell.module.css'

function useNavigationKeys() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pages = pagesOf(useActor(), settings.variant)
  useShortcuts([
    { keys: '?', label: t('common:keys.show'), run: openShortcutSheet },
    ...pages.map((item) => ({
      keys: navigationKeys[item],
      label: t('common:keys.goTo', { page: t(`shell:nav.${item}`) }),
      run: () => void navigate(`/${item}`),
    })),
  ])
}

/** After a navigation the keyboard and the screen reader start at the new page, not at the old link. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** Gone with the token: at sign-out nothing of the person is drawn, or asked for, once more. */
export const Shell = () => (useStore(tokenStore) === undefined ? null : <Frame />)

function Frame() {
  const { t } = useTranslation()
  const title = usePageTitle()
  const main = useFocusOnNavigation()
  const { requests } = useStore(pending.store)
  const navigation = useNavigation()
  useNavigationKeys()
  return (
    <div className={styles.shell}>
      {/* A plain `#main` would be resolved against the page's base address and leave the page. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('shell:skip')}
      </button>
      <Rail />
      <Header title={title} />
      <main ref={main} id="main" tabIndex={-1} className={styles.main} aria-labelledby="page-title">
        {/* Fixed at the top edge; here because whatever is read out must lie in a landmark. */}
        <ProgressBar isBusy={requests > 0 || navigation.state !== 'idle'} />
        <Outlet />
      </main>
      <Footer />
      <BottomBar />
    </div>
  )
}
