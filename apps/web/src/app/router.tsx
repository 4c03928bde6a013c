import type { Capability } from '@talus/contract'
import { createBrowserRouter, redirect } from 'react-router'
import type { LoaderFunctionArgs, RouteObject } from 'react-router'
import { basePath, isLocal } from '../api/page-settings.ts'
import { ErrorPage } from './error-page.tsx'
import { guard, skipSignIn } from './guard.ts'
import { loadPage } from './load-page.ts'
import { NotFoundPage } from './not-found-page.tsx'
import { isPageHandle } from './page-handle.ts'
import type { PageHandle, TitleKey } from './page-handle.ts'
import { pageLoaders } from './page-loaders.ts'
import type { PageLoader } from './page-loaders.ts'
import { PublicPage } from './public-page.tsx'
import { SignedInPage } from './signed-in-page.tsx'
import { Shell } from './shell/shell.tsx'
import { Splash } from './splash.tsx'
import { queryClient } from './query-client.ts'
import { mayLogOut, signOut } from './sign-out.ts'
import { startStacks } from '../stacks/prefetch.ts'
import { readViewerAddress, startPrefetch } from '../viewer/prefetch.ts'

const createLazyRoute = (load: PageLoader) => async () => ({
  Component: (await loadPage(load)).Page,
})

const createPublicRoute = (path: string, title: TitleKey, load: PageLoader): RouteObject => ({
  path,
  handle: { name: title.slice('shell:title.'.length), title, isPublic: true } satisfies PageHandle,
  lazy: createLazyRoute(load),
})

interface PageRules {
  readonly needs?: Capability
  /** Opened in place of the landing page by a user without the capability. */
  readonly refusedTo?: string
  /** The page can be opened only from another page of the application. */
  readonly needsPrevious?: boolean
  /** A reload opens it again: its address has all that it needs. */
  readonly survivesReload?: boolean
  /** Whether an address may be opened directly nevertheless, such as a link to an image. */
  readonly isLink?: (search: URLSearchParams) => boolean
  /** Prefetches the data of the page while its code is being loaded. */
  readonly prefetch?: (search: URLSearchParams) => void
}

/** Whether the browser has loaded the page again, rather than opened it. */
const isReload = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'reload')

/** Loaded only when it is needed: it reads records. */
async function offerStudy(search: URLSearchParams, path: string) {
  const offer = await import('./offer-study.ts')
  await offer.offerStudy(
    search.get('studyId') ?? '',
    () => routerReference.router?.navigate(`/${path}?${search.toString()}`),
    onNextPage,
  )
}

/** Calls the listener once, when the page that is shown, or just being opened, is left. */
function onNextPage(listener: () => void) {
  const { router } = routerReference
  const findShown = () =>
    router?.state.initialized && router.state.navigation.state === 'idle'
      ? router.state.location.pathname
      : undefined
  let shown = findShown()
  const stop = router?.subscribe(() => {
    const next = findShown()
    if (next === undefined || next === shown) return
    if (shown === undefined) {
      shown = next
      return
    }
    stop?.()
    listener()
  })
}

function createPageRoute(
  path: string,
  title: TitleKey,
  load: PageLoader,
  rules: PageRules = {},
): RouteObject {
  const check = guard(rules.needs, rules.refusedTo)
  const name = path.split('/')[0] ?? path
  return {
    path,
    handle: { name, title } satisfies PageHandle,
    loader: async (given: LoaderFunctionArgs) => {
      await check(given)
      const isFirst = getPreviousName() === undefined
      const search = new URL(given.request.url).searchParams
      const mayBeFirst = (rules.survivesReload && isReload()) || rules.isLink?.(search)
      if (rules.needsPrevious && isFirst && !mayBeFirst) {
        // An address that names a study was copied or typed, and its user expects it.
        if (search.has('studyId')) void offerStudy(search, path)
        throw redirect('/studylist')
      }
      rules.prefetch?.(search)
      return null
    },
    lazy: createLazyRoute(load),
  }
}

const cases = { needs: 'case.read' } as const
/** The pages of radiologists; every other user has the study's viewer and the page of the case. */
const needsRadiologist = { needs: 'case.view-as-radiologist' } as const

const localPages: RouteObject[] = [
  createPageRoute('registration', 'shell:title.registration', pageLoaders.registration, {
    needs: 'registration.use',
  }),
  createPageRoute('general', 'shell:title.general', pageLoaders.general, {
    needs: 'study.capture',
  }),
  createPageRoute('dental', 'shell:title.dental', pageLoaders.dental, { needs: 'study.capture' }),
]

