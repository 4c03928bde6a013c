import type { ComponentType } from 'react'

export type Load = () => Promise<{ readonly Page: ComponentType }>

const capture: Load = () => import('../routes/capture.route.tsx')

/** The code of the pages, by the first part of their address where they have one of their own. */
export const code = {
  login: () => import('../routes/login.route.tsx'),
  forgot: () => import('../routes/forgot.route.tsx'),
  reset: () => import('../routes/reset.route.tsx'),
  registration: () => import('../routes/registration.route.tsx'),
  general: capture,
  dental: capture,
  studylist: () => import('../routes/study-list.route.tsx'),
  settings: () => import('../routes/settings.route.tsx'),
  xlogreport: () => import('../routes/xray-log.route.tsx'),
  viewer: () => import('../routes/viewer.route.tsx'),
  notBuilt: () => import('../routes/not-built.route.tsx'),
  empty: () => import('../routes/empty.route.tsx'),
} as const satisfies Record<string, Load>

/** Fetches the code of the page that is asked for beside the program that will show it. */
export function fetchPage(path: string): void {
  const named = Object.entries(code).find(([name]) => path.split('/').includes(name))
  // Whatever goes wrong is told by the router, which asks for it again.
  named?.[1]().catch(() => undefined)
}
