import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { pageSettings } from '../../api/page-settings.ts'
import { pendingRequests } from '../../api/pending-requests.ts'
import { useActor } from '../../api/session.ts'
import { tokenStore } from '../../api/token.ts'
import { useStore } from '../../store.ts'
import { ProgressBar } from '../../ui/display/progress-bar.tsx'
import { openKeyboardHelp } from '../../ui/shortcuts/keyboard-help.ts'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { CriticalBanner } from '../../features/notices/critical-banner.tsx'
import { prefetchNextPages } from '../page-loaders.ts'
import { usePrefetchedCode } from '../prefetch-code.ts'
import { BottomBar } from './bottom-bar.tsx'
import { ContactNotice } from './contact-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { navigationKeys, getPages } from './navigation.ts'
import { useSessionWatch } from './use-session-watch.ts'
import { SetUpReminder } from './set-up-reminder.tsx'
import { Rail } from './rail.tsx'
import { NoClinicContext } from '../../ui/states/clinic-needed.tsx'
import { NoClinic } from './no-clinic.tsx'
import styles from './shell.module.css'

// The hooks of the frame have components of their own, which render nothing or little: the frame
// rendered fourteen times during one load, each time a request began or ended.

function NavigationKeys() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const pages = getPages(useActor(), pageSettings.variant)
  useShortcuts([
    { keys: '?', label: t('common:keys.show'), run: openKeyboardHelp },
    ...pages.map((item) => ({
      keys: navigationKeys[item],
      label: t('common:keys.goTo', { page: t(`shell:nav.${item}`) }),
      run: () => void navigate(`/${item}`),
    })),
  ])
  return null
}

function Progress() {
  const { requests } = useStore(pendingRequests.store)
  const navigation = useNavigation()
  return <ProgressBar isBusy={requests > 0 || navigation.state !== 'idle'} />
}

function PrefetchedCode() {
  usePrefetchedCode(prefetchNextPages)
  return null
}

/** Moves the focus to the new page after a navigation, for the keyboard and the screen reader. */
function FocusOnNavigation({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [main, pathname])
  return null
}

/**
 * Renders nothing without a token, so that sign-out shows and requests no data of the user again.
 */
export const Shell = () => (useStore(tokenStore) === undefined ? null : <Frame />)

const noClinic = <NoClinic />

function Frame() {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  useSessionWatch()
  return (
    <div className={styles.shell}>
      <NavigationKeys />
      <PrefetchedCode />
      <FocusOnNavigation main={main} />
      {/* A link to `#main` would be resolved against the base URL and leave the page. */}
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        {t('shell:skip')}
      </button>
      <Rail />
      <Header />
      <div className={styles.notices}>
        <ContactNotice />
        <CriticalBanner />
        <SetUpReminder />
      </div>
      <main ref={main} id="main" tabIndex={-1} className={styles.main} aria-labelledby="page-title">
        {/* Fixed at the top edge; in `main`, because all content must be inside a landmark. */}
        <Progress />
        <NoClinicContext value={noClinic}>
          <Outlet />
        </NoClinicContext>
      </main>
      <Footer />
      <BottomBar />
    </div>
  )
}
