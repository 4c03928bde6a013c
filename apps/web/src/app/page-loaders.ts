import type { ComponentType } from 'react'
import { isLocal } from '../api/page-settings.ts'
import { prefetchLazyCode } from '../lazy-code.ts'

export type PageLoader = () => Promise<{ readonly Page: ComponentType }>

const capture: PageLoader = () => import('../routes/capture.route.tsx')

/** Loaders of the page code. A page with its own URL has the first segment of that URL as key. */
export const pageLoaders = {
  login: () => import('../routes/login.route.tsx'),
  forgot: () => import('../routes/forgot.route.tsx'),
  reset: () => import('../routes/reset.route.tsx'),
  setup: () => import('../routes/first-set-up.route.tsx'),
  guidedSetUp: () => import('../routes/guided-set-up.route.tsx'),
  registration: () => import('../routes/registration.route.tsx'),
  general: capture,
  dental: capture,
  studylist: () => import('../routes/study-list.route.tsx'),
  account: () => import('../routes/account.route.tsx'),
  settings: () => import('../routes/settings.route.tsx'),
  xlogreport: () => import('../routes/xray-log.route.tsx'),
  tray: () => import('../routes/tray.route.tsx'),
  cases: () => import('../routes/cases.route.tsx'),
  casestats: () => import('../routes/case-statistics.route.tsx'),
  selectedCasesInvoice: () => import('../routes/selected-cases-invoice.route.tsx'),
  invoiceManagement: () => import('../routes/invoice-management.route.tsx'),
  report: () => import('../routes/report.route.tsx'),
  viewer: () => import('../routes/viewer.route.tsx'),
  caseviewer: () => import('../routes/case-viewer.route.tsx'),
  editcases: () => import('../routes/edit-case.route.tsx'),
  casereport: () => import('../routes/case-report.route.tsx'),
} as const satisfies Record<string, PageLoader>

/** Preloads the code of the requested page in parallel with the application. */
export function preloadPage(path: string): void {
  const named = Object.entries(pageLoaders).find(([name]) => path.split('/').includes(name))
  // The router loads the page again and reports a failure.
  named?.[1]().catch(() => undefined)
}

/** Loads the page of the first patient of the day, and the lazy parts of the pages that are open. */
export const prefetchNextPages = () =>
  Promise.all([prefetchLazyCode(), isLocal ? pageLoaders.registration() : undefined])

/** Loads the page that follows the sign-in. */
export const prefetchSignedInPages = () => pageLoaders.studylist()