const pages: RouteObject[] = [
  createPageRoute('studylist', 'shell:title.studylist', pageLoaders.studylist, {
    needs: 'study.read',
  }),
  createPageRoute('account', 'shell:title.account', pageLoaders.account),
  createPageRoute('settings/:section?', 'shell:title.settings', pageLoaders.settings),
  createPageRoute('xlogreport', 'shell:title.xlogreport', pageLoaders.xlogreport, {
    needs: 'study.read',
  }),
  createPageRoute('tray', 'shell:title.tray', pageLoaders.tray, { needs: 'study.read' }),
  createPageRoute('cases', 'shell:title.cases', pageLoaders.cases, cases),
  createPageRoute('editcases/:caseId', 'shell:title.editcases', pageLoaders.editcases, cases),
  createPageRoute('casestats', 'shell:title.casestats', pageLoaders.casestats, cases),
  createPageRoute('casereport', 'shell:title.casereport', pageLoaders.casereport, {
    ...needsRadiologist,
    refusedTo: '/cases',
  }),
  createPageRoute(
    'selectedCasesInvoice',
    'shell:title.selectedCasesInvoice',
    pageLoaders.selectedCasesInvoice,
    { needs: 'case.pay' },
  ),
  createPageRoute(
    'invoiceManagement',
    'shell:title.invoiceManagement',
    pageLoaders.invoiceManagement,
    { needs: 'case.pay' },
  ),
  createPageRoute('report', 'shell:title.report', pageLoaders.report, {
    needs: 'report.create',
    refusedTo: '/studylist',
    needsPrevious: true,
    survivesReload: true,
  }),
  createPageRoute('viewer', 'shell:title.viewer', pageLoaders.viewer, {
    needs: 'study.read',
    needsPrevious: true,
    survivesReload: true,
    isLink: (search) => search.has('image'),
    prefetch: (search) => {
      const { studyId, image } = readViewerAddress(search, location.origin)
      if (studyId === undefined) return
      startPrefetch(queryClient, studyId)
      void startStacks(queryClient, studyId, typeof image === 'string' ? undefined : image)
    },
  }),
  createPageRoute('caseviewer', 'shell:title.caseviewer', pageLoaders.caseviewer, {
    ...needsRadiologist,
    refusedTo: '/studylist',
    needsPrevious: true,
    survivesReload: true,
  }),
]

const redirectToLogin = () => redirect('/login')

/** The loaders of the first page run during `createBrowserRouter`, before `router` is assigned. */
const routerReference: { router?: ReturnType<typeof createBrowserRouter> } = {}

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: ErrorPage,
      HydrateFallback: Splash,
      children: [
        { index: true, loader: redirectToLogin },
        { path: 'signin', loader: redirectToLogin },
        {
          path: 'logout',
          loader: async () => {
            if (!(await mayLogOut())) return redirect('/login')
            await signOut(getPreviousName())
            return redirect('/login')
          },
        },
        {
          Component: PublicPage,
          children: [
            {
              ...createPublicRoute('login', 'shell:title.login', pageLoaders.login),
              loader: skipSignIn,
            },
            createPublicRoute('forgot', 'shell:title.forgot', pageLoaders.forgot),
            createPublicRoute('resetpassword/:token?', 'shell:title.reset', pageLoaders.reset),
            {
              ...createPublicRoute('setup', 'shell:title.setup', pageLoaders.setup),
              loader: skipSignIn,
            },
            {
              path: '*',
              Component: NotFoundPage,
              handle: {
                name: 'notFound',
                title: 'shell:title.notFound',
                isPublic: true,
              } satisfies PageHandle,
            },
          ],
        },
        {
          Component: SignedInPage,
          children: [
            createPageRoute('setup/:step', 'shell:title.setup', pageLoaders.guidedSetUp, {
              needs: 'set-up.manage',
            }),
          ],
        },
        {
          Component: Shell,
          loader: guard(),
          children: [
            { ErrorBoundary: ErrorPage, children: isLocal ? [...localPages, ...pages] : pages },
          ],
        },
      ],
    },
  ],
  { basename: basePath },
)
routerReference.router = router

/** The page that the current navigation leaves; undefined if the page was opened directly. */
function getPreviousName(): string | undefined {
  const state = routerReference.router?.state
  const handle: unknown = state?.matches.at(-1)?.route.handle
  if (!state?.initialized || !isPageHandle(handle) || handle.isPublic) return undefined
  return handle.name
}

export function getCurrentPath() {
  const { pathname, search } = router.state.location
  return `${basePath === '/' ? pathname : pathname.slice(basePath.length)}${search}`
}
