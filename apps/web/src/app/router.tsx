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
import { code } from './page-code.ts'
import type { Load } from './page-code.ts'
import { PublicPage } from './public-page.tsx'
import { Shell } from './shell/shell.tsx'
import { Splash } from './splash.tsx'
import { queryClient } from './query-client.ts'
import { signOut } from './sign-out.ts'
import { beginViewing } from '../viewer/source/ahead.ts'
import { viewedStudyId } from '../viewer/source/study-id.ts'

const lazyPage = (load: Load) => async () => ({ Component: (await loadPage(load)).Page })

const publicPage = (path: string, title: TitleKey, load: Load): RouteObject => ({
  path,
  handle: { name: title.slice('shell:title.'.length), title, isPublic: true } satisfies PageHandle,
  lazy: lazyPage(load),
})

interface Rules {
  readonly needs?: Capability
  /** Makes no sense without a page to come from. */
  readonly needsPrevious?: boolean
  /** Asks the server for what the page will need, while the page is being built. */
  readonly begin?: (search: URLSearchParams) => void
}

function page(path: string, title: TitleKey, load: Load, rules: Rules = {}): RouteObject {
  const check = guard(rules.needs)
  const name = path.split('/')[0] ?? path
  return {
    path,
    handle: { name, title } satisfies PageHandle,
    loader: async (given: LoaderFunctionArgs) => {
      await check(given)
      if (rules.needsPrevious && previousName() === undefined) throw redirect('/studylist')
      rules.begin?.(new URL(given.request.url).searchParams)
      return null
    },
    lazy: lazyPage(load),
  }
}

const cases = { needs: 'case.read' } as const

const localPages: RouteObject[] = [
  page('registration', 'shell:title.registration', code.registration, {
    needs: 'registration.use',
  }),
  page('general', 'shell:title.general', code.general, { needs: 'study.capture' }),
  page('dental', 'shell:title.dental', code.dental, { needs: 'study.capture' }),
]

const pages: RouteObject[] = [
  page('studylist', 'shell:title.studylist', code.studylist, {
    needs: 'study.read',
  }),
  page('settings/:section?', 'shell:title.settings', code.settings),
  page('xlogreport', 'shell:title.xlogreport', code.xlogreport, {
    needs: 'study.read',
  }),
  page('cases', 'shell:title.cases', code.notBuilt, cases),
  page('editcases/:caseId', 'shell:title.editcases', code.notBuilt, cases),
  page('casestats', 'shell:title.casestats', code.notBuilt, cases),
  page('casereport', 'shell:title.casereport', code.notBuilt, cases),
  page('selectedCasesInvoice', 'shell:title.selectedCasesInvoice', code.empty, cases),
  page('invoiceManagement', 'shell:title.invoiceManagement', code.empty, cases),
  page('report', 'shell:title.report', code.notBuilt, {
    needs: 'report.create',
    needsPrevious: true,
  }),
  page('viewer', 'shell:title.viewer', code.viewer, {
    needs: 'study.read',
    needsPrevious: true,
    begin: (search) => {
      const studyId = viewedStudyId(search)
      if (studyId !== undefined) beginViewing(queryClient, studyId)
    },
  }),
  page('caseviewer', 'shell:title.caseviewer', code.notBuilt, { ...cases, needsPrevious: true }),
]

const toLogin = () => redirect('/login')

/** Loaders of the first page run while the router is being made, before there is one to ask. */
const made: { router?: ReturnType<typeof createBrowserRouter> } = {}

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: ErrorPage,
      HydrateFallback: Splash,
      children: [
        { index: true, loader: toLogin },
        { path: 'signin', loader: toLogin },
        {
          path: 'logout',
          loader: async () => {
            await signOut(previousName())
            return redirect('/login')
          },
        },
        {
          Component: PublicPage,
          children: [
            {
              ...publicPage('login', 'shell:title.login', code.login),
              loader: skipSignIn,
            },
            publicPage('forgot', 'shell:title.forgot', code.forgot),
            publicPage('resetpassword/:token', 'shell:title.reset', code.reset),
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
made.router = router

/** The page of the application that is left by the navigation under way; none when opened directly. */
function previousName(): string | undefined {
  const state = made.router?.state
  const handle: unknown = state?.matches.at(-1)?.route.handle
  if (!state?.initialized || !isPageHandle(handle) || handle.isPublic) return undefined
  return handle.name
}

export function currentPath() {
  const { pathname, search } = router.state.location
  return `${basePath === '/' ? pathname : pathname.slice(basePath.length)}${search}`
}
